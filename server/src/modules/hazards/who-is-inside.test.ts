import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { createClient, whole } from '@vigil/contract/kernel/client.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import type { Company } from '../../kernel/create-kernel.ts'
import { judgedByHand } from '../../../test/jobs.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, neighbourOf, reportTo, type TestSite } from '../../../test/site.ts'

const report = (imei: string, east: number, secondsAgo = 0, north = 0) => ({
  deviceType: 'hat',
  deviceId: imei,
  time: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  ...at(east, north),
})
const alarms = async (site: TestSite): Promise<Alarm[]> => (await site.admin.ask(alarmCalls.listRealAlarmData, undefined)).list
const conditions = async (site: TestSite): Promise<[number, string, number][]> =>
  (await alarms(site)).map(({ alarmType, condition, count }) => [alarmType, condition, count])
/** A site where it is judged who is inside when a test says so; `judged` is how its alarms stand after a round. */
const steered = async (company: Company = {}) => {
  const { company: byHand, judge } = judgedByHand()
  const site = await createTestSite({}, undefined, { ...company, ...byHand })
  return {
    site,
    judge: () => judge(site),
    judged: async () => {
      await judge(site)
      return conditions(site)
    },
  }
}
const atOnce = { minInside: 0, minOutside: 0, level: 2 } as const

it('one alarm while too many are inside, whichever of three servers hears them, and it returns by itself', async () => {
  const company = { looksBack: false }
  const { site: a, ...atA } = await steered(company)
  const [handB, handC] = [judgedByHand(), judgedByHand()]
  const b = await neighbourOf(a, undefined, { ...company, ...handB.company })
  const c = await neighbourOf(a, undefined, { ...company, ...handC.company })
  /** Two of them judge at once and the third after them, and how alarms stand then. */
  const judged = async () => {
    await Promise.all([handB.judge(a), handC.judge(a)])
    return atA.judged()
  }
  for (const imei of ['1', '2', '3']) await a.makeHat(imei)
  const fenceId = await a.makeFence({ ...atOnce, name: '煤磨', type: 'headcount', maxCount: 2 })
  for (const [origin, imei] of [
    [b.origin, '2'],
    [c.origin, '3'],
  ] as const)
    await expect.poll(async () => (await reportTo(origin, [report(imei, 0)])).accepted).toBe(1)
  // Whoever judges has heard of both.
  for (const { origin } of [a, b, c]) {
    const client = createClient({ origin, token: () => a.adminToken })
    await expect.poll(async () => (await client.ask(positionCalls.listRealGpsAll, undefined)).length).toBe(2)
  }
  expect(await judged()).toEqual([])
  await a.report([report('1', 5)])
  await expect.poll(judged).toEqual([[6, 'active', 1]])
  await judged()
  expect(await alarms(a)).toMatchObject([
    {
      alarmType: 6,
      alarmLevel: 2,
      alarmName: '煤磨',
      ruleId: fenceId,
      source: { kind: 'fence', id: fenceId, label: '煤磨' },
      result: '“煤磨”内有 3 人，最多 2 人',
      condition: 'active',
      count: 1,
    },
  ])
  await reportTo(c.origin, [report('3', 200)])
  await expect.poll(judged).toEqual([[6, 'returned', 1]])
})

it('one alarm while too few are inside, also when whoever was is not heard any more', async () => {
  const { site, judge, judged } = await steered()
  await site.makeHat('1')
  await site.report([report('1', 0)])
  await site.makeFence({ ...atOnce, name: '中控室', type: 'headcount', minCount: 1 })
  expect(await judged()).toEqual([])
  await site.makeHat('2')
  await site.makeFence({ ...atOnce, name: '窑头', type: 'headcount', minCount: 1, points: square(500, 0, 20) })
  // Heard of so long ago that he is offline in a moment.
  await site.report([report('2', 500, 296)])
  await expect.poll(judged).toEqual([[7, 'active', 1]])
  await judge()
  expect(await alarms(site)).toMatchObject([{ alarmType: 7, result: '“窑头”内有 0 人，至少 1 人', count: 1 }])
  await site.report([report('2', 500)])
  expect(await judged()).toEqual([[7, 'returned', 1]])
})

