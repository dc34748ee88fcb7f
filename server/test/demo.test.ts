import { expect, it, onTestFinished } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { createClient, whole, type Client } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { connectHelmet } from './helmet.ts'
import { at } from './places.ts'
import { createTestSite, deviceKey, secondServer, type TestSite } from './site.ts'
import { beginToHold } from './hold.ts'

const seedToken = 'cd'.repeat(32)
const day = 86_400_000

const putClock = async ({ origin }: TestSite, token: string, time: number | null): Promise<number> => {
  const response = await fetch(`${origin}/demo/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ time }),
  })
  await response.body?.cancel()
  return response.status
}
const wire = (time: number): string => new Date(time + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

it('what comes while a demo is seeded has the time at which it came, and an alarm of then was handled then, aloud', async () => {
  const site = await createTestSite({ demo: true, seedToken })
  const seeding = site.clientOf(seedToken)
  const then = Math.floor(Date.now() / 1000) * 1000 - 10 * day
  expect(await putClock(site, seedToken, then)).toBe(200)
  expect(await putClock(site, seedToken, then - 1)).toBe(400)
  await seeding.ask(deviceCalls.saveBsHat, { hatNo: 'A-1', imei: '864901040093271' })
  const report = {
    deviceType: 'hat',
    deviceId: '864901040093271',
    time: new Date(then - 5_000).toISOString(),
    ...at(0, 0),
    sos: 'press',
  }
  await site.report([report])
  const [alarm] = (await seeding.ask(alarmCalls.listRealAlarmData, undefined)).list
  // Five seconds old when it came: nothing was last seen before it was found.
  expect(alarm).toMatchObject({ findTime: wire(then), startTime: wire(then - 5_000), lastTime: wire(then), quiet: false })
  // Somebody signs in then and works for longer than a session lasts unused.
  const operator = site.clientOf(await site.signIn('admin'))
  for (const hours of [10, 20, 30]) {
    await putClock(site, seedToken, then + hours * 3_600_000)
    expect(await operator.send(sessionCalls.getInfo, undefined)).toMatchObject({ code: '200' })
  }
  const handled = await operator.ask(alarmCalls.updateZdAlarm, { id: alarm?.id ?? '', status: 2, reasonCode: 'test' })
  expect(handled.handleTime).toBe(wire(then + 30 * 3_600_000))
  expect(await putClock(site, seedToken, null)).toBe(200)
  const [position] = await seeding.ask(positionCalls.listRealGpsAll, undefined)
  expect(position).toMatchObject({ recvTime: wire(then), online: false })
})

it('the clock is put by nobody but who seeds, while he does, and on no other site', async () => {
  const site = await createTestSite({ demo: true, seedToken })
  const then = Date.now() - day
  expect(await putClock(site, site.adminToken, then)).toBe(403)
  expect(await putClock(site, '', then)).toBe(403)
  expect(await putClock(site, seedToken, Date.now() + day)).toBe(400)
  await site.clientOf(seedToken).ask(sessionCalls.logout, undefined)
  expect(await putClock(site, seedToken, then)).toBe(403)
  const other = await createTestSite()
  expect(await putClock(other, other.adminToken, then)).toBe(404)
})

it('who is signed in is decided by the database’s clock, while that of a demo is put back and at every server', async () => {
  const site = await createTestSite({ demo: true, seedToken })
  const other = await secondServer(site)
  onTestFinished(other.close)
  const origins = [site.origin, await other.fastify.listen({ port: 0, host: '127.0.0.1' })]
  const li = await site.makeUser({ name: 'li', permissions: [] })
  expect(await putClock(site, seedToken, Date.now() - 10 * day)).toBe(200)
  // Longer ago, for this server, than any session lasts.
  const token = await site.signIn('li')
  const clients = origins.map((origin) => createClient({ origin, token: () => token }))
  const each = async <T>(ask: (client: Client) => Promise<T>): Promise<T[]> => await Promise.all(clients.map(ask))
  const codes = async () => (await each((client) => client.send(sessionCalls.getInfo, undefined))).map(({ code }) => code)
  expect(await codes()).toEqual(['200', '200'])
  const [here, there] = await each((client) => client.ask(sessionCalls.listOwnSessions, undefined))
  expect(there).toHaveLength(2)
  expect(here).toEqual(there)
  await site.db.raw(site.db.sql, `UPDATE session SET expires_at = now() - interval '1 second' WHERE person_id = $1`, [li.id])
  await expect.poll(codes).toEqual(['10002', '10002'])
})

it('a helmet says its firmware when it logs in, and nothing that is none', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const firmwareOf = async (): Promise<unknown> => {
    const found = await site.admin.ask(deviceCalls.listBsHatByDeptId, { keyword: '100' })
    return (Array.isArray(found) ? found : found.list)[0]?.fwVersion
  }
  const logIn = async (more: object): Promise<void> => {
    const helmet = await connectHelmet(site)
    helmet.say({ act: 'ca_login', device_id: '100', key: deviceKey, ...more })
    expect(await helmet.next('ca_login')).toMatchObject({ status: true })
    helmet.socket.close()
    await helmet.closed
  }
  await logIn({ fw_version: '3.4.12' })
  await expect.poll(firmwareOf).toBe('3.4.12')
  await logIn({ fw_version: '<b>3</b>' })
  await logIn({ fw_version: 7 })
  await logIn({})
  await logIn({ fw_version: '3.5.0' })
  await expect.poll(firmwareOf).toBe('3.5.0')
})

it('what a helmet says of its firmware waits for nobody who holds its record, and nobody waits for it', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  await site.makeHat('200')
  const firmwareOf = async (code: string): Promise<unknown> =>
    whole(await site.admin.ask(deviceCalls.listBsHatAll, {})).find(({ imei }) => imei === code)?.fwVersion
  const logIn = async (code: string): Promise<void> => {
    const helmet = await connectHelmet(site)
    helmet.say({ act: 'ca_login', device_id: code, key: deviceKey, fw_version: '4.0.1' })
    expect(await helmet.next('ca_login')).toMatchObject({ status: true })
    helmet.socket.close()
    await helmet.closed
  }
  const { db } = site
  const held = await beginToHold(db)
  await db.raw(held, `SELECT FROM device WHERE code = '100' FOR NO KEY UPDATE`)
  for (let time = 0; time < 20; time += 1) await logIn('100')
  await logIn('200')
  await expect.poll(() => firmwareOf('200')).toBe('4.0.1')
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  expect((await db.raw(db.sql, waiting)).rows).toEqual([])
  expect(await firmwareOf('100')).toBe('')
  await held.commit().execute()
  await expect.poll(() => firmwareOf('100')).toBe('4.0.1')
})

it('home, lists and map count the same devices', async () => {
  const site = await createTestSite()
  const deptId = await site.makeDept('coal mill')
  await Promise.all(['201', '202', '203', '204'].map((imei) => site.makeHat(imei, { deptId })))
  const [known] = await site.admin
    .ask(deviceCalls.listBsHatByDeptId, { keyword: '204' })
    .then((all) => (Array.isArray(all) ? all : all.list))
  if (!known) throw new Error('a helmet is missing')
  await site.admin.ask(deviceCalls.saveBsHat, { ...known, enable: 0 })
  await site.report(
    ['201', '202'].map((deviceId) => ({ deviceType: 'hat', deviceId, time: new Date().toISOString(), ...at(0, 0) })),
  )
  const listed = async (query: object): Promise<number> => {
    const found = await site.admin.ask(deviceCalls.listBsHatByDeptId, { pageNum: 1, pageSize: 10, ...query })
    return Array.isArray(found) ? found.length : found.total
  }
  const counted = (await site.admin.ask(positionCalls.listOnlineStaNumber, undefined)).find(
    ({ deviceType }) => deviceType === 'hat',
  )
  const console = await site.live(site.adminToken)
  const directory = await console.until((message) => message.type === 'directory')
  expect(counted).toMatchObject({ online: 2, total: 3 })
  // The lists behind home's numbers: those of helmets in use.
  expect(await listed({ online: 1, enable: 1 })).toBe(counted?.online)
  expect(await listed({ online: 0, enable: 1 })).toBe((counted?.total ?? 0) - (counted?.online ?? 0))
  expect(directory.objects).toHaveLength(counted?.total ?? 0)
  expect((await site.admin.ask(positionCalls.listRealGpsAll, undefined)).filter(({ online }) => online)).toHaveLength(
    counted?.online ?? 0,
  )
})
