import { expect, it } from 'vitest'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { endOfShift, pickedFigures } from '@vigil/contract/alarms/statistics.ts'
import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { journalCalls } from '@vigil/contract/journal/calls.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { momentaryTypes } from '@vigil/contract/alarms/types.ts'
import type { Client } from '@vigil/contract/kernel/client.ts'
import type { DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { at } from '../../../test/places.ts'
import { createTestSite, type TestSite } from '../../../test/site.ts'
import { createSiteClock } from '../../kernel/time.ts'
import { figuresOf } from './figures.ts'
import { partsOf } from './statistics-screen.ts'

const clock = createSiteClock('Asia/Shanghai')
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
type Statistics = DataOf<typeof alarmCalls.getAlarmStatistics>

it.each([
  [1, '2026-02-28', '2026-02-28 00:00:00', '2026-03-01 00:00:00', 24],
  [2, '2026-11-22', '2026-11-16 00:00:00', '2026-11-23 00:00:00', 7],
  [2, '2026-11-23', '2026-11-23 00:00:00', '2026-11-30 00:00:00', 7],
  [3, '2026-02-28', '2026-02-01 00:00:00', '2026-03-01 00:00:00', 28],
  [7, '2026-12-31', '2026-12-01 00:00:00', '2027-01-01 00:00:00', 31],
  [0, undefined, '2026-11-23 17:00:00', '2026-11-24 17:00:00', 24],
])('interval %i of %s is from %s to %s in %i parts', (interval, text, from, to, count) => {
  const now = clock.fromWire('2026-11-24 16:20:00').getTime()
  const parts = partsOf(clock, interval, text, now)
  expect([clock.toWire(parts.from), clock.toWire(parts.to), parts.starts.length]).toEqual([from, to, count])
  expect(parts.starts[0]).toBe(parts.from.getTime())
})

it('a day on which clocks are put back has its 25 hours', () => {
  const berlin = createSiteClock('Europe/Berlin')
  expect(partsOf(berlin, 1, '2026-10-25', 0).starts).toHaveLength(25)
  expect(partsOf(berlin, 3, '2026-10-01', 0).starts.map((start) => berlin.toWire(start).slice(11))).toEqual(
    Array<string>(31).fill('00:00:00'),
  )
})

it('a shift ends at its hour at the site, the last at midnight', () => {
  const ends = ['2026-12-31 00:00:00', '2026-12-31 07:59:59', '2026-12-31 08:00:00', '2026-12-31 16:30:00'].map(endOfShift)
  expect(ends).toEqual(['2026-12-31 08:00:00', '2026-12-31 08:00:00', '2026-12-31 16:00:00', '2027-01-01 00:00:00'])
})

interface Row {
  readonly type: number
  readonly level: 1 | 2 | 3
  readonly dept: string | null
  readonly area: string | null
  readonly source: number
  readonly found: number
  readonly ended: number | null
  readonly last: number
  readonly count: number
  readonly chattered: boolean
  readonly status: number
  readonly by: string | null
  readonly handled: number | null
  readonly hidden: boolean
  /** The site did not want to be alarmed of it. */
  readonly unwanted: boolean
}
/** A month of a site, each alarm by dice that always fall the same. */
const month = (from: number, depts: readonly string[]): Row[] => {
  let seed = 7
  const dice = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  return Array.from({ length: 3_000 }, (_, at) => {
    // Most come in crowds.
    const found = from + (dice(3) === 0 ? dice(31 * 24 * 60) * minute : dice(200) * 3 * hour + dice(20 * 60) * second)
    const unwanted = dice(20) === 0
    const status = unwanted ? 2 : ([0, 1, 2, 2, 2][dice(5)] as number)
    const lasts = [3 * second, 5 * minute, 30 * hour, null][dice(4)] ?? null
    return {
      type: [1, 2, 3, 4, 5, 13][dice(6)] as number,
      level: (1 + dice(3)) as 1 | 2 | 3,
      dept: [...depts, null][dice(depts.length + 1)] ?? null,
      area: [null, '1', '2'][dice(3)] ?? null,
      source: dice(at % 2 === 0 ? 3 : 300),
      found,
      ended: lasts === null ? null : found + lasts,
      last: found + dice(10) * minute,
      count: 1 + dice(12),
      chattered: dice(30) === 0,
      status,
      by: status === 2 && !unwanted ? (['王', '李'][dice(2)] as string) : null,
      handled: unwanted ? found : status === 2 ? found + dice(7_200) * second : null,
      hidden: dice(25) === 0,
      unwanted,
    }
  })
}
const store = (site: TestSite, rows: readonly Row[]) =>
  site.db.raw(
    site.db.sql,
    `INSERT INTO alarm (device_type, device_code, device_name, source_kind, source_id, source_label, condition_key, alarm_type, alarm_level,
       alarm_name, find_time, start_time, last_time, end_time, condition, count, chattered, status, dept_id, area_id, area_name, handle_user, handle_time, hidden_at, suppressed)
     SELECT 'hat', source, 'AQM-' || source, 'device', source, 'AQM-' || source, n, type, level, '报警', to_timestamp(found / 1000.0),
       to_timestamp(found / 1000.0), to_timestamp(last / 1000.0), to_timestamp(ended / 1000.0), CASE WHEN ended IS NULL THEN 'active' ELSE 'returned' END,
       count, chattered, status, dept::bigint, area::bigint, '区域' || area, coalesce(by, ''), to_timestamp(handled / 1000.0), CASE WHEN hidden THEN now() END,
       CASE WHEN unwanted THEN 'typeOff' ELSE '' END
     FROM (SELECT ordinality AS n, row.* FROM ROWS FROM (json_to_recordset($1::json) AS (type int, level int, dept text, area text, source text,
       found float8, ended float8, last float8, count int, chattered bool, status int, by text, handled float8, hidden bool, unwanted bool)) WITH ORDINALITY AS row
         (type, level, dept, area, source, found, ended, last, count, chattered, status, by, handled, hidden, unwanted, ordinality)) AS given`,
    [JSON.stringify(rows)],
  )

const quantile = (sorted: readonly number[], share: number): number | null => {
  if (sorted.length === 0) return null
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number]
  return low + (high - low) * (place - Math.floor(place))
}
const levelsOf = (rows: readonly Row[]): [number, number, number] =>
  [1, 2, 3].map((level) => rows.filter((row) => row.level === level).length) as [number, number, number]
