import { request } from 'node:http'
import { expect, it } from 'vitest'
import { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import type { BackTest } from '@vigil/contract/hazards/back-test.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import type { SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { paged, whole } from '@vigil/contract/kernel/client.ts'
import { housekeepingOf, placesOf } from '../../../test/housekeeping.ts'
import { judgedByHand } from '../../../test/jobs.ts'
import { at, square } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'

const { saveBsDangArea, backTestBsDangArea, listBsDangAreaAll } = hazardCalls
const seedToken = 'cd'.repeat(32)
const [second, hour, day] = [1_000, 3_600_000, 86_400_000]
const wire = (time: number): string => new Date(time + 8 * hour).toISOString().slice(0, 19).replace('T', ' ')
/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** A site whose clock and whose judgement of who is inside are put on by hand. */
const steered = async () => {
  const { company, judge } = judgedByHand()
  const site = await createTestSite({ demo: true, seedToken }, undefined, company)
  const put = async (time: number | null): Promise<void> => {
    const response = await fetch(`${site.origin}/demo/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: seedToken },
      body: JSON.stringify({ time }),
    })
    await response.body?.cancel()
    expect(response.status).toBe(200)
  }
  const judgeAt = async (time: number, reports: readonly object[]): Promise<void> => {
    await put(time)
    if (reports.length > 0) await site.report(reports)
    await judge(site)
  }
  return { site, put, judgeAt }
}

/** Those who walk about, in metres east; each stands for a while, then goes elsewhere. */
const places = [0, 15, 24, 60, 100, 112, 140, 150, 160, 200, 210, 250, 300, 310, 340, 400, 450] as const
const walkerOf = (random: () => number) => {
  let [east, north, goal, rests] = [450, 0, 450, 0]
  return (seconds: number, home: boolean): { east: number; north: number } => {
    if (home) goal = 600
    else if (rests > 0) rests -= seconds
    else if (Math.abs(goal - east) < 1) {
      goal = places[Math.floor(random() * places.length)] ?? 0
      rests = random() < 0.5 ? 110 : 20
    }
    if (home || rests <= 0) east += Math.max(-6 * seconds, Math.min(6 * seconds, goal - east))
    north = (random() - 0.5) * 4
    // No round numbers: what is a metre off and a metre wrong may be either, once places are rounded.
    return { east: east + random() * 0.7, north }
  }
}

const quick = { minInside: 0, minOutside: 20, level: 2 } as const
const fences = [
  { name: '禁入', type: 'noEntry', level: 2, points: square(0, 0, 20), minInside: 10, minOutside: 30 },
  { name: '一级禁入', type: 'noEntry', level: 1, points: square(60, 0, 10) },
  { ...quick, name: '禁出', type: 'noExit', points: square(100, 0, 20) },
  { ...quick, name: '限时', type: 'stay', stayLimit: 1, points: square(150, 0, 18) },
  { ...quick, name: '超员', type: 'headcount', maxCount: 1, points: square(205, 0, 20) },
  { ...quick, name: '缺员', type: 'headcount', minCount: 1, points: square(250, 0, 15) },
  { ...quick, name: '聚集', type: 'gathering', gatherCount: 2, gatherSeconds: 10, gatherRadius: 60, points: square(205, 0, 60) },
  { ...quick, name: '静止', type: 'still', stillLimit: 1, points: square(205, 0, 120) },
  { ...quick, name: '巡检', type: 'patrol', stayLimit: 2, points: square(400, 0, 20) },
  { ...quick, name: '限速', type: 'speed', speedLimit: 10, points: square(300, 0, 200) },
] as const

/** How often what was raised, of what and whom; and when first. */
interface Sum {
  readonly key: string
  readonly times: number
  readonly first: string
}
/** Alarms, and times in all. */
interface Would {
  readonly alarms: number
  readonly times: number
}
const sumsOf = ({ alarms }: BackTest): Sum[] => {
  const groups = Map.groupBy(alarms, ({ alarmType, deviceId, userName }) => `${alarmType} ${userName ?? deviceId ?? 'fence'}`)
  return [...groups]
    .map(([key, list]) => ({ key, times: list.length, first: list.map(({ startTime }) => startTime).toSorted()[0] ?? '' }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
const raisedLive = async ({ db }: TestSite, fence: string): Promise<Sum[]> => {
  const { rows } = await db.raw<{ key: string; times: number; first: Date }>(
    db.sql,
    `SELECT alarm_type || ' ' || CASE WHEN device_id IS NULL THEN 'fence' ELSE coalesce(nullif(user_name, ''), device_code) END AS key, sum(count)::int AS times, min(start_time) AS first
     FROM alarm WHERE rule_id = $1 GROUP BY 1`,
    [fence],
  )
  return rows
    .map(({ key, times, first }) => ({ key, times, first: wire(first.getTime()) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const alarmsLive = async ({ db }: TestSite, fence: string): Promise<Would> => {
  const { rows } = await db.raw<Would>(
    db.sql,
    'SELECT count(*)::int AS alarms, coalesce(sum(count), 0)::int AS times FROM alarm WHERE rule_id = $1',
    [fence],
  )
  return rows[0] ?? { alarms: 0, times: 0 }
}

it('raises of a stored time what was raised of it live, kind by kind, packed or not', async () => {
  const { site, put, judgeAt } = await steered()
  const { admin } = site
  const { id: anna } = await admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: 'A-1' })
  for (const imei of ['1', '2', '3', '4', 'beside']) await site.makeHat(imei, { userId: imei === '1' ? anna : null })
  await admin.ask(deviceCalls.saveBsBadge, { badgeNo: 'B-1', devEui: '00000000000000a1', userId: anna })
  await admin.ask(deviceCalls.saveBsCar, { plateNumber: '皖B12345', terminalNo: '12345' })

  const begin = Math.floor((Date.now() - 2 * day) / hour) * hour + hour - 400 * second
  const random = dice(7)
  const walkers = Object.entries({
    '1': 'hat',
    '2': 'hat',
    '3': 'hat',
    '4': 'hat',
    '00000000000000a1': 'badge',
    '12345': 'car',
  }).map(([deviceId, deviceType]) => ({ deviceId, deviceType, walk: walkerOf(random), held: [] as object[] }))
  // Somebody is wherever somebody has to be.
  await put(begin)
  await site.report(
    [
      ['2', 250],
      ['3', 400],
    ].map(([deviceId, east]) => ({ deviceType: 'hat', deviceId, time: new Date(begin).toISOString(), ...at(Number(east), 0) })),
  )
  const ids: string[] = []
  for (const fence of fences) ids.push(await site.makeFence(fence))
  for (let seconds = 2; seconds <= 1_300; seconds += 2) {
    const now = begin + seconds * second
    const reports: object[] = []
    if (seconds % 10 === 0 && seconds > 40 && seconds <= 1_000)
      for (const { deviceId, deviceType, walk, held } of walkers) {
        const { east, north } = walk(10, seconds > 700)
        const report = {
          deviceType,
          deviceId,
          time: new Date(now - 1 - Math.floor(random() * 900)).toISOString(),
          ...at(east, north),
          accuracy: random() < 0.05 ? 150 : Math.round(random() * 60) / 10,
          speed: Math.round(random() * 200) / 10,
        }
        // Some come late, after others that were measured later.
        if (random() < 0.12 && seconds < 700) held.push(report)
        else if (random() > 0.1) reports.push(report)
      }
    // Which of one post was measured first is all that is known of their order.
    if (seconds % 10 === 4) for (const { held } of walkers) if (random() < 0.2) reports.push(...held.splice(0))
    // A tag that lies beside the border all the time.
    if (seconds % 10 === 0 && seconds <= 1_000)
      reports.push({ deviceType: 'hat', deviceId: 'beside', time: new Date(now).toISOString(), ...at(24, 0) })
    await judgeAt(now, reports)
  }
  await put(null)

  const stored = whole(await admin.ask(listBsDangAreaAll, {}))
  const found = async () => {
    const sums: Record<string, Sum[]> = {}
    const woulds: Record<string, Would> = {}
    for (const fence of stored) {
      const answer = await admin.ask(backTestBsDangArea, { ...fence, days: 3 })
      sums[fence.name] = sumsOf(answer)
      woulds[fence.name] = answer.would
    }
    return { sums, woulds }
  }
  const live: Record<string, Sum[]> = {}
  const liveAlarms: Record<string, Would> = {}
  for (const { id, name } of stored) {
    live[name] = await raisedLive(site, id)
    liveAlarms[name] = await alarmsLive(site, id)
  }
  // Each kind has something to tell, and nobody accuses the tag of coming in.
  expect(Object.entries(live).filter(([, sums]) => sums.length === 0)).toEqual([])
  expect(live['禁入']?.map(({ key }) => key)).not.toContain('1 beside')
  // Nobody handles any of them: who comes again is the same alarm.
  expect(Object.values(liveAlarms).some(({ alarms, times }) => times > alarms)).toBe(true)
  expect(await found()).toEqual({ sums: live, woulds: liveAlarms })
  await housekeepingOf(site.db).run()
  expect((await placesOf(site.db)).raw).toBe(0)
  expect(await found()).toEqual({ sums: live, woulds: liveAlarms })
})

it('judges for whoever may edit the fence, whom he sees, and is refused as its save is; nothing is kept but that he looked', async () => {
  const site = await createTestSite()
  const { admin } = site
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  await site.makeHat('1', { deptId: mill })
  await site.makeHat('2', { deptId: kiln })
  // The mill's fence judges its people, whatever they wear; who sees it is another matter.
  const { id: userId } = await admin.ask(accountCalls.saveUser, { cname: '安娜', workNum: 'A-1', deptId: mill })
  await site.makeHat('3', { deptId: kiln, userId })
  const entered = (deviceId: string) =>
    [50, 0, 0].map((east, step) => ({
      deviceType: 'hat',
      deviceId,
      time: new Date(Date.now() - 3 * hour + step * 10 * second).toISOString(),
      ...at(east, 0),
    }))
  await site.report(['1', '2', '3'].flatMap(entered))
  const fence = { name: '煤磨', type: 'noEntry', shape: 'polygon', points: square(0, 0, 20), level: 1 } as const
  const test = (client: TestSite['admin'], more: object = {}) => client.send(backTestBsDangArea, { ...fence, days: 1, ...more })
  const whose = async (client: TestSite['admin'], more: object = {}) =>
    (await test(client, more)).data?.alarms.map(({ deviceId }) => deviceId).toSorted()

  expect(await whose(admin)).toEqual(['1', '2', '3'])
  expect(await whose(admin, { deptId: mill })).toEqual(['1', '3'])
  const permissions = ['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit']
  // Where who was, and what was raised, is told to whoever may see that anyway.
  const drawer = await site.makeUser({ name: 'drawer', permissions })
  expect((await test(drawer.client)).data).toMatchObject({
    would: { alarms: 3, times: 3 },
    named: false,
    sources: [],
    alarms: [],
  })
  const miller = await site.makeUser({
    name: 'miller',
    permissions: [...permissions, 'trackHisMgmt'],
    scope: 'own',
    deptId: mill,
  })
  const { data } = await test(miller.client, { deptId: mill })
  expect(data).toMatchObject({
    would: { alarms: 1, times: 1 },
    looked: 1,
    raised: null,
    alarms: [{ deviceId: '1', result: 'H-1进入“煤磨”' }],
  })
  const { list } = paged(
    await admin.ask(journalCalls.listSysLogByCondition, { pageNum: 1, pageSize: 9, module: 'positions', keyword: 'miller' }),
  )
  expect(list.map(({ object, action }) => [object, action])).toEqual([['backTest', 'look']])
  // Where somebody looked, not only that he did.
  const { name, type, shape, points } = fence
  expect(list[0]?.after).toEqual({ name, type, days: 1, shape, points, radius: null, halfWidth: null })

  // What a save says, of one that is there already as well.
  const id = await site.makeFence({ ...fence, name: '窑头', points: square(500, 0, 20) })
  const kept = whole(await admin.ask(listBsDangAreaAll, {}))
  for (const more of [
    { type: 'stay' },
    { points: square(0, 0, 20).slice(0, 2) },
    { name: '窑头' },
    { id, version: 7 },
    { id: '99', version: 1 },
    { deptId: '99' },
  ]) {
    const body = { ...fence, ...more }
    const refused = await admin.send(saveBsDangArea, body as SentBodyOf<typeof saveBsDangArea>)
    expect(refused.code).not.toBe('200')
    expect(await test(admin, more)).toMatchObject({ code: refused.code, msg: refused.msg })
  }
  expect((await test(miller.client)).msg).toBe((await miller.client.send(saveBsDangArea, fence)).msg)
  expect((await test(admin, { days: 8 })).code).toBe('invalidInput')
  const watcher = await site.makeUser({ name: 'watcher', permissions: ['dangAreaDrawMgmt'] })
  expect((await test(watcher.client)).code).toBe('forbidden')
  expect(whole(await admin.ask(listBsDangAreaAll, {}))).toEqual(kept)
  const { rows } = await site.db.raw(site.db.sql, 'SELECT 1 FROM alarm UNION ALL SELECT 1 FROM fence_condition')
  expect(rows).toEqual([])
})

it('does one of each person at a time and two in all, and ends with whoever waits for it', async () => {
  const site = await createTestSite()
  await site.makeHat('1')
  await site.report([{ deviceType: 'hat', deviceId: '1', time: new Date(Date.now() - day).toISOString(), ...at(0, 0) }])
  const permissions = ['dangAreaDrawMgmt', 'dangAreaDrawMgmt:edit']
  const [a, b] = [await site.makeUser({ name: 'kilner', permissions }), await site.makeUser({ name: 'quarrier', permissions })]
  // Judged every two seconds of seven days: long enough for others to come meanwhile.
  const body = {
    name: '中控室',
    type: 'headcount',
    minCount: 9,
    shape: 'polygon',
    points: square(0, 0, 20),
    level: 2,
    days: 7,
  } as const
  const ask = (client: TestSite['admin']) => client.send(backTestBsDangArea, body)
  // By a connection of its own, which goes with whoever breaks it off.
  const first = request(`${site.origin}/api${backTestBsDangArea.path}`, {
    agent: false,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: site.adminToken },
  })
  // What is broken off fails, which is no matter here.
  const broken = new Promise<void>((resolve) => first.on('error', () => undefined).once('close', resolve))
  first.end(JSON.stringify(body))
  const looks = async (): Promise<number> =>
    (await site.db.raw(site.db.sql, `SELECT 1 FROM journal WHERE object = 'backTest'`)).rows.length
  const another = ask(a.client)
  await expect.poll(looks).toBe(2)
  expect(await ask(site.admin)).toMatchObject({ code: 'busy', msg: '你有一个回测正在进行，请稍后再试' })
  expect(await ask(b.client)).toMatchObject({ code: 'busy', msg: '已有其他回测正在进行，请稍后再试' })
  first.destroy()
  await broken
  expect(await ask(site.admin)).toMatchObject({ code: '200' })
  expect(await another).toMatchObject({ code: '200' })
})
