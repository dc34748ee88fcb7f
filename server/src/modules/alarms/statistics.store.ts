import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import { all } from '../../kernel/listing.ts'
import type { StoreContext } from './row.store.ts'
import { visibleParts, wanted } from './seen.store.ts'

type Fragment = RawBuilder<unknown>

/** From an instant up to another. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

const hour = 3_600_000
/** Those hours of a period that are whole, counted as PostgreSQL counts them. */
const wholeHoursOf = ({ from, to }: Period): Period => ({
  from: new Date(Math.ceil(from.getTime() / hour) * hour),
  to: new Date(Math.floor(to.getTime() / hour) * hour),
})
const isEmpty = ({ from, to }: Period): boolean => from >= to
const within = (column: Fragment, { from, to }: Period): Fragment => sql`${column} >= ${from} AND ${column} < ${to}`

/** Alarms of a period one by one, as far as somebody sees them. */
const each = (period: Period, asked: Asked): Fragment[] =>
  visibleParts(asked).map(
    (seen) => sql`SELECT find_time AS at, alarm_type, alarm_level, area_id, area_name, 1 AS alarms FROM alarm
      WHERE ${all([seen, within(sql`find_time`, period), wanted])}`,
  )
const sums = (hours: Period): Fragment =>
  sql`SELECT hour AS at, alarm_type, alarm_level, area_id, area_name, alarms FROM alarm_hour WHERE ${within(sql`hour`, hours)}`

/**
 * Numbers of alarms whose sum over a period is exact: for who sees everything those of whole hours, and alarms one by one where an
 * hour is cut. What others see of an hour no sum tells.
 */
const numbersOf = (period: Period, asked: Asked): Fragment => {
  const hours = wholeHoursOf(period)
  if (!asked.caller.scope.all || isEmpty(hours)) return sql.join(each(period, asked), sql` UNION ALL `)
  const cut = [
    { from: period.from, to: hours.from },
    { from: hours.to, to: period.to },
  ].filter((part) => !isEmpty(part))
  return sql.join([sums(hours), ...cut.flatMap((part) => each(part, asked))], sql` UNION ALL `)
}

export interface AreaNumbers {
  readonly areaId: string | null
  readonly areaName: string
  readonly total: number
  readonly levels: [number, number, number]
}
const byArea = async ({ db }: StoreContext, period: Period, asked: Asked): Promise<AreaNumbers[]> => {
  const { rows } = await sql<{ area_id: string | null; area_name: string | null; one: string; two: string; three: string }>`
    SELECT area_id, area_name, coalesce(sum(alarms) FILTER (WHERE alarm_level = 1), 0) AS one,
      coalesce(sum(alarms) FILTER (WHERE alarm_level = 2), 0) AS two, coalesce(sum(alarms) FILTER (WHERE alarm_level = 3), 0) AS three
    FROM (${numbersOf(period, asked)}) AS numbers
    GROUP BY area_id, area_name HAVING sum(alarms) <> 0 ORDER BY sum(alarms) DESC, area_name`.execute(db.sql)
  return rows.map((row) => {
    const levels: [number, number, number] = [Number(row.one), Number(row.two), Number(row.three)]
    return { areaId: row.area_id, areaName: row.area_name ?? '', total: levels[0] + levels[1] + levels[2], levels }
  })
}

export interface TypeNumbers {
  readonly alarmType: number
  /** Counted from the period's beginning. */
  readonly hour: number
  readonly count: number
}
const byTypeAndHour = async ({ db }: StoreContext, period: Period, asked: Asked): Promise<TypeNumbers[]> => {
  // Hours of a period that begins within one are not those that sums are kept of.
  const isWhole = period.from.getTime() % hour === 0
  const numbers = isWhole ? numbersOf(period, asked) : sql.join(each(period, asked), sql` UNION ALL `)
  const { rows } = await sql<{ alarm_type: number; hour: number; count: string }>`
    SELECT alarm_type, floor(extract(epoch FROM at - ${period.from}::timestamptz) / 3600)::int AS hour, sum(alarms) AS count
    FROM (${numbers}) AS numbers GROUP BY 1, 2 HAVING sum(alarms) <> 0`.execute(db.sql)
  return rows.map((row) => ({ alarmType: row.alarm_type, hour: row.hour, count: Number(row.count) }))
}

/** Hours and texts that are added up in one transaction, so that it stays short. */
const hoursAtOnce = 500
const textsAtOnce = 5_000

/** Some of the texts that have rows which are not added up; how many such rows are gone. */
const addUpTexts = async ({ db }: StoreContext): Promise<number> => {
  const { rows } = await sql<{ added: string }>`WITH gone AS (
      DELETE FROM alarm_text_total WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM alarm_text_total WHERE searched IN (
          SELECT DISTINCT searched FROM alarm_text_total WHERE NOT summed LIMIT ${textsAtOnce}
        ) FOR UPDATE SKIP LOCKED)) RETURNING *
    ), put AS (
      INSERT INTO alarm_text_total SELECT status, alarm_type, alarm_level, area_id, dept_id, searched, sum(alarms), true FROM gone
        GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(alarms) <> 0
    ) SELECT count(*) AS added FROM gone WHERE NOT summed`.execute(db.sql)
  return Number(rows[0]?.added ?? 0)
}

/**
 * Puts one row for many. What another transaction adds up at the same time is left to it: nobody waits, and no number is in between,
 * since what is taken away and what stands for it are committed together.
 */
const addUp = async (context: StoreContext): Promise<void> => {
  const { db } = context
  await sql`WITH gone AS (
      DELETE FROM alarm_total WHERE ctid = ANY(ARRAY(SELECT ctid FROM alarm_total
        WHERE EXISTS (SELECT FROM alarm_total GROUP BY status, alarm_type, alarm_level, area_id HAVING count(*) > 1)
        FOR UPDATE SKIP LOCKED)) RETURNING *
    ) INSERT INTO alarm_total SELECT status, alarm_type, alarm_level, area_id, sum(alarms) FROM gone
      GROUP BY 1, 2, 3, 4 HAVING sum(alarms) <> 0`.execute(db.sql)
  await sql`WITH gone AS (
      DELETE FROM alarm_hour WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM alarm_hour WHERE hour IN (
          SELECT DISTINCT hour FROM alarm_hour WHERE NOT summed ORDER BY hour LIMIT ${hoursAtOnce}
        ) FOR UPDATE SKIP LOCKED)) RETURNING *
    ) INSERT INTO alarm_hour SELECT hour, alarm_type, alarm_level, area_id, area_name, sum(alarms), true FROM gone
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(alarms) <> 0`.execute(db.sql)
  // After very many at once until none is left: until then they are read one by one with every number.
  for (;;) if ((await addUpTexts(context)) === 0) break
}

export const createAlarmStatistics = (context: StoreContext) => ({
  byArea: (period: Period, asked: Asked) => byArea(context, period, asked),
  byTypeAndHour: (period: Period, asked: Asked) => byTypeAndHour(context, period, asked),
  addUp: () => addUp(context),
})