const handling = (rows: readonly Row[]) => {
  const took = rows
    .flatMap(({ handled, found }) => (handled === null ? [] : [(handled - found) / second]))
    .toSorted((a, b) => a - b)
  return {
    total: rows.length,
    handled: rows.filter(({ status }) => status === 2).length,
    median: quantile(took, 0.5),
    most: quantile(took, 0.9),
  }
}
const grouped = <Key extends string | number>(rows: readonly Row[], key: (row: Row) => Key): [Key, Row[]][] => [
  ...Map.groupBy(rows, key),
]
const most = <Group extends { readonly total: number }>(
  groups: readonly Group[],
  name: (group: Group) => string | number,
): Group[] => groups.toSorted((a, b) => b.total - a.total || (name(a) < name(b) ? -1 : 1))

/** The same by hand: from the rows alone, one by one. */
const byHand = (all: readonly Row[], from: number, to: number, starts: readonly number[], now: number): Statistics => {
  const visible = all.filter(({ hidden, unwanted }) => !hidden && !unwanted)
  const rows = visible.filter(({ found }) => found >= from && found < to)
  const until = Math.min(now, to)
  const hourOf = ({ found }: Row): number => Number(clock.toWire(found).slice(11, 13))
  const places = new Map(all.map((row, at) => [row, at]))
  // Of as many the one that alarmed last.
  const sources = most(
    grouped(rows, ({ source }) => source).map(([source, group]) => ({
      kind: 'device' as const,
      id: String(source),
      label: `AQM-${source}`,
      total: group.length,
      newest: Math.max(...group.map((row) => places.get(row) ?? 0)),
    })),
    ({ newest }) => -newest,
  ).map(({ kind, id, label, total }) => ({ kind, id, label, total }))
  const windows = Array.from(
    { length: Math.ceil((until - from) / (10 * minute)) },
    (_, at) => rows.filter(({ found }) => Math.floor((found - from) / (10 * minute)) === at).length,
  )
  const operators = most(
    grouped(
      rows.filter(({ by }) => by !== null),
      ({ by }) => by as string,
    ).map(([name, group]) => ({ key: name, name, ...handling(group) })),
    ({ name }) => name,
  )
  // By the words of the calendar: `2026-10-05 1` is the second shift of that day.
  const shiftOf = (at: number): string =>
    `${clock.toWire(at).slice(0, 10)} ${Math.floor(Number(clock.toWire(at).slice(11, 13)) / 8)}`
  const present = new Map<string, Set<string>>()
  for (const { by, handled } of rows)
    if (by !== null && handled !== null) present.set(shiftOf(handled), (present.get(shiftOf(handled)) ?? new Set()).add(by))
  const duty = windows.map((_, at) => Math.max(1, present.get(shiftOf(from + at * 10 * minute))?.size ?? 0))
  const lasting = visible.filter(({ type }) => !momentaryTypes.includes(type))
  const stale = starts.flatMap((start, at) => {
    const end = Math.min(starts[at + 1] ?? to, until)
    const long = lasting.filter(({ found, ended }) => found < end - day && (ended === null || ended > end))
    return end > start ? [{ end, lasting: long.length }] : []
  })
  const [worst] = stale.toSorted((a, b) => b.lasting - a.lasting)
  return {
    startTime: clock.toWire(from),
    endTime: clock.toWire(to),
    total: rows.length,
    buckets: starts.map((start, at) => ({
      startTime: clock.toWire(start),
      levels: levelsOf(rows.filter(({ found }) => found >= start && found < (starts[at + 1] ?? to))),
    })),
    byArea: most(
      grouped(rows, ({ area }) => area ?? '').map(([area, group]) => ({
        areaId: area === '' ? null : area,
        areaName: area === '' ? '' : `区域${area}`,
        total: group.length,
        levels: levelsOf(group),
      })),
      // Of as many, what is in no area comes last.
      ({ areaName }) => areaName || '\uffff',
    ),
    byType: most(
      grouped(rows, ({ type }) => type).map(([alarmType, group]) => ({
        alarmType,
        total: group.length,
        levels: levelsOf(group),
      })),
      ({ alarmType }) => alarmType,
    ),
    byHour: Array.from({ length: 24 }, (_, of) => rows.filter((row) => hourOf(row) === of).length),
    byLevel: [1, 2, 3].map((level) => ({ alarmLevel: level, ...handling(rows.filter((row) => row.level === level)) })),
    byShift: [0, 8, 16].map((begin) => ({
      from: begin,
      ...handling(rows.filter((row) => hourOf(row) >= begin && hourOf(row) < begin + 8)),
    })),
    byOperator: operators,
    busiest: sources.slice(0, 10),
    ...figuresOf({
      levels: levelsOf(rows),
      windows: windows.length,
      filled: windows.flatMap((total, at) => (total === 0 ? [] : [{ at, total }])),
      duty: duty.reduce((sum, people) => sum + people, 0),
      busiest: sources.slice(0, 10).reduce((sum, { total }) => sum + total, 0),
      chattering: rows.filter(({ chattered }) => chattered).length,
      fleeting: rows.filter(
        ({ type, ended, found }) => !momentaryTypes.includes(type) && ended !== null && ended - found < 10 * second,
      ).length,
      stale: Math.max(0, ...stale.map(({ lasting: n }) => n)),
    }),
    staleAt: worst === undefined ? null : clock.toWire(worst.end),
  }
}

