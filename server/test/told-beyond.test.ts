import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { createClient, type Client } from '@vigil/contract/kernel/client.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createTestSite, isAlarm, isType, secondServer, type TestSite } from './site.ts'

const permissions = ['alarmRealMgmt', 'alarm:handle', 'alarm:delete']
const cry = (site: TestSite, imei: string) =>
  site.report([{ deviceType: 'hat', deviceId: imei, time: new Date().toISOString(), lng: 116.4, lat: 39.9, sos: 'press' }])
const open = async (client: Client) => (await client.ask(alarmCalls.listRealAlarmData, undefined)).list

/** Li of the mill is connected alone when somebody of the kiln cries for help; Wang, of the mill too, comes later. */
const withCry = async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('200', { deptId: kiln })
  const li = await site.makeUser({ name: 'li', permissions, scope: 'own', deptId: mill })
  const wang = await site.makeUser({ name: 'wang', permissions, scope: 'own', deptId: mill })
  const console = await site.live(li.token)
  await console.until(isType('welcome'))
  await cry(site, '200')
  const { event } = await console.until(isAlarm('alarmRaised'))
  if (event.name !== 'alarmRaised') throw new Error('an alarm was expected')
  // Told first, written down at once: the list follows within a moment.
  while ((await open(li.client)).length === 0);
  return { site, li, wang, console, id: event.data.id, data: event.data }
}
const another = async (site: TestSite, token: string): Promise<Client> => {
  const app = await secondServer(site)
  onTestFinished(() => app.close())
  return createClient({ origin: await app.fastify.listen({ port: 0, host: '127.0.0.1' }), token: () => token })
}

it('an alarm that nobody else saw is read and confirmed by who was told, and by nobody else of no scope', async () => {
  const { site, li, wang, console, id, data } = await withCry()
  expect(await open(li.client)).toEqual([data])
  expect(await li.client.ask(alarmCalls.getZdAlarmById, { id })).toEqual(data)
  expect(await li.client.ask(alarmCalls.getNewestAlarm, undefined)).toEqual(data)
  expect(await li.client.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 1 })
  expect(await open(wang.client)).toEqual([])
  expect(await wang.client.send(alarmCalls.updateZdAlarm, { id, status: 2 })).toMatchObject({ code: 'notFound' })

  // By now somebody is there whose scope holds it: what was told stays told.
  const admin = await site.live(site.adminToken)
  await admin.until(isType('welcome'))
  expect(await li.client.ask(alarmCalls.updateZdAlarm, { id, status: 2 })).toMatchObject({ status: 2, handleUser: 'li' })
  await console.until(isAlarm('alarmChanged', ({ status }) => status === 2))
  expect(await site.admin.ask(alarmCalls.listHandledPage, {})).toMatchObject({ list: [{ id, handleUser: 'li' }] })
  const { rows } = await site.db.raw<{ cname: string }>(site.db.sql, `SELECT cname FROM journal WHERE action = 'handle'`)
  expect(rows).toEqual([{ cname: 'li' }])
  // To hide it is another matter: it is not his.
  expect(await li.client.send(alarmCalls.deleteAlarmList, { ids: [id] })).toMatchObject({ code: 'forbidden' })
})

it('is not told to a wall display of who was told, nor what others do with it', async () => {
  const { site, li, console, id } = await withCry()
  const token = await li.client.ask(sessionCalls.openWall, undefined)
  const wall = site.clientOf(token)
  const own = await site.live(token)
  await own.until(isType('welcome'))
  await li.client.ask(alarmCalls.updateZdAlarm, { id, status: 1, handleNote: 'of nobody else' })
  const { seq } = await console.until(isAlarm('alarmChanged', ({ status }) => status === 1))
  // Who was told came back from the same number before: what was made ready for him is not the wall's.
  const back = [await site.live(li.token, seq - 1), await site.live(token, seq - 1)]
  await back[0]?.until(isAlarm('alarmChanged'))
  for (const display of [own, back[1]]) {
    await display?.until(isType('tick'))
    expect(display?.messages.filter(isType('event'))).toEqual([])
  }
  expect(await open(wall)).toEqual([])
  for (const call of [alarmCalls.getZdAlarmById, alarmCalls.listAlarmStep])
    expect(await wall.send(call, { id })).toMatchObject({ code: 'notFound' })
  expect(await wall.ask(alarmCalls.getNewestAlarm, undefined)).toBeNull()
  expect(await wall.ask(alarmCalls.listUnHandleCount, undefined)).toMatchObject({ total: 0 })
})

it('who was told hears what others do with it, and it holds in every server process and after a restart', async () => {
  const { site, li, wang, console, id } = await withCry()
  const [second, third] = [await another(site, li.token), await another(site, li.token)]
  expect((await open(second)).map((alarm) => alarm.id)).toEqual([id])
  expect(await third.ask(alarmCalls.updateZdAlarm, { id, status: 1 })).toMatchObject({ status: 1, handleUser: 'li' })
  await console.until(isAlarm('alarmChanged', ({ status }) => status === 1))
  await site.live(site.adminToken)
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  const { seq } = await console.until(isAlarm('alarmChanged', ({ status }) => status === 2))
  // Also to a console that was away meanwhile, and still to nobody who was never told.
  const [back, other] = [await site.live(li.token, seq - 1), await site.live(wang.token, seq - 1)]
  await back.until(isAlarm('alarmChanged', ({ status }) => status === 2))
  await other.until(isType('tick'))
  expect(other.messages.filter(isType('event'))).toEqual([])
})

it('is told to nobody beyond while somebody sees it, and is not his then', async () => {
  const { site, li, console } = await withCry()
  const admin = await site.live(site.adminToken)
  await admin.until(isType('welcome'))
  const kiln = (await site.db.raw<{ id: string }>(site.db.sql, `SELECT id FROM dept WHERE name = 'kiln'`)).rows[0]?.id ?? ''
  await site.makeHat('201', { deptId: kiln })
  await cry(site, '201')
  const { event } = await admin.until(isAlarm('alarmRaised', ({ deviceId }) => deviceId === '201'))
  if (event.name !== 'alarmRaised') throw new Error('an alarm was expected')
  await console.until(isType('tick'))
  expect(await li.client.send(alarmCalls.getZdAlarmById, { id: event.data.id })).toMatchObject({ code: 'notFound' })
  expect((await open(li.client)).map(({ deviceId }) => deviceId)).toEqual(['200'])
})
