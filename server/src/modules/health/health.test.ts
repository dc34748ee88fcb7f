import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf, type TestSite } from '../../../test/site.ts'
import type { Job } from '../../kernel/jobs/job.ts'

const { listBsDeviceFaultByDeptId, countBsDeviceFaultByDeptId, assignBsDeviceFault } = healthCalls

const inOrder = (one: readonly unknown[], other: readonly unknown[]): number => (String(one) < String(other) ? -1 : 1)

/** A server whose devices are judged when the test says so. */
const judging = () => {
  let judge: Job['run'] = () => Promise.reject(new Error('no such job'))
  const jobs = (all: readonly Job[]): readonly Job[] => {
    judge = all.find(({ name }) => name === 'device health')?.run ?? judge
    return all.filter(({ name }) => name !== 'device health')
  }
  return { company: { jobs }, judge: () => judge() }
}
const run = ({ db }: TestSite, statement: string) => db.raw(db.sql, statement)
const turn = (site: TestSite) =>
  run(site, `UPDATE device_fault_judged SET judged_at = now() - interval '20 s', settled_at = '-infinity'`)
const report = (deviceId: string, battery: number) => ({
  deviceType: 'hat',
  deviceId,
  time: new Date().toISOString(),
  battery,
  ...at(0, 0),
})
const silence = (site: TestSite) =>
  run(
    site,
    `UPDATE device_state SET recv_time = now() - interval '10 minutes' FROM device WHERE device.id = device_id AND device.code IN ('100', '400')`,
  )
const choose = async ({ admin }: TestSite, chosen: object) =>
  admin.ask(siteCalls.saveSite, { ...(await admin.ask(siteCalls.getSite, undefined)), ...chosen })
const alarms = async ({ admin }: TestSite) =>
  (await admin.ask(alarmCalls.listRealAlarmData, undefined)).list
    .map(({ alarmType, deviceId, condition, count, result }) => [alarmType, deviceId, condition, count, result])
    .toSorted(inOrder)
const states =
  ({ db }: TestSite) =>
  async () =>
    (
      await db.raw<{ n: number }>(
        db.sql,
        `SELECT count(*)::int AS n FROM device_state WHERE recv_time > now() - interval '1 minute'`,
      )
    ).rows[0]?.n