type Filter = SentBodyOf<typeof alarmCalls.listHandledPage>
/** Each number with the filter of the list that shows what is behind it. */
const listsOf = (told: Statistics, seen: readonly Row[]): (readonly [what: string, n: number, Filter])[] => {
  const { startTime, endTime } = told
  const handled = { startTime, endTime: clock.toWire(clock.fromWire(endTime).getTime() - second) }
  const every = { ...handled, anyStatus: true }
  return [
    ['total', told.total, every],
    ...told.byLevel.map(
      (level) => ['handled', level.handled, { ...handled, alarmLevel: level.alarmLevel, wanted: true }] as const,
    ),
    ...told.byLevel.flatMap(({ alarmLevel, most }) => {
      if (most === null) return []
      const took = seen.flatMap(({ level, hidden, unwanted, found, handled: at }) =>
        level === alarmLevel &&
        !hidden &&
        !unwanted &&
        at !== null &&
        clock.toWire(found) >= startTime &&
        clock.toWire(found) < endTime
          ? [(at - found) / second]
          : [],
      )
      return [['slower', took.filter((seconds) => seconds > most).length, { ...handled, alarmLevel, slowerThan: most }] as const]
    }),
    ['waiting', told.total - told.byLevel.reduce((sum, { handled: n }) => sum + n, 0), { ...handled, openOnly: true }],
    ...told.byArea.map((_, at) => {
      const most = told.byArea.slice(0, at).map(({ areaId, areaName }) => ({ areaId, areaName }))
      const rest = told.byArea.slice(at).reduce((sum, { total }) => sum + total, 0)
      return ['other areas', rest, { ...every, notPlaces: most }] as const
    }),
    ...told.byType.map(({ alarmType, total }) => ['type', total, { ...every, alarmType }] as const),
    ...told.byArea.map(({ areaId, areaName, total }) => ['area', total, { ...every, place: { areaId, areaName } }] as const),
    ...told.byHour.map((total, hour) => ['hour', total, { ...every, hours: { from: hour, until: hour + 1 } }] as const),
    ...told.byShift.flatMap(({ from, total, handled: n }) => [
      ['shift', total, { ...every, hours: { from, until: from + 8 } }] as const,
      ['shift handled', n, { ...handled, hours: { from, until: from + 8 } }] as const,
    ]),
    ...told.byOperator.map(({ key, total }) => ['operator', total, { ...handled, handledBy: key }] as const),
    ...told.busiest.map(({ kind, id, total }) => ['source', total, { ...every, source: { kind, id } }] as const),
    ...pickedFigures.map((figure) => {
      const ends = figure === 'stale' ? (told.staleAt ?? endTime) : endTime
      return [figure, told.behind[figure] ?? -1, { anyStatus: true, counted: { figure, startTime, endTime: ends } }] as const
    }),
  ]
}
const listed = async (client: Client, filter: Filter): Promise<number> =>
  (await client.ask(alarmCalls.listHandledPage, { ...filter, pageSize: 1 })).total

