import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { endOfShift } from '@vigil/contract/alarms/statistics.ts'
import { helmetOf } from '../../../test/helmet.ts'
import { byHand } from '../../../test/jobs.ts'
import { lifeOf, millWith, open, stepTo } from '../../../test/mill.ts'
import { isAlarm, isType, neighbourOf, openConsole, type TestSite } from '../../../test/site.ts'

const shelving = { minutes: 15, reasonCode: 'maintenance' } as const
/** Its time is over. */
const expire = (site: TestSite) =>
  site.db.raw(site.db.sql, `UPDATE alarm SET shelved_until = now() - interval '1 second' WHERE shelved_until IS NOT NULL`)

it('are put aside for a while with who, why and until when, listed so, and brought back by hand', async () => {
  const { site, alarm, id, zhou, wu } = await millWith({ level: 2 })
  const console = await site.live(wu.token)
  await console.until(isType('welcome'))
  const shelved = await zhou.client.ask(alarmCalls.shelveAlarm, { id, version: alarm.version, ...shelving, note: '换滤袋' })
  expect(shelved).toMatchObject({ status: 0, shelvedBy: 'zhou', shelveReason: 'maintenance' })
  expect(shelved.shelvedUntil).not.toBeNull()
  expect((await console.until(isAlarm('alarmChanged'))).event.data).toMatchObject({ id, shelvedBy: 'zhou' })
  const pageOf = (more: object) => site.admin.ask(alarmCalls.listUnHandledPage, more)
  expect(await pageOf({ shelved: true })).toMatchObject({ list: [{ id }], total: 1 })
  expect(await pageOf({ shelved: false })).toEqual({ list: [], total: 0 })
  expect((await pageOf({})).total).toBe(1)
  // It calls nobody, by sums and alarm by alarm.
  const calling = () =>
    Promise.all(
      [site.admin, zhou.client].map(async (client) => [
        (await client.ask(alarmCalls.getNewestAlarm, undefined))?.id,
        (await client.ask(alarmCalls.listUnHandleCount, undefined)).total,
      ]),
    )
  expect(await calling()).toEqual([
    [undefined, 0],
    [undefined, 0],
  ])
  expect(await wu.client.ask(alarmCalls.unshelveAlarm, { id })).toMatchObject({ shelvedUntil: null, shelvedBy: '' })
  expect(await wu.client.send(alarmCalls.unshelveAlarm, { id })).toMatchObject({ code: 'invalidInput', msg: '报警没有被搁置' })
  expect(await calling()).toEqual([
    [id, 1],
    [id, 1],
  ])
  // Whoever takes it up ends it too.
  await zhou.client.ask(alarmCalls.shelveAlarm, { id, ...shelving, minutes: 720, shiftEnd: true })
  const last = (await site.admin.ask(alarmCalls.listAlarmStep, { id })).at(-1)
  expect(last?.until).toBe(endOfShift(last?.at ?? ''))
  expect(await wu.client.ask(alarmCalls.assignAlarm, { id })).toMatchObject({ status: 1, shelvedUntil: null })
  expect(await lifeOf(site, id)).toEqual([
    'raised',
    'shelved by zhou maintenance 换滤袋',
    'unshelved by wu',
    'shelved by zhou maintenance',
    'taken by wu',
  ])
  // What somebody has in hand is nobody's while it is put aside: it waits for whoever is there when it comes back.
  expect(await zhou.client.ask(alarmCalls.shelveAlarm, { id, ...shelving })).toMatchObject({
    status: 0,
    assigneeId: null,
    assignee: '',
  })
})

