import { sql, type RawBuilder } from 'kysely'
import type { AlarmSource } from '@vigil/contract/alarms/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { all } from '../../kernel/listing.ts'
import {
  busiestFirst,
  busiestSources,
  foundIn,
  hourAt,
  isFleeting,
  isStaleAt,
  lastsLong,
  operatorKey,
  took,
  windowOf,
} from './counted.store.ts'
import type { StoreContext } from './row.store.ts'
import { visible, visibleParts, wanted } from './seen.store.ts'
import type { Period } from './statistics.store.ts'

type Fragment = RawBuilder<unknown>
type Levels = [number, number, number]
export interface Handling {
  readonly total: number
  readonly handled: number
  /** Seconds of half of those that were handled, and of nine in ten; null where none was. */
  readonly quantiles: readonly [number, number] | null
}

/** What a period's alarms come to, as PostgreSQL counts them. */
export interface PeriodNumbers {
  /** Milliseconds since 1970 of its beginning. */
  readonly buckets: readonly { readonly at: number; readonly levels: Levels }[]
  readonly areas: readonly {
    readonly areaId: string | null
    readonly areaName: string
    readonly total: number
    readonly levels: Levels
  }[]
  readonly types: readonly { readonly alarmType: number; readonly total: number; readonly levels: Levels }[]
  readonly hours: readonly { readonly hour: number; readonly total: number }[]
  readonly levels: readonly ({ readonly alarmLevel: number } & Handling)[]
  readonly shifts: readonly ({ readonly from: number } & Handling)[]
  readonly operators: readonly ({ readonly key: string; readonly name: string } & Handling)[]
  /** How many people handled alarms of the period in a shift, the first of those that were given being 1. */
  readonly onDuty: readonly { readonly shift: number; readonly people: number }[]
  readonly busiest: readonly {
    readonly kind: AlarmSource['kind']
    readonly id: string
    readonly label: string
    readonly total: number
  }[]
  /** By their number since the period's beginning, in this order. */
  readonly windows: readonly { readonly at: number; readonly total: number }[]
  readonly chattering: number
  readonly fleeting: number
}

const levels = sql`json_build_array(count(*) FILTER (WHERE alarm_level = 1), count(*) FILTER (WHERE alarm_level = 2),
  count(*) FILTER (WHERE alarm_level = 3)) AS levels`
/** How long it took until they were handled: of half of them, and of nine in ten; in one order of them. */
const handling = sql`count(*) AS total, count(*) FILTER (WHERE status = 2) AS handled,
  percentile_cont('{0.5,0.9}'::float8[]) WITHIN GROUP (ORDER BY took) AS quantiles`
