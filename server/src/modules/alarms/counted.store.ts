import { sql, type RawBuilder } from 'kysely'
import type { PickedFigure } from '@vigil/contract/alarms/statistics.ts'
import { momentaryTypes } from '@vigil/contract/alarms/types.ts'
import { floodBounds } from '@vigil/contract/alarms/flood.ts'
import type { Asked } from '../../kernel/caller.ts'
import { all } from '../../kernel/listing.ts'
import { windowMinutes, windowsInFlood } from './figures.ts'
import type { StoreContext } from './row.store.ts'
import { visible, visibleParts, wanted } from './seen.store.ts'
import type { Period } from './statistics.store.ts'

type Fragment = RawBuilder<unknown>

/** What the numbers of the statistics count and their lists show, of one row of `alarm`. */
export const foundIn = ({ from, to }: Period): Fragment => sql`find_time >= ${from} AND find_time < ${to}`
// By `date_part`, which is a float: with the decimals of `extract` a month of alarms takes a tenth longer.
export const hourAt = (zone: string): Fragment => sql`date_part('hour', find_time AT TIME ZONE ${zone})::int2`
/** Null of one that is not handled. */
export const took = sql`CASE WHEN status = 2 THEN date_part('epoch', handle_time - find_time) END`
export const operatorKey = sql`coalesce(handle_user_id::text, handle_user)`
const lasts = sql`alarm_type <> ALL(${[...momentaryTypes]}::int[])`
export const isFleeting = sql`${lasts} AND end_time - start_time < interval '10 s'`
/** Narrows to what `staleAt` is worth asking of. */
export const lastsLong = sql`(condition = 'active' OR end_time - start_time > interval '24:00') AND ${lasts}`
/** What never returns, as a call for help, does not count. */
export const isStaleAt = (at: Fragment): Fragment =>
  sql`start_time < ${at} - interval '24:00' AND (end_time IS NULL OR end_time > ${at})`
/** The window of a period in which it was found, by its number. */
export const windowOf = (from: Date): Fragment =>
  sql`floor(date_part('epoch', find_time - ${from}::timestamptz) / ${windowMinutes * 60}::int)::int`
export const busiestFirst = sql`count(*) DESC, max(id) DESC`
export const busiestSources = 10

/** The windows of a period that have alarms, in their order. */
const windowsOf = async ({ db }: StoreContext, period: Period, asked: Asked) => {
  const parts = visibleParts(asked).map((seen) => sql`SELECT find_time FROM alarm WHERE ${all([seen, foundIn(period), wanted])}`)
  const { rows } = await sql<{ at: number; total: number }>`SELECT ${windowOf(period.from)} AS at, count(*)::int AS total
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS seen GROUP BY 1 ORDER BY 1`.execute(db.sql)
  return rows
}

/** What a figure of a period is made of. */
export const countedIn = async (
  context: StoreContext,
  figure: PickedFigure,
  period: Period,
  asked: Asked,
): Promise<readonly Fragment[]> => {
  const inWindows = (windows: readonly number[]): Fragment[] => [
    foundIn(period),
    sql`${windowOf(period.from)} = ANY(${[...windows]}::int[])`,
  ]
  switch (figure) {
    case 'crowded': {
      const windows = await windowsOf(context, period, asked)
      return inWindows(windows.filter(({ total }) => total > floodBounds.from).map(({ at }) => at))
    }
    case 'flood':
      return inWindows(windowsInFlood(await windowsOf(context, period, asked)))
    case 'busiest':
      return [
        foundIn(period),
        sql`(source_kind, source_id) IN (SELECT source_kind, source_id FROM alarm WHERE ${all([visible(asked), foundIn(period), wanted])}
          GROUP BY 1, 2 ORDER BY ${busiestFirst} LIMIT ${busiestSources})`,
      ]
    case 'chattering':
      return [foundIn(period), sql`chattered`]
    case 'fleeting':
      return [foundIn(period), isFleeting]
    case 'stale':
      return [lastsLong, isStaleAt(sql`${period.to}::timestamptz`)]
  }
}
