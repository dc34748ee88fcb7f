import { sql, type RawBuilder } from 'kysely'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { uniqueViolation } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import { notShelved } from './shelved.store.ts'
import { visible, visibleOrHidden } from './seen.store.ts'
import type { Somebody } from './steps.store.ts'

/** So that handling never waits long for the retention. */
const droppedAtOnce = 2_000

const find = async (
  context: StoreContext,
  on: StoreContext['db']['sql'] | Trx,
  id: string,
  asked: Asked,
  tail: RawBuilder<unknown>,
): Promise<Alarm | null> => {
  const { rows } = await sql<AlarmRow>`SELECT * FROM alarm WHERE id = ${id}::bigint AND ${visible(asked)} ${tail}`.execute(on)
  return rows[0] ? alarmOf(context, rows[0]) : null
}

const seen = async ({ db }: StoreContext, ids: readonly string[], asked: Asked): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM alarm WHERE id = ANY(${ids}::bigint[]) AND ${visible(asked)}`.execute(
    db.sql,
  )
  return new Set(rows.map(({ id }) => id))
}

/** An alarm was opened again of a condition of which another was raised in this moment. */
export const isRaisedInAnother = (error: unknown): boolean => uniqueViolation(error) === 'alarm_one_a_condition'

/** How far these are handled, hidden or not; what is gone is not among them. */
const statusesOf = async ({ db }: StoreContext, ids: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; status: number }>`SELECT id, status FROM alarm
    WHERE id = ANY(${[...ids]}::bigint[])`.execute(db.sql)
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Null for nobody; whoever has it keeps it where this is not said. */
const assigned = (assignee: Somebody | null | undefined) =>
  assignee === undefined ? {} : { assignee_id: assignee?.id ?? null, assignee: assignee?.name ?? '' }

/** Whether another alarm of its condition is open and goes on; a condition has one such alarm. */
const goesOnInAnother = async (trx: Trx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ some: boolean }>`SELECT EXISTS (SELECT FROM alarm JOIN alarm AS other USING (condition_key)
    WHERE alarm.id = ${id}::bigint AND other.id <> alarm.id AND other.status < 2 AND other.condition = 'active') AS some`.execute(
    trx,
  )
  return rows[0]?.some === true
}

interface Handling {
  readonly status: 0 | 1 | 2
  readonly assignee?: Somebody | null
  readonly remark?: string
  readonly handleNote?: string
  readonly reasonCode?: string
}
const handle = async (context: StoreContext, trx: Trx, id: string, form: Handling, asked: Asked): Promise<Alarm> => {
  const now = new Date(context.clock.now())
  const row = await trx
    .updateTable('alarm')
    .set((eb) => ({
      status: form.status,
      ...(form.remark === undefined ? {} : { remark: form.remark }),
      ...(form.handleNote === undefined ? {} : { handle_note: form.handleNote }),
      ...(form.reasonCode === undefined ? {} : { reason_code: form.reasonCode }),
      // Of one that is put back nobody is the handler.
      ...(form.status === 0
        ? { handle_user: '', handle_user_id: null, handle_time: null }
        : { handle_user: asked.caller.cname, handle_user_id: asked.caller.userId, handle_time: now }),
      // Who takes it up makes it an alarm.
      suppressed: '',
      ...assigned(form.assignee),
      ...notShelved,
      ...(form.status === 0 ? { escalation: 0, waiting_since: now } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return alarmOf(context, row)
}

const addTo = async (
  context: StoreContext,
  trx: Trx,
  id: string,
  { remark, handleNote, reasonCode }: Pick<Handling, 'remark' | 'handleNote' | 'reasonCode'>,
): Promise<Alarm> =>
  alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        ...(remark === undefined ? {} : { remark }),
        ...(handleNote === undefined ? {} : { handle_note: handleNote }),
        ...(reasonCode === undefined ? {} : { reason_code: reasonCode }),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

const hide = async ({ clock }: StoreContext, trx: Trx, id: string, asked: Asked): Promise<void> => {
  await trx
    .updateTable('alarm')
    .set({ hidden_at: new Date(clock.now()), hidden_by: asked.caller.userId })
    .where('id', '=', id)
    .execute()
}

/**
 * Removes handled alarms whose last touch is older, so many as one transaction may take; their times. One whose condition
 * still holds stays, without it the next report would raise it as new; not so one of the `momentary` types, which hold nothing.
 */
const dropHandled = async (trx: Trx, before: Date, momentary: readonly number[]): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`DELETE FROM alarm WHERE id IN (
      SELECT id FROM alarm WHERE status = 2 AND (condition = 'returned' OR alarm_type = ANY(${momentary}::int[]))
        AND find_time < ${before} AND handle_time < ${before}
      ORDER BY find_time LIMIT ${droppedAtOnce} FOR UPDATE
    ) RETURNING find_time AS at`.execute(trx)
  return rows.map(({ at }) => at)
}

export const createHandledAlarms = (context: StoreContext) => ({
  one: (id: string, asked: Asked) => find(context, context.db.sql, id, asked, sql``),
  /** The same though it is hidden. */
  oneOrHidden: async (id: string, asked: Asked): Promise<Alarm | null> => {
    const { rows } = await sql<AlarmRow>`SELECT * FROM alarm WHERE id = ${id}::bigint AND ${visibleOrHidden(asked)}`.execute(
      context.db.sql,
    )
    return rows[0] ? alarmOf(context, rows[0]) : null
  },
  /** Which of these somebody sees. */
  seen: (ids: readonly string[], asked: Asked) => seen(context, ids, asked),
  statusesOf: (ids: readonly string[]) => statusesOf(context, ids),
  /** Locked until the transaction ends. */
  locked: (trx: Trx, id: string, asked: Asked) => find(context, trx, id, asked, sql`FOR UPDATE`),
  goesOnInAnother,
  handle: (trx: Trx, id: string, form: Handling, asked: Asked) => handle(context, trx, id, form, asked),
  addToHandled: (trx: Trx, id: string, words: Parameters<typeof addTo>[3]) => addTo(context, trx, id, words),
  hide: (trx: Trx, id: string, asked: Asked) => hide(context, trx, id, asked),
  dropHandled,
})