it('returns when its fence is switched off, deleted or asks for something else, and for who is deleted', async () => {
  const { site, judge, judged } = await steered()
  await site.makeHat('1')
  const hat = await site.makeHat('2')
  await site.report([report('1', 0), report('2', 5)])
  const make = (name: string) => site.makeFence({ ...atOnce, name, type: 'headcount', maxCount: 1 })
  const ids = await Promise.all(['关', '删', '改', '人'].map(make))
  const states = async () => Object.fromEntries((await alarms(site)).map(({ alarmName, condition }) => [alarmName, condition]))
  await judge()
  expect(await states()).toEqual({ 关: 'active', 删: 'active', 改: 'active', 人: 'active' })
  const all = whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, {}))
  const save = async (name: string, more: object): Promise<void> => {
    const found = all.find((fence) => fence.name === name)
    if (found) await site.admin.ask(hazardCalls.saveBsDangArea, { ...found, ...more })
  }
  await save('关', { enable: 0 })
  await site.admin.ask(hazardCalls.deleteBsDangAreaById, { id: ids[1] ?? '' })
  await save('改', { type: 'stay', stayLimit: 60 })
  expect(await states()).toEqual({ 关: 'returned', 删: 'returned', 改: 'returned', 人: 'active' })
  await site.admin.ask(deviceCalls.deleteBsHatById, { id: hat })
  await judge()
  expect(await states()).toMatchObject({ 人: 'returned' })
  expect((await judged()).filter(([, condition]) => condition === 'active')).toEqual([])
})

it('a stay that is too long is told of whoever stays, once, though he is silent; his alarm returns when he has left', async () => {
  const { site, judge, judged } = await steered()
  const deptId = await site.makeDept('磨')
  const { id: userId } = await site.admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: 'A-1', deptId })
  await site.makeHat('1', { deptId, userId })
  await site.makeHat('2', { deptId })
  await site.makeFence({ ...atOnce, name: '库顶', type: 'stay', stayLimit: 1 })
  await site.report([report('1', 0), report('2', 300)])
  const begun = () => site.db.raw<{ subject: string }>(site.db.sql, 'SELECT subject FROM fence_condition')
  await judge()
  expect((await begun()).rows).toEqual([{ subject: `person/${userId}` }])
  expect(await alarms(site)).toEqual([])
  // A minute ago instead of a minute of waiting.
  await site.db.raw(site.db.sql, 'UPDATE fence_condition SET since = since - 60000')
  expect(await judged()).toEqual([[8, 'active', 1]])
  await judge()
  expect(await alarms(site)).toMatchObject([
    { deviceId: '1', userName: '安娜', result: '安娜（H-1）在“库顶”停留满 1 分钟', condition: 'active', count: 1 },
  ])
  await site.report([report('1', 300)])
  expect(await judged()).toEqual([[8, 'returned', 1]])
})

it('a gathering is one alarm where it is, and those who stand further apart are none', async () => {
  const { site, judge, judged } = await steered()
  for (const imei of ['1', '2', '3', '4', '5', '6']) await site.makeHat(imei)
  const crowd = { ...atOnce, type: 'gathering', gatherCount: 3, gatherSeconds: 0 }
  await site.makeFence({ ...crowd, name: '聚', points: square(0, 0, 50) })
  await site.makeFence({ ...crowd, name: '散', points: square(500, 0, 50) })
  await site.report([report('1', 0), report('2', 10), report('3', 0, 0, 10)])
  await site.report([report('4', 500), report('5', 516), report('6', 484)])
  expect(await judged()).toEqual([[9, 'active', 1]])
  await judge()
  expect(await alarms(site)).toMatchObject([{ alarmName: '聚', result: '“聚”内 3 人聚集在 15 米内', count: 1 }])
})