it('the numbers of a day, a week and a month are those that somebody counts by hand, for who sees all and for who sees a part', async () => {
  const site = await createTestSite()
  const [mill, kiln] = [await site.makeDept('mill'), await site.makeDept('kiln')]
  const first = clock.fromWire('2026-10-01 00:00:00').getTime()
  const rows = month(first, [mill, kiln])
  await store(site, rows)
  const own = await site.makeUser({
    name: 'own',
    permissions: ['alarmStatisticMgmt', 'alarmHisMgmt'],
    scope: 'own',
    deptId: mill,
  })
  const readers: readonly (readonly [Client, readonly Row[]])[] = [
    [site.admin, rows],
    [own.client, rows.filter(({ dept }) => dept === mill || dept === null)],
  ]
  const now = Date.now()
  for (const [client, seen] of readers)
    for (const [interval, text] of [
      [1, '2026-10-05'],
      [2, '2026-10-14'],
      [3, '2026-10-31'],
      [3, '2026-09-01'],
    ] as const) {
      const { from, to, starts } = partsOf(clock, interval, text, now)
      const answer = await client.ask(alarmCalls.getAlarmStatistics, { interval, day: text })
      const hand = byHand(seen, from.getTime(), to.getTime(), interval === 1 ? starts.slice(-1) : starts, now)
      const expected =
        interval === 1 ? { ...hand, buckets: byHand(seen, from.getTime(), to.getTime(), starts, now).buckets } : hand
      expect(answer, `${interval} ${text}`).toEqual(expected)
      for (const [what, n, filter] of listsOf(answer, seen))
        expect(await listed(client, filter), `${interval} ${text} ${what}`).toBe(n)
    }
  // The history lists them all the same.
  for (const [client, seen] of readers)
    expect(await listed(client, {})).toBe(seen.filter(({ status, hidden }) => status === 2 && !hidden).length)
  const [later, earlier] = ['2026-10-31 00:00:00', '2026-10-01 00:00:00']
  expect(await listed(site.admin, { counted: { figure: 'flood', startTime: later, endTime: earlier } })).toBe(0)
  for (const wrong of [
    { hours: { from: 3, until: 25 } },
    { source: { kind: 'moon', id: '1' } },
    { counted: { figure: 'levelMix' } },
    { counted: { figure: 'crowded', startTime: '2026-10-01 00:00:00', endTime: '2026-11-01 00:00:01' } },
  ])
    expect((await site.admin.send(alarmCalls.listHandledPage, wrong as never)).code).toBe('invalidInput')
})