it('what is wrong with devices is found once, seen to by name, alarmed of where the site says so, and over by itself', async () => {
  const [here, there] = [judging(), judging()]
  const site = await createTestSite({}, undefined, here.company)
  await neighbourOf(site, undefined, there.company)
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const permissions = ['deviceHealthMgmt', 'deviceHealthMgmt:edit']
  const wu = await site.makeUser({ name: 'wu', permissions, scope: 'own', deptId: mill })
  const he = await site.makeUser({ name: 'he', permissions, scope: 'own', deptId: kiln })
  const reader = await site.makeUser({ name: 'reader', permissions: ['deviceHealthMgmt'], scope: 'own', deptId: mill })
  for (const imei of ['100', '200', '300', '400']) await site.makeHat(imei, { deptId: mill })
  const list = async (who = site.admin, body = {}) =>
    whole(await who.ask(listBsDeviceFaultByDeptId, body))
      .map(({ deviceId, kind, endedAt }) => [deviceId, kind, endedAt !== null])
      .toSorted(inOrder)
  const judgeAll = async () => {
    await turn(site)
    await Promise.all([here.judge(), there.judge()])
  }

  await site.report([report('100', 80), report('200', 15), report('300', 80), report('400', 80)])
  await expect.poll(states(site)).toBe(4)
  await judgeAll()
  expect(await list()).toEqual([['200', 'lowBattery', false]])
  await silence(site)
  await run(site, `INSERT INTO clock_skew SELECT id, now(), now() + interval '1 s', 900, 3 FROM device WHERE code = '300'`)
  // What is newer than the written state counts as well.
  await run(
    site,
    `INSERT INTO position (device_id, kind, fix_time, recv_time, lng, lat, late) SELECT device_id, 0, fix_time + interval '1 s', now(), lng, lat, false
     FROM device_state JOIN device ON device.id = device_id WHERE code = '400'`,
  )
  // After a pause nobody falls silent before he could be heard.
  await run(site, `UPDATE device_fault_judged SET judged_at = now() - interval '2 minutes'`)
  await here.judge()
  const found = [
    ['200', 'lowBattery', false],
    ['300', 'clockDrift', false],
  ]
  expect(await list()).toEqual(found)
  await judgeAll()
  await judgeAll()
  const open = [['100', 'offline', false], ...found]
  expect(await list()).toEqual(open)
  expect(await run(site, 'SELECT 1 FROM device_fault')).toMatchObject({ rows: { length: 3 } })
  // Nobody asked for alarms.
  expect(await alarms(site)).toEqual([])

  // What is another department's is not there, and nobody is given it who does not see it.
  expect([await list(wu.client), await list(he.client)]).toEqual([open, []])
  expect(await wu.client.ask(countBsDeviceFaultByDeptId, {})).toEqual([{ deptId: mill, count: 3 }])
  expect(await he.client.ask(countBsDeviceFaultByDeptId, {})).toEqual([])
  expect(await list(wu.client, { keyword: '200' })).toEqual([['200', 'lowBattery', false]])
  const page = paged(await wu.client.ask(listBsDeviceFaultByDeptId, { kind: 'offline', pageNum: 1, pageSize: 1, sort: '-since' }))
  const [fault] = page.list
  const { id = '', version = 0 } = fault ?? {}
  const assign = async (who: typeof wu, userId: string | null, more: object = {}) =>
    (await who.client.send(assignBsDeviceFault, { id, version, userId, ...more })).code
  expect([await assign(he, he.id), await assign(reader, reader.id), await assign(wu, he.id)]).toEqual([
    'notFound',
    'forbidden',
    'invalidInput',
  ])
  const given = await Promise.all([assign(wu, reader.id, { note: '换电池' }), assign(wu, wu.id, { note: '换电池' })])
  expect(given.toSorted()).toEqual(['200', 'conflict'])
  const [owned] = whole(await wu.client.ask(listBsDeviceFaultByDeptId, { ids: [id] }))
  expect(owned).toMatchObject({ note: '换电池', version: version + 1, ownerName: given[0] === '200' ? 'reader' : 'wu' })
  const log = await site.admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'health' })
  expect(paged(log).list.filter(({ result }) => result === 'success')).toMatchObject([
    { action: 'update', object: 'deviceFault' },
  ])

  await choose(site, { offlineAlarm: true, lowBatteryAlarm: true })
  await judgeAll()
  await judgeAll()
  const raised = (condition: string) => [
    [10, '100', condition, 1, 'H-100离线，已 10 分钟没有上报'],
    [11, '200', condition, 1, 'H-200电量低，剩余 15%'],
  ]
  expect(await alarms(site)).toEqual(raised('active'))
  await choose(site, { lowBatteryAlarm: false })
  await judgeAll()
  expect(await alarms(site)).toEqual([raised('active')[0], raised('returned')[1]])

  await site.report([report('100', 80), report('200', 25), report('300', 80)])
  await run(site, `UPDATE clock_skew SET last_seen = now() - interval '1 minute'`)
  await expect.poll(states(site)).toBe(3)
  await judgeAll()
  expect(await list()).toEqual([])
  expect((await list(site.admin, { ended: true })).map(([device, kind]) => [device, kind])).toEqual(
    open.map(([device, kind]) => [device, kind]),
  )
  expect(await alarms(site)).toEqual(raised('returned'))
  expect(await assign(wu, null, { version: version + 2 })).toBe('invalidInput')

  // One that is switched off has none any more; a fault and its alarm begin in one.
  await silence(site)
  await judgeAll()
  expect(await list()).toContainEqual(['100', 'offline', false])
  expect((await alarms(site)).map(([type, device, condition]) => [type, device, condition])).toContainEqual([10, '100', 'active'])
  const [hat] = whole(await site.admin.ask(deviceCalls.listBsHatAll, { keyword: '100' }))
  await site.admin.ask(deviceCalls.deleteBsHatById, { id: hat?.id ?? '' })
  await judgeAll()
  expect((await alarms(site)).map(([type, device, condition]) => [type, device, condition])).toContainEqual([
    10,
    '100',
    'returned',
  ])
})