it('who hears the beacon of a hazard source is near it, though nobody knows where he is, and whatever else he heard', async () => {
  const { site, judge, judged } = await steered()
  const place = at(100, 0)
  await site.admin.ask(hazardCalls.saveBsHazardPoint, { name: '煤粉仓', code: 'M', beaconMinor: 7, beaconRssi: -70, ...place })
  for (const imei of ['1', '2', '3', '4']) await site.makeHat(imei)
  const id = await site.makeHat('5')
  await site.admin.ask(deviceCalls.saveBsHat, { id, hatNo: 'H-5', imei: '5', enable: 0 })
  const nowhere = (imei: string, rssi: number, secondsAgo = 0) => ({
    ...report(imei, 0, secondsAgo),
    lng: 0,
    lat: 0,
    beacons: [
      { minor: 'odd', rssi: null },
      { minor: 7, rssi },
    ],
  })
  const reports = [nowhere('1', -60), nowhere('2', -80), nowhere('3', -60, 31), nowhere('5', -60), nowhere('9', -60)]
  const { rejected } = await site.report([...reports, { ...nowhere('4', -60), sos: 'press' }])
  expect(rejected.map(({ index, reason }) => [index, reason])).toEqual([0, 1, 2, 3, 4].map((index) => [index, 'noFix']))
  await judge()
  const heard = (await alarms(site)).filter(({ alarmType }) => alarmType === 2)
  expect(heard.map(({ deviceId }) => deviceId).toSorted()).toEqual(['1', '4'])
  expect(heard[0]).toMatchObject({ alarmName: '煤粉仓', ...place, condition: 'active', count: 1 })
  // A place further off, and the beacon heard no more.
  await site.report([report('1', 0), report('4', 0)])
  await site.db.raw(site.db.sql, 'UPDATE hazard_heard SET heard_at = heard_at - 60000')
  await judge()
  await site.db.raw(site.db.sql, 'UPDATE hazard_near SET gone = gone - 60000')
  expect((await judged()).filter(([type]) => type === 2)).toEqual([
    [2, 'returned', 1],
    [2, 'returned', 1],
  ])
})

it('a vehicle that drives too fast is one alarm of its type, one that does not, and who walks there, are none', async () => {
  const site = await createTestSite()
  const drive = (deviceId: string, speeds: readonly number[], deviceType = 'car') =>
    site.report(speeds.map((speed, at) => ({ ...report(deviceId, 0, 3 * (speeds.length - at)), deviceType, speed })))
  for (const plateNumber of ['皖B12345', '皖B54321'])
    await site.admin.ask(deviceCalls.saveBsCar, { plateNumber, terminalNo: plateNumber.slice(2) })
  await site.makeHat('1')
  await site.makeFence({ ...atOnce, name: '物流大道', type: 'speed', speedLimit: 30 })
  await drive('12345', [25, 43, 43, 44, 45])
  await drive('54321', [30, 43, 30, 29])
  await drive('1', [50, 50, 50], 'hat')
  expect(await alarms(site)).toMatchObject([
    {
      alarmType: 3,
      plateNumber: '皖B12345',
      result: '皖B12345 在“物流大道”内以 43 km/h 行驶，限速 30',
      condition: 'active',
      count: 1,
    },
  ])
  await drive('12345', [20])
  expect(await conditions(site)).toEqual([[3, 'returned', 1]])
})

it('is refused in words without what its type asks for, and changes nothing', async () => {
  const site = await createTestSite()
  const refused = (fence: Record<string, unknown>) =>
    site.makeFence(fence).then(
      () => 'saved',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  expect(await refused({ type: 'headcount' })).toContain('最多人数和最少人数至少填一个')
  expect(await refused({ type: 'headcount', maxCount: 2, minCount: 3 })).toContain('最少人数不能大于最多人数')
  expect(await refused({ type: 'stay' })).toContain('停留上限必填')
  expect(await refused({ type: 'speed' })).toContain('限速必填')
  expect(await refused({ type: 'gathering' })).toContain('聚集人数必填')
  expect(await refused({ type: 'still' })).toContain('静止上限必填')
  expect(await refused({ type: 'still', stillLimit: 241 })).toContain('静止上限')
  expect(await refused({ type: 'post' })).toContain('允许人员和允许部门至少填一个')
  expect(await refused({ type: 'patrol' })).toContain('停留上限必填')
  expect(await refused({ type: 'assembly', minCount: 2, stayLimit: 5 })).toContain('生效时段必填')
  expect(await refused({ type: 'assembly', minCount: 2 })).toContain('停留上限必填')
  expect(await refused({ type: 'assembly', stayLimit: 5 })).toContain('最少人数必填')
  const days = [1, 2, 3, 4, 5, 6, 7]
  const short = { stayLimit: 60, schedule: [{ days, from: '08:00', to: '09:00' }] }
  for (const more of [{ type: 'patrol' }, { type: 'assembly', minCount: 2 }])
    expect(await refused({ ...more, ...short })).toContain('停留上限要短于生效时段')
  const allWeek = { type: 'assembly', minCount: 2, stayLimit: 5, schedule: [{ days, from: '00:00', to: '00:00' }] }
  expect(await refused(allWeek)).toContain('生效时段要有间断')
  expect(whole(await site.admin.ask(hazardCalls.listBsDangAreaAll, {}))).toEqual([])
})
