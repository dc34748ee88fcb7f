import { sql } from 'kysely'
import type { BodyOf, DataOf } from '@vigil/contract/kernel/call.ts'
import type { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { all, scoped } from '../../kernel/listing.ts'
import { deptsAsked } from './asked-depts.store.ts'
import { countPasses, sumsOf } from './pass-counts.store.ts'

type Context = Pick<Kernel, 'db' | 'clock'>
type Calls = typeof trafficCalls
type Numbers = DataOf<Calls['listZdTrafficStaNumber']>
type Statistics = DataOf<Calls['getTrafficStatistics']>

const today = async (context: Context, asked: Asked): Promise<Numbers> => {
  const { db, clock } = context
  const { scope } = asked.caller
  const from = clock.startOfDay(clock.now())
  const seen = scoped(scope, sql`dept_id`)
  const depts = await deptsAsked(db, scope, undefined, true)
  const [passes, { rows }] = await Promise.all([
    countPasses(context, { passTimeFrom: clock.toWire(from) }, depts),
    sql<Omit<Numbers, 'passes'>>`SELECT speeding.*, stops.* FROM (
        SELECT count(*)::int AS speeding, count(*) FILTER (WHERE status = 0)::int AS "unhandledSpeeding"
        FROM speeding_record WHERE ${all([seen, sql`pass_time >= ${from}`])}
      ) AS speeding, (
        SELECT count(*)::int AS stops, count(*) FILTER (WHERE is_illegal)::int AS "illegalStops"
        FROM traffic_stop WHERE ${all([seen, sql`kind = 'parking' AND found_at >= ${from}`])}
      ) AS stops`.execute(db.sql),
  ])
  return { passes, ...(rows[0] as Omit<Numbers, 'passes'>) }
}

interface Counted {
  readonly place: string
  readonly owner: string
  readonly hour: number
  readonly passes: number
  readonly speeding: number
}

const statistics = async (
  context: Context,
  { startTime, endTime }: BodyOf<Calls['getTrafficStatistics']>,
  asked: Asked,
): Promise<Statistics> => {
  const { db, clock } = context
  const depts = await deptsAsked(db, asked.caller.scope, undefined, true)
  const passes = await sumsOf(context, { passTimeFrom: startTime, passTimeTo: endTime }, depts)
  const speeding = all([
    scoped(asked.caller.scope, sql`dept_id`),
    sql`pass_time >= ${clock.fromWire(startTime)} AND pass_time < ${clock.endOf(endTime)}`,
  ])
  const { rows } = await sql<Counted>`SELECT place, owner, date_part('hour', at AT TIME ZONE ${clock.timeZone})::int AS hour,
      sum(passes)::int AS passes, sum(speeding)::int AS speeding
    FROM (SELECT at, place, owner, passes, 0 AS speeding FROM ${passes} AS passes
      UNION ALL SELECT pass_time, place, owner, 0, 1 FROM speeding_record WHERE ${speeding}) AS counted
    GROUP BY 1, 2, 3`.execute(db.sql)
  const by = <K extends 'place' | 'owner' | 'hour'>(key: K): Map<Counted[K], { passes: number; speeding: number }> => {
    const sums = new Map<Counted[K], { passes: number; speeding: number }>()
    for (const row of rows) {
      const sum = sums.get(row[key]) ?? { passes: 0, speeding: 0 }
      sums.set(row[key], { passes: sum.passes + row.passes, speeding: sum.speeding + row.speeding })
    }
    return sums
  }
  const hours = by('hour')
  return {
    total: rows.reduce((sum, row) => ({ passes: sum.passes + row.passes, speeding: sum.speeding + row.speeding }), {
      passes: 0,
      speeding: 0,
    }),
    byPlace: [...by('place')].map(([place, sum]) => ({ place, ...sum })).sort((a, b) => b.passes - a.passes),
    byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...(hours.get(hour) ?? { passes: 0, speeding: 0 }) })),
    byCompany: [...by('owner')]
      .map(([owner, sum]) => ({ owner, ...sum }))
      .sort((a, b) => b.speeding - a.speeding || b.passes - a.passes),
  }
}

export const createTrafficStatistics = (context: Context) => ({
  today: (asked: Asked) => today(context, asked),
  statistics: (body: BodyOf<Calls['getTrafficStatistics']>, asked: Asked) => statistics(context, body, asked),
})