it('asks for a right of its own, and for a day that there is', async () => {
  const site = await createTestSite()
  const other = await site.makeUser({ name: 'other', permissions: ['alarmHisMgmt'] })
  expect((await other.client.send(alarmCalls.getAlarmStatistics, { interval: 1 })).code).toBe('forbidden')
  expect((await site.admin.send(alarmCalls.getAlarmStatistics, { interval: 1, day: '2026-02-30' })).code).toBe('invalidInput')
  // Otherwise by month.
  const { startTime: month } = await site.admin.ask(alarmCalls.getAlarmStatistics, { interval: 3, day: '2026-11-20' })
  for (const interval of [-1, 4, 100])
    expect((await site.admin.ask(alarmCalls.getAlarmStatistics, { interval, day: '2026-11-20' })).startTime).toBe(month)
  expect((await site.admin.send(alarmCalls.getAlarmStatistics, { interval: 1.5 })).code).toBe('invalidInput')
  // Their periods would end in the year 10000, or begin in 999, which nobody can write.
  for (const [interval, beyond] of [
    [1, '9999-12-31'],
    [2, '9999-12-31'],
    [3, '9999-12-01'],
    [2, '1000-01-01'],
    [1, '0001-01-01'],
  ] as const) {
    const { code, data } = await site.admin.send(alarmCalls.getAlarmStatistics, { interval, day: beyond })
    expect([interval, beyond, code, data]).toMatchObject([interval, beyond, 'invalidInput', { field: 'day' }])
  }
  expect((await site.admin.ask(alarmCalls.getAlarmStatistics, { interval: 1, day: '9999-12-30' })).endTime).toBe(
    '9999-12-31 00:00:00',
  )
  expect((await site.admin.ask(alarmCalls.getAlarmStatistics, { interval: 1, day: '1000-01-01' })).total).toBe(0)
})

it('lists of the first and the last times that can be written are answered', async () => {
  const site = await createTestSite()
  await site.makeHat('100')
  const device = { deviceType: 'hat', deviceId: '100' } as const
  const { lng, lat } = at(0, 0)
  for (const [first, last] of [
    ['1000-01-01 00:00:00', '1000-01-01 00:00:01'],
    ['9999-12-31 23:59:58', '9999-12-31 23:59:59'],
  ] as const) {
    const period = { startTime: first, endTime: last }
    const answers = [
      await site.admin.send(alarmCalls.listAlarmStaNumberByArea, period),
      await site.admin.send(alarmCalls.listAlarmStaNumberByType, period),
      await site.admin.send(alarmCalls.listAlarmStaNumberByType, { startTime: last }),
      await site.admin.send(journalCalls.listSysLogByCondition, { from: first, to: last }),
      await site.admin.send(deviceCalls.listBindingByCondition, { day: last.slice(0, 10) }),
      await site.admin.send(alarmCalls.listHandledPage, { ...period, counted: { figure: 'flood', ...period } }),
      await site.admin.send(positionCalls.listHisGpsByDevId, { ...device, ...period }),
      await site.admin.send(positionCalls.listHisTracks, { devices: [device], ...period }),
      await site.admin.send(positionCalls.listHisInside, { area: { shape: 'circle', centre: [lng, lat], radius: 9 }, ...period }),
      await site.admin.send(positionCalls.listHisRewind, { ...period, by: 'fix' }),
    ]
    expect(answers.map(({ code, msg }) => [code, msg])).toEqual(answers.map(() => [answers[0]?.code, answers[0]?.msg]))
  }
})
