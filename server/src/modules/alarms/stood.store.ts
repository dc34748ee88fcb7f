import { sql } from 'kysely'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { all } from '../../kernel/listing.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import { visible, visibleOrHidden, wanted } from './seen.store.ts'
import type { AlarmOf, StepOf } from './stood.rules.ts'

interface StoredStep {
  readonly alarm_id: string
  readonly at: Date
  readonly kind: StepOf['kind']
  readonly reason: string
  readonly count: number | null
}

export interface Standing {
  readonly alarm: Alarm
  readonly row: AlarmOf
  readonly steps: readonly StepOf[]
}

/** From `from` on to before `to`; of everything unless it is said of which moving objects. */
interface Stood {
  readonly from: Date
  readonly to: Date
  readonly objectIds?: readonly number[] | undefined
}

/** How often it came again while it stood makes no other of it. */
const stepsOf = async ({ db }: StoreContext, ids: readonly string[]): Promise<Map<string, StepOf[]>> => {
  const { rows } = await sql<StoredStep>`SELECT alarm_id, at, kind, reason, count FROM (
      SELECT *, lag(kind) OVER (PARTITION BY alarm_id ORDER BY id) AS before FROM alarm_step
      WHERE alarm_id = ANY(${[...ids]}::bigint[]) AND kind NOT IN ('escalated', 'noted')
    ) AS step WHERE before IS DISTINCT FROM kind OR kind NOT IN ('repeated', 'suppressed') ORDER BY alarm_id, id`.execute(db.sql)
  const steps = new Map<string, StepOf[]>()
  for (const { alarm_id: id, at, kind, reason, count } of rows) {
    const ofAlarm = steps.get(id) ?? []
    steps.set(id, ofAlarm)
    ofAlarm.push({ at: at.getTime(), kind, reason, count })
  }
  return steps
}

const open = sql`status < 2`
const isHandled = sql`status = 2`

export const createStoodAlarms = (context: StoreContext) => ({
  /** Alarms that may have stood in a time, by either of their times; the newest. What was deleted since stood all the same. */
  stoodBetween: async ({ from, to, objectIds }: Stood, limit: number, asked: Asked): Promise<Standing[]> => {
    const began = sql`LEAST(start_time, find_time) < ${to}`
    const lasted = sql`tstzrange(LEAST(start_time, find_time), GREATEST(start_time, find_time, handle_time, end_time), '[]')
      && tstzrange(${from}::timestamptz, ${to}::timestamptz, '[)')`
    const asAsked = [wanted, ...(objectIds ? [sql`device_id = ANY(${[...objectIds]}::int[])`] : [])]
    const { rows } = await sql<AlarmRow>`SELECT * FROM (
        SELECT * FROM alarm WHERE ${all([open, began, visible(asked), ...asAsked])}
        UNION ALL SELECT * FROM alarm WHERE ${all([isHandled, lasted, visibleOrHidden(asked), ...asAsked])}
      ) AS alarm ORDER BY find_time DESC, id DESC LIMIT ${limit}`.execute(context.db.sql)
    const steps = await stepsOf(
      context,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      alarm: alarmOf(context, row),
      row: {
        findTime: row.find_time.getTime(),
        startTime: row.start_time.getTime(),
        endTime: row.end_time?.getTime() ?? null,
        handleTime: row.handle_time?.getTime() ?? null,
        status: row.status,
      },
      steps: steps.get(row.id) ?? [],
    }))
  },
})
