import { sql } from 'kysely'
import type { Alarm, AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { Asked } from '../../kernel/caller.ts'
import { all, ofDept } from '../../kernel/listing.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import { visible, wanted } from './seen.store.ts'

/**
 * Which alarms of a source: the newest, found from an instant on to before another where these are said, and of a department and
 * those below it where that is; what has no department is everybody's.
 */
interface Wanted {
  readonly limit: number
  readonly from?: Date
  readonly to?: Date
  readonly within?: string | null
}

/** Alarms of one source that somebody sees, newest first. */
export const createAlarmsOfSource = (context: StoreContext) => ({
  ofSource: async ({ kind, id }: AlarmSource, { limit, from, to, within }: Wanted, asked: Asked): Promise<Alarm[]> => {
    const conditions = [
      sql`source_kind = ${kind} AND source_id = ${id}`,
      visible(asked),
      ...(from ? [sql`find_time >= ${from}`] : []),
      ...(to ? [sql`find_time < ${to}`] : []),
      ...(within === undefined
        ? []
        : [sql`dept_id IS NULL OR ${within === null ? sql`false` : ofDept('dept_id', within, true)}`]),
    ]
    const { rows } = await sql<AlarmRow>`SELECT * FROM alarm WHERE ${all(conditions)}
      ORDER BY find_time DESC, id DESC LIMIT ${limit}`.execute(context.db.sql)
    return rows.map((row) => alarmOf(context, row))
  },
  /** How many alarms a fence raised from an instant on to before another, and how often, of what somebody sees. */
  countOfFence: async (
    id: string,
    { from, to }: { from: Date; to: Date },
    asked: Asked,
  ): Promise<{ alarms: number; times: number }> => {
    // Hazard sources are numbered by themselves.
    const conditions = [
      sql`rule_id = ${id}::bigint AND alarm_type <> ${alarmType.code.hazard}`,
      visible(asked),
      wanted,
      sql`find_time >= ${from} AND find_time < ${to}`,
    ]
    const { rows } = await sql<{
      alarms: number
      times: number
    }>`SELECT count(*)::int AS alarms, coalesce(sum(count), 0)::int AS times
      FROM alarm WHERE ${all(conditions)}`.execute(context.db.sql)
    return rows[0] ?? { alarms: 0, times: 0 }
  },
})
