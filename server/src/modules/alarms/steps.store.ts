import { sql, type Selectable } from 'kysely'
import type { AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { prepared } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { Tables } from '../../kernel/tables.ts'
import type { StoreContext } from './row.store.ts'

export interface Somebody {
  readonly id: string
  readonly name: string
}

/** A step as it is told; what it says nothing of is left out. */
export interface NewStep {
  readonly alarmId: string
  readonly kind: Exclude<AlarmStep['kind'], 'raised'>
  readonly at: Date
  readonly by?: Somebody
  readonly to?: Somebody
  readonly reason?: string
  readonly note?: string
  readonly until?: Date
  readonly count?: number
}

type StepRow = Selectable<Tables['alarm_step']>

/** Takes them as JSON in the words of `NewStep`. */
const insertSteps = prepared(
  'insert_alarm_steps',
  `INSERT INTO alarm_step (alarm_id, at, kind, by_id, by_name, to_id, to_name, reason, note, until, count)
   SELECT "alarmId", at, kind, (by->>'id')::bigint, coalesce(by->>'name', ''), ("to"->>'id')::bigint, coalesce("to"->>'name', ''),
     coalesce(reason, ''), coalesce(note, ''), until, count
   FROM jsonb_to_recordset($1::jsonb) AS step ("alarmId" bigint, at timestamptz, kind text, by jsonb, "to" jsonb, reason text,
     note text, until timestamptz, count int)
   RETURNING *`,
)

const stepOf = ({ clock }: Pick<StoreContext, 'clock'>, row: StepRow): AlarmStep => ({
  at: clock.toWire(row.at),
  kind: row.kind as AlarmStep['kind'],
  by: row.by_name,
  to: row.to_name,
  reason: row.reason as AlarmStep['reason'],
  note: row.note,
  until: clock.toWireOrNull(row.until),
  count: row.count,
})

const add = async (context: StoreContext, trx: Trx, steps: readonly NewStep[]): Promise<AlarmStep[]> => {
  if (steps.length === 0) return []
  const { rows } = await context.db.raw<StepRow>(trx, insertSteps, [JSON.stringify(steps)])
  return rows.map((row) => stepOf(context, row))
}

/** Steps that are read of one alarm: a button that is stuck adds one with every press. */
const newest = 500
const ofAlarm = async (context: StoreContext, alarmId: string): Promise<AlarmStep[]> => {
  const rows = await context.db.sql
    .selectFrom('alarm_step')
    .selectAll()
    .where('alarm_id', '=', alarmId)
    // As it became known: what a device tells is of its own time, and may be late.
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  return rows.reverse().map((row) => stepOf(context, row))
}

/** Of some alarms those whose newest step is of this kind. */
const endingWith = async (trx: Trx, alarmIds: readonly string[], kind: AlarmStep['kind']): Promise<Set<string>> => {
  const { rows } = await sql<{ alarm_id: string }>`SELECT alarm_id FROM (
      SELECT DISTINCT ON (alarm_id) alarm_id, kind FROM alarm_step WHERE alarm_id = ANY(${[...alarmIds]}::bigint[])
      ORDER BY alarm_id, id DESC) AS newest WHERE kind = ${kind}`.execute(trx)
  return new Set(rows.map(({ alarm_id: id }) => id))
}

export const createAlarmSteps = (context: StoreContext) => ({
  addSteps: (trx: Trx, steps: readonly NewStep[]) => add(context, trx, steps),
  endingWith,
  stepsOf: (alarmId: string) => ofAlarm(context, alarmId),
})
