import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import { siteCalls } from '@vigil/contract/site/calls.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, neighbourOf, reportTo, type TestSite } from '../../../test/site.ts'
import type { Job } from '../../kernel/jobs/job.ts'

const { listBsDeviceFaultByDeptId, countBsDeviceFaultByDeptId, assignBsDeviceFault } = healthCalls

const inOrder = (one: readonly unknown[], other: readonly unknown[]): number => (String(one) < String(other) ? -1 : 1)

/** A server whose devices are judged, and what it heard without a position or late is written, when the test says so. */
const judging = () => {
  const held = new Map<string, Job['run']>()
  const isHeld = ({ name }: Job): boolean => ['device health', 'reports without a position', 'clocks'].includes(name)
  const jobs = (all: readonly Job[]): readonly Job[] => {
    for (const job of all.filter(isHeld)) held.set(job.name, job.run)
    return all.filter((job) => !isHeld(job))
  }
  const run = (name: string) => held.get(name)?.() ?? Promise.reject(new Error('no such job'))
  const write = async (): Promise<void> => {
    await run('reports without a position')
    await run('clocks')
  }
  return { company: { jobs }, judge: () => run('device health'), write }
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
  expect(whole(await site.admin.ask(listBsDeviceFaultByDeptId, { kind: 'clockDrift' }))).toMatchObject([{ skewSeconds: 900 }])
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

it('a receiver that says no place, or always the same, and a clock that is behind are found by what is kept, on any server, and over by themselves', async () => {
  const [here, there] = [judging(), judging()]
  const site = await createTestSite({}, undefined, here.company)
  const neighbour = await neighbourOf(site, undefined, there.company)
  const { id: userId } = await site.makeUser({ name: 'wearer' })
  const faults = async (body = {}) =>
    whole(await site.admin.ask(listBsDeviceFaultByDeptId, body))
      .map(({ deviceId, kind }) => [deviceId, kind])
      .toSorted(inOrder)
  const judgeAll = async () => {
    await turn(site)
    await Promise.all([here.judge(), there.judge()])
  }

  // Without a position.
  const nowhere = (deviceId: string) => ({ ...report(deviceId, 80), lng: 0, lat: 0 })
  const lost = ['lost', 'brief', 'found', 'woken']
  for (const imei of lost) await site.makeHat(imei)
  const say = async (...codes: string[]) => {
    expect((await site.report(codes.map(nowhere))).rejected.map(({ reason }) => reason)).toEqual(codes.map(() => 'noFix'))
    await here.write()
  }
  // The other server hears of new devices a moment later, and until then counts nothing of them: it has said all once all is written.
  const sayThere = async (...codes: string[]) => {
    await expect
      .poll(async () => {
        const { rejected } = await reportTo(neighbour.origin, codes.map(nowhere))
        expect(rejected.map(({ reason }) => reason)).toEqual(codes.map(() => 'noFix'))
        await there.write()
        const { rows } = await run(
          site,
          `SELECT device.code FROM device_unfixed JOIN device ON device.id = device_id WHERE last_seen > now() - interval '30 s'`,
        )
        return rows.length
      })
      .toBe(codes.length)
  }
  const began = (code: string, first: string, last: string) =>
    run(
      site,
      `UPDATE device_unfixed SET first_seen = now() - interval '${first}', last_seen = now() - interval '${last}'
       FROM device WHERE device.id = device_id AND device.code = '${code}'`,
    )
  await say(...lost)
  await began('lost', '11 minutes', '1 minute')
  await began('brief', '9 minutes', '1 minute')
  await began('found', '11 minutes', '1 minute')
  await began('woken', '3 hours', '2 hours')
  // Heard by another server: what goes on goes on, what was silent for an hour begins anew.
  await sayThere(...lost)
  await site.report([report('found', 80)])
  await expect.poll(states(site)).toBe(1)
  await judgeAll()
  expect(await faults()).toEqual([['lost', 'noFix']])
  await judgeAll()
  expect(
    (
      await run(
        site,
        `SELECT 1 FROM device_fault JOIN device_unfixed USING (device_id) WHERE since = date_trunc('milliseconds', first_seen)`,
      )
    ).rows,
  ).toHaveLength(1)
  // Silent now, it is offline beside that; heard again, still without a position.
  await began('lost', '3 hours', '2 hours')
  await judgeAll()
  expect(await faults()).toEqual([
    ['lost', 'noFix'],
    ['lost', 'offline'],
  ])
  await say('lost')
  await judgeAll()
  expect(await faults()).toEqual([['lost', 'noFix']])
  await site.report([report('lost', 80)])
  await expect.poll(states(site)).toBe(2)
  await judgeAll()
  expect(await faults()).toEqual([])

  // Late by the same again and again, whichever server hears it; a backlog is late by less and less, and one that is in time now is right.
  const [minute, hour] = [60_000, 3_600_000]
  const behind = ['utc', 'backlog', 'both', 'righted']
  for (const imei of behind) await site.makeHat(imei)
  const late = (deviceId: string, by: number) => ({ ...report(deviceId, 80), time: new Date(Date.now() - by).toISOString() })
  const tell = async (at: { readonly origin: string }, writes: () => Promise<void>, ...reports: readonly object[]) => {
    await expect.poll(() => reportTo(at.origin, reports)).toMatchObject({ rejected: [] })
    await writes()
  }
  const steady = ['utc', 'righted'].map((code) => late(code, 8 * hour))
  await tell(site, here.write, ...steady, late('backlog', 8 * hour), late('both', 8 * hour), late('both', 7 * hour))
  await run(
    site,
    `UPDATE clock_behind SET first_seen = first_seen - interval '6 minutes', last_seen = last_seen - interval '1 minute'`,
  )
  await tell(
    neighbour,
    there.write,
    late('utc', 8 * hour - 5_000),
    late('righted', 8 * hour - 5_000),
    late('backlog', 8 * hour - minute),
  )
  await tell(site, here.write, late('both', 8 * hour - 1), late('both', 7 * hour - 1))
  const stored = (codes: readonly string[], within: number) =>
    expect
      .poll(
        async () =>
          (
            await run(
              site,
              `SELECT 1 FROM device_state JOIN device ON device.id = device_id WHERE code IN ('${codes.join(`', '`)}')
               AND recv_time - fix_time < interval '${within} ms' AND recv_time > now() - interval '1 minute'`,
            )
          ).rows.length,
      )
      .toBe(codes.length)
  await stored(behind, 9 * hour)
  await judgeAll()
  const skews = async (body = {}) =>
    whole(await site.admin.ask(listBsDeviceFaultByDeptId, { kind: 'clockDrift', ...body }))
      .map(({ deviceId, skewSeconds }) => [deviceId, Math.round((skewSeconds ?? 0) / 60)])
      .toSorted(inOrder)
  expect(await skews()).toEqual([
    ['righted', -480],
    ['utc', -480],
  ])
  await tell(neighbour, there.write, late('righted', 0))
  await stored(['righted'], minute)
  await judgeAll()
  expect(await skews()).toEqual([['utc', -480]])
  expect(await skews({ ended: true })).toEqual([['righted', -480]])
  await tell(site, here.write, late('utc', 0), late('backlog', 0), late('both', 0))
  await stored(behind, minute)
  await judgeAll()
  expect(await faults()).toEqual([])

  // Always the same.
  for (const imei of ['stuck', 'still', 'short', 'rare', 'high', 'indoors']) await site.makeHat(imei, { userId })
  await site.makeHat('spare')
  const badge = { badgeNo: 'B', devEui: '00000000000000b1', userId }
  await site.admin.ask(deviceCalls.saveBsBadge, badge)
  for (const terminalNo of ['driving', 'parked'])
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber: `P-${terminalNo}`, terminalNo })
  const place = { ...at(10, 10), alt: 31.5 }
  const now = Date.now()
  const told = (deviceId: string, minutesAgo: readonly number[], more: (minutes: number) => object = () => ({})) =>
    minutesAgo.map((minutes) => ({
      deviceType: 'hat',
      deviceId,
      time: new Date(now - minutes * 60_000).toISOString(),
      battery: 80,
      ...place,
      ...more(minutes),
    }))
  const half = [31, 24, 18, 12, 6, 0]
  await site.report([
    ...told('stuck', half),
    // Each of these is nearly so: one last digit otherwise, less than half an hour, too few, another height, placed by beacons, worn by nobody, parked.
    ...told('still', half, (minutes) => (minutes === 12 ? { lng: place.lng + 1e-9 } : {})),
    ...told('short', [29, 24, 18, 12, 6, 0]),
    ...told('rare', [31, 20, 10, 0]),
    ...told('high', half, (minutes) => ({ alt: 31.5 + minutes / 10 })),
    ...told('indoors', half, () => ({ floor: 2 })),
    ...told('spare', half),
    ...told(badge.devEui, half, () => ({ deviceType: 'badge' })),
    ...told('driving', half, () => ({ deviceType: 'car', speed: 22 })),
    // The last word of one that is parked may be a wrong one.
    ...told('parked', half, (minutes) => ({ deviceType: 'car', speed: minutes === 0 ? 22 : 0 })),
  ])
  await expect
    .poll(
      async () =>
        (await run(site, `SELECT 1 FROM device_state WHERE alt IS NOT NULL AND fix_time > now() - interval '1 minute'`)).rows
          .length,
    )
    .toBe(10)
  await judgeAll()
  const stuck = [
    ['driving', 'stuck'],
    ['stuck', 'stuck'],
  ]
  expect(await faults()).toEqual(stuck)
  // Silent, it is as stuck as it was, though what told so is long packed.
  await run(site, `DELETE FROM position`)
  await run(
    site,
    `UPDATE device_state SET recv_time = now() - interval '10 minutes' FROM device
    WHERE device.id = device_id AND device.code = 'stuck'`,
  )
  await judgeAll()
  await judgeAll()
  expect(await faults()).toEqual([...stuck.slice(0, 1), ['stuck', 'offline'], ...stuck.slice(1)])
  const moved = (deviceId: string, more = {}) => ({ ...report(deviceId, 80), ...place, lng: place.lng + 1e-9, ...more })
  await site.report([moved('stuck'), moved('driving', { deviceType: 'car' })])
  await expect
    .poll(async () => (await run(site, `SELECT 1 FROM device_state WHERE lng = ${place.lng + 1e-9}`)).rows.length)
    .toBe(2)
  await judgeAll()
  expect(await faults()).toEqual([])
  expect((await faults({ ended: true })).filter(([, kind]) => kind === 'stuck')).toEqual(stuck)
})
