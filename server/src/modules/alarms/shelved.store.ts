import { sql } from 'kysely'
import { escalatedAtMost, type Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import type { Somebody } from './steps.store.ts'

/** What stands in an alarm that nobody has put aside, or no more. */
export const notShelved = { shelved_until: null, shelved_since: null, shelved_by: '', shelve_reason: '' } as const

/** So few in one transaction that whoever repeats one of them hardly waits. */
const atOnce = 20

interface Shelving {
  /** When it was put aside, or was at first while it did not come back. */
  readonly since: Date
  readonly until: Date
  readonly by: string
  readonly reason: string
}
const shelve = async (context: StoreContext, trx: Trx, id: string, { since, until, by, reason }: Shelving): Promise<Alarm> =>
  alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        // Nobody's while it is put aside: whoever had it may be gone when it comes back.
        status: 0 as const,
        assignee_id: null,
        assignee: '',
        handle_user: '',
        handle_user_id: null,
        handle_time: null,
        escalation: 0,
        shelved_until: until,
        shelved_since: since,
        shelved_by: by,
        shelve_reason: reason,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

/** Since when an alarm is put aside; null of one that is not. */
const shelvedSince = async (trx: Trx, id: string): Promise<Date | null> =>
  (await trx.selectFrom('alarm').select('shelved_since').where('id', '=', id).executeTakeFirstOrThrow()).shelved_since

/** From now on it waits again for somebody, and is announced by that; where it is over, when it comes again. */
const unshelve = async (context: StoreContext, trx: Trx, ids: readonly string[], now: Date): Promise<Alarm[]> => {
  if (ids.length === 0) return []
  const rows = await trx
    .updateTable('alarm')
    .set((eb) => ({
      ...notShelved,
      waiting_since: now,
      announced_at: sql<Date | null>`CASE WHEN condition = 'active' THEN ${now}::timestamptz END`,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  return rows.map((row) => alarmOf(context, row))
}

/** Those whose time is over, locked; what another server has locked is left to it. */
const overdue = async (trx: Trx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM alarm WHERE shelved_until <= ${now}
    ORDER BY shelved_until LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Which wait for somebody: of a level since before a time, found not before another. */
export interface Waiting {
  readonly level: number
  readonly since: Date
  readonly found: Date
  /** What was found after that was found by another clock. */
  readonly ahead: Date
}
/** Since when is not known of what a clock that was put back found in the future: it has waited for long enough. */
const waits = ({ level, since, found, ahead }: Waiting) => sql`status = 0 AND condition = 'active' AND shelved_until IS NULL
  AND hidden_at IS NULL AND escalation < ${sql.lit(escalatedAtMost)} AND NOT quiet AND alarm_level = ${level}
  AND (coalesce(waiting_since, find_time) BETWEEN ${found} AND ${since} OR coalesce(waiting_since, find_time) > ${ahead})`

const anyWaits = async ({ db }: StoreContext, which: readonly Waiting[]): Promise<boolean> => {
  const { rows } = await sql<{ some: boolean }>`SELECT ${sql.join(
    which.map((one) => sql`EXISTS (SELECT FROM alarm WHERE ${waits(one)})`),
    sql` OR `,
  )} AS some`.execute(db.sql)
  return rows[0]?.some === true
}

/** Locked, but for what another server has. */
const waiting = async (context: StoreContext, trx: Trx, which: Waiting): Promise<Alarm[]> => {
  const { rows } = await sql<AlarmRow>`SELECT * FROM alarm WHERE ${waits(which)}
    ORDER BY coalesce(waiting_since, find_time) LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map((row) => alarmOf(context, row))
}

/** It is the next one's; nobody's where there is none. */
const escalate = async (context: StoreContext, trx: Trx, id: string, to: Somebody | null, now: Date): Promise<Alarm> =>
  alarmOf(
    context,
    await trx
      .updateTable('alarm')
      .set((eb) => ({
        assignee_id: to?.id ?? null,
        assignee: to?.name ?? '',
        escalation: eb('escalation', '+', 1),
        waiting_since: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const createShelvedAlarms = (context: StoreContext) => ({
  shelve: (trx: Trx, id: string, shelving: Shelving) => shelve(context, trx, id, shelving),
  shelvedSince,
  unshelve: (trx: Trx, ids: readonly string[], now: Date) => unshelve(context, trx, ids, now),
  overdueShelves: overdue,
  anyWaits: (which: readonly Waiting[]) => anyWaits(context, which),
  waiting: (trx: Trx, which: Waiting) => waiting(context, trx, which),
  escalate: (trx: Trx, id: string, to: Somebody | null, now: Date) => escalate(context, trx, id, to, now),
})