it('come again in silence while they are shelved, each time kept, and stay so through returns until their time is over', async () => {
  const { company, run: endShelves } = byHand('alarm shelves')
  const { site, id } = await millWith({ level: 2 }, company)
  const console = await site.live(site.adminToken)
  await console.until(isType('welcome'))
  const worn = await helmetOf(site, '100')
  const off = async () => {
    worn.say({ act: 'ca_sos', sos_type: '1' })
    await worn.next('ca_sos')
  }
  await off()
  const helmet = (await open(site)).find((alarm) => alarm.id !== id)?.id ?? ''
  const present = async () => (await open(site)).find((alarm) => alarm.id === helmet)
  /** Long enough ago that it is told anew. */
  const longAgo = () =>
    site.db.raw(
      site.db.sql,
      `UPDATE alarm SET last_time = last_time - interval '1 hour', start_time = start_time - interval '1 hour',
        announced_at = announced_at - interval '1 hour'`,
    )
  const timesRaised = () =>
    console.messages.filter(isAlarm('alarmRaised')).filter(({ event }) => (event.data as { id: string }).id === helmet).length

  await site.admin.ask(alarmCalls.shelveAlarm, { id: helmet, ...shelving })
  await off()
  await longAgo()
  await off()
  await console.until(isAlarm('alarmChanged', ({ count }) => count === 3))
  expect(timesRaised()).toBe(1)
  expect(await present()).toMatchObject({ count: 3, shelveReason: 'maintenance' })
  // Once its time is over it is told anew.
  await expire(site)
  await endShelves()
  expect((await present())?.shelvedUntil).toBeNull()
  await longAgo()
  await off()
  await console.until(isAlarm('alarmRaised', ({ count }) => count === 4))
  expect(await lifeOf(site, helmet)).toEqual([
    'raised',
    'shelved by 系统管理员 maintenance',
    'suppressed maintenance 2×',
    'suppressed maintenance 3×',
    'unshelved',
    'repeated 4×',
  ])

  // What comes and goes may be put aside while it is gone, and is announced again once its time is over.
  const [outside, inside] = [stepTo('100', 500, 500), stepTo('100', 0, 0)]
  const step = (to: typeof inside) => site.report([{ ...to, time: new Date().toISOString() }])
  const fence = async () => (await open(site)).find((alarm) => alarm.id === id)
  await step(outside)
  await site.admin.ask(alarmCalls.shelveAlarm, { id, ...shelving })
  for (const to of [inside, outside, inside, outside]) await step(to)
  expect(await fence()).toMatchObject({ count: 3, condition: 'returned', shelvedUntil: expect.any(String) as string })
  await expire(site)
  await endShelves()
  expect((await fence())?.shelvedUntil).toBeNull()
  await step(inside)
  await console.until(isAlarm('alarmRaised', (alarm) => alarm.count === 4 && (alarm as { id?: string }).id === id))
  expect(console.messages.filter(isAlarm('alarmRaised', (alarm) => (alarm as { id?: string }).id === id))).toHaveLength(1)
  expect(await lifeOf(site, id)).toEqual([
    'raised',
    'returned',
    'shelved by 系统管理员 maintenance',
    'suppressed maintenance 2×',
    'returned',
    'suppressed maintenance 3×',
    'returned',
    'unshelved',
    'repeated 4×',
  ])
})

it('are put aside by nobody who may not, not for long, not for no reason, and never a call for help', async () => {
  const { site, id, zhou, guard, burner } = await millWith()
  await site.report([{ deviceType: 'hat', deviceId: '100', time: new Date().toISOString(), sos: 'press' }])
  const before = await open(site)
  const cry = before.find(({ alarmType }) => alarmType === 4)?.id ?? ''
  const send = (body: object, by = zhou) => by.client.send(alarmCalls.shelveAlarm, { id, ...shelving, ...body })
  expect(await send({ minutes: 61 })).toMatchObject({ code: 'invalidInput', msg: '搁置分钟数不能超过 60，这是一级报警' })
  for (const wrong of [{ minutes: 0 }, { minutes: -5 }, { minutes: 721 }, { reasonCode: 'tired' }, { note: 'x'.repeat(501) }])
    expect(await send(wrong)).toMatchObject({ code: 'invalidInput' })
  expect(await send({ id: cry })).toMatchObject({ code: 'invalidInput', msg: '报警是求救，不能搁置' })
  expect(await send({}, guard)).toMatchObject({ code: 'forbidden' })
  expect(await send({}, burner)).toMatchObject({ code: 'notFound' })
  expect(await burner.client.send(alarmCalls.unshelveAlarm, { id })).toMatchObject({ code: 'notFound' })
  expect(await open(site)).toEqual(before)
  const both = await Promise.all([15, 30].map((minutes) => send({ minutes, version: before[0]?.version })))
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', 'conflict'])
  await site.admin.ask(alarmCalls.updateZdAlarm, { id, status: 2 })
  expect(await send({})).toMatchObject({ code: 'invalidInput', msg: '报警已由系统管理员处理' })
})