const listOf = (rows: Fragment): Fragment => sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${rows}) AS listed)`

/** What alarms of a period are gathered by: over time, how many hours a shift has, and when each of the period begins. */
export interface GatheredBy {
  readonly time: 'hour' | 'day'
  readonly shiftHours: number
  readonly shifts: readonly Date[]
}

/** A busy month of alarms stays in memory while it is counted, which takes an eighth less than by way of a file. */
const workMemory = '32MB'

/** Numbers of alarms of one period, of which as much is read as they need, and once. */
const counted = async <Numbers>(
  { db }: StoreContext,
  asked: Asked,
  { period, read, tell }: { readonly period: Period; readonly read: Fragment; readonly tell: Fragment },
): Promise<Numbers> => {
  const parts = visibleParts(asked).map((seen) => sql`SELECT ${read} FROM alarm WHERE ${all([seen, foundIn(period), wanted])}`)
  const numbers = sql<Numbers>`WITH seen AS MATERIALIZED (${sql.join(parts, sql` UNION ALL `)}) SELECT ${tell}`
  return db.transaction(async (trx) => {
    await db.raw(trx, `SET LOCAL work_mem = '${workMemory}'`)
    const { rows } = await numbers.execute(trx)
    return rows[0] as Numbers
  })
}

type OfRaising = 'buckets' | 'areas' | 'types' | 'hours' | 'windows' | 'chattering' | 'fleeting'

/** What was raised, when and where. */
const raisedIn = (
  context: StoreContext,
  period: Period,
  time: GatheredBy['time'],
  asked: Asked,
): Promise<Pick<PeriodNumbers, OfRaising>> => {
  const zone = context.clock.timeZone
  return counted(context, asked, {
    period,
    read: sql`find_time, alarm_type, alarm_level, area_id, area_name, ${hourAt(zone)} AS hour, chattered, ${isFleeting} AS is_fleeting`,
    tell: sql`
      ${listOf(sql`SELECT date_part('epoch', date_trunc(${time}, find_time, ${zone})) * 1000 AS at, ${levels} FROM seen GROUP BY 1`)} AS buckets,
      ${listOf(sql`SELECT area_id::text AS "areaId", coalesce(area_name, '') AS "areaName", count(*) AS total, ${levels}
        FROM seen GROUP BY area_id, area_name ORDER BY count(*) DESC, area_name`)} AS areas,
      ${listOf(sql`SELECT alarm_type AS "alarmType", count(*) AS total, ${levels} FROM seen GROUP BY 1 ORDER BY count(*) DESC, 1`)} AS types,
      ${listOf(sql`SELECT hour, count(*) AS total FROM seen GROUP BY 1`)} AS hours,
      ${listOf(sql`SELECT ${windowOf(period.from)} AS at, count(*) AS total FROM seen GROUP BY 1 ORDER BY 1`)} AS windows,
      (SELECT count(*) FROM seen WHERE chattered)::int AS chattering, (SELECT count(*) FROM seen WHERE is_fleeting)::int AS fleeting`,
  })
}

/** Who handled it and how soon, and what it came from most. */
const handledIn = (
  context: StoreContext,
  period: Period,
  { shiftHours, shifts }: GatheredBy,
  asked: Asked,
): Promise<Omit<PeriodNumbers, OfRaising>> =>
  counted(context, asked, {
    period,
    read: sql`id, alarm_level, source_kind, source_id, status, handle_user, handle_time,
      CASE WHEN handle_user <> '' THEN ${operatorKey} END AS operator, ${hourAt(context.clock.timeZone)} AS hour, ${took} AS took`,
    tell: sql`
      ${listOf(sql`SELECT alarm_level AS "alarmLevel", ${handling} FROM seen GROUP BY 1 ORDER BY 1`)} AS levels,
      ${listOf(sql`SELECT hour / ${shiftHours}::int * ${shiftHours}::int AS "from", ${handling} FROM seen GROUP BY 1`)} AS shifts,
      ${listOf(sql`SELECT operator AS key, max(handle_user) AS name, ${handling} FROM seen WHERE status = 2 AND handle_user <> ''
        GROUP BY 1 ORDER BY count(*) DESC, 2`)} AS operators,
      ${listOf(sql`SELECT shift, count(*) AS people FROM (
          SELECT DISTINCT width_bucket(handle_time, ${[...shifts]}::timestamptz[]) AS shift, operator FROM seen WHERE status = 2 AND handle_user <> ''
        ) AS duty GROUP BY 1`)} AS "onDuty",
      ${listOf(sql`SELECT alarm.source_kind AS kind, alarm.source_id AS id, source_label AS label, total FROM (
          SELECT max(id) AS newest, count(*) AS total FROM seen GROUP BY source_kind, source_id ORDER BY ${busiestFirst} LIMIT ${busiestSources}
        ) AS sources JOIN alarm ON alarm.id = newest ORDER BY total DESC, newest DESC`)} AS busiest`,
  })

/** Both at the same time, each on a connection of its own: a month is told in about half of the time. */
const numbersIn = async (context: StoreContext, period: Period, by: GatheredBy, asked: Asked): Promise<PeriodNumbers> => {
  const [raised, handled] = await Promise.all([raisedIn(context, period, by.time, asked), handledIn(context, period, by, asked)])
  return { ...raised, ...handled }
}

/** How many lasted for over a day at each of these instants. */
const staleAt = async ({ db }: StoreContext, instants: readonly Date[], asked: Asked): Promise<number[]> => {
  const { rows } = await sql<{ stale: string }>`WITH lasting AS MATERIALIZED (
      SELECT start_time, end_time FROM alarm WHERE ${all([visible(asked), lastsLong, wanted])}
    ) SELECT (SELECT count(*) FROM lasting WHERE ${isStaleAt(sql`at`)}) AS stale
      FROM unnest(${[...instants]}::timestamptz[]) WITH ORDINALITY AS given (at, place) ORDER BY place`.execute(db.sql)
  return rows.map(({ stale }) => Number(stale))
}

export const createAlarmFigures = (context: StoreContext) => ({
  numbersIn: (period: Period, by: GatheredBy, asked: Asked) => numbersIn(context, period, by, asked),
  staleAt: (instants: readonly Date[], asked: Asked) => staleAt(context, instants, asked),
})