it('are put aside by those whose they are alone: not by who was told of one, nor by who sees what has no department', async () => {
  const { site, id, zhou, burner } = await millWith()
  await site.db.raw(site.db.sql, 'INSERT INTO alarm_told (alarm_id, person_id) VALUES ($1, $2)', [id, burner.id])
  const shelve = (by: typeof zhou) => by.client.send(alarmCalls.shelveAlarm, { id, ...shelving })
  const before = await open(site)
  expect(await shelve(burner)).toMatchObject({ code: 'forbidden', msg: expect.stringContaining('更大的数据范围') as string })
  expect([await open(site), await lifeOf(site, id)]).toEqual([before, ['raised']])
  await site.db.raw(site.db.sql, 'UPDATE alarm SET dept_id = NULL WHERE id = $1', [id])
  expect(await shelve(zhou)).toMatchObject({ code: 'forbidden', msg: expect.stringContaining('整个站点') as string })
  expect(await site.admin.ask(alarmCalls.shelveAlarm, { id, ...shelving })).toMatchObject({ shelveReason: 'maintenance' })
  // To bring it back takes nothing from anybody.
  expect(await burner.client.ask(alarmCalls.unshelveAlarm, { id })).toMatchObject({ shelvedUntil: null })
})

it('of level one are put aside again for no longer than an hour from the first time, until they came back', async () => {
  const { company, run: endShelves } = byHand('alarm shelves')
  const { site, id, zhou } = await millWith({}, company)
  const shelve = (minutes: number) => zhou.client.send(alarmCalls.shelveAlarm, { id, ...shelving, minutes })
  /** So many minutes pass, of which its time is no part. */
  const pass = (minutes: number) =>
    site.db.raw(site.db.sql, `UPDATE alarm SET shelved_since = shelved_since - make_interval(mins => $1)`, [minutes])
  expect(await shelve(60)).toMatchObject({ code: '200' })
  await pass(40)
  const before = await open(site)
  expect(await shelve(21)).toMatchObject({ code: 'invalidInput', msg: expect.stringMatching(/^搁置分钟数不能超过 19/) as string })
  expect(await open(site)).toEqual(before)
  expect(await shelve(19)).toMatchObject({ code: '200' })
  await pass(30)
  expect(await shelve(1)).toMatchObject({ code: 'invalidInput', msg: expect.stringMatching(/^搁置分钟数已用完/) as string })
  // By its time, and by a hand.
  await expire(site)
  await endShelves()
  expect(await shelve(60)).toMatchObject({ code: '200' })
  await pass(30)
  await zhou.client.ask(alarmCalls.unshelveAlarm, { id })
  expect(await shelve(60)).toMatchObject({ code: '200' })
  expect(await lifeOf(site, id)).toEqual([
    'raised',
    'shelved by zhou maintenance',
    'shelved by zhou maintenance',
    'unshelved',
    'shelved by zhou maintenance',
    'unshelved by zhou',
    'shelved by zhou maintenance',
  ])
})

it('are back at their time, once over three servers, and every console hears of it', async () => {
  const hands = [byHand('alarm shelves'), byHand('alarm shelves'), byHand('alarm shelves')] as const
  const { site, id, zhou } = await millWith({}, hands[0].company)
  const servers = [await neighbourOf(site, undefined, hands[1].company), await neighbourOf(site, undefined, hands[2].company)]
  const consoles = await Promise.all([site, ...servers].map(({ origin }) => openConsole(origin, zhou.token, null, ['alarms'])))
  for (const console of consoles) await console.until(isType('welcome'))
  for (const round of [1, 2, 3]) {
    await zhou.client.ask(alarmCalls.shelveAlarm, { id, ...shelving })
    await expire(site)
    await Promise.all(hands.map(({ run }) => run()))
    expect((await open(site))[0]?.shelvedUntil).toBeNull()
    expect((await lifeOf(site, id)).filter((line) => line === 'unshelved')).toHaveLength(round)
  }
  const [{ version } = { version: 0 }] = await open(site)
  for (const console of consoles) {
    await console.until(isAlarm('alarmChanged', (alarm) => (alarm as { version?: number }).version === version))
    console.socket.terminate()
  }
})
