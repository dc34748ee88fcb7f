import { sql } from 'kysely'
import type {
  BroadcastReceipt,
  BroadcastSending,
  SendingPriority,
  SendingReason,
  SendingState,
} from '@vigil/contract/broadcasts/sending.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'

/** A helmet as it is written down with a broadcast. */
export interface Meant {
  readonly code: string
  readonly label: string
  readonly dept: string | null
}
export interface NewSending extends Pick<BroadcastSending, 'title' | 'text' | 'priority' | 'alarmId'> {
  readonly clip: { readonly id: string; readonly type: string; readonly token: string } | null
  readonly by: { readonly id: string; readonly name: string }
  readonly deptId: string | null
  readonly target: string
  readonly messageId: string
  readonly helmets: readonly Meant[]
}
/** What one helmet is to be told next. */
export interface Due {
  readonly code: string
  readonly messageId: string
  readonly text: string
  readonly title: string
  readonly priority: SendingPriority
  readonly clipToken: string | null
}
/** That a receipt is another now. */
export interface Settled {
  readonly id: string
  readonly dept: string | null
}
export interface Noted {
  readonly code: string
  readonly messageId: string
  readonly state: SendingState
}

/** Broadcasts whose time is over that go in one transaction. */
const droppedAtOnce = 100

const settledBy = 'RETURNING sending_id::text AS id, dept_id::text AS dept'

const makeSending = async (trx: Trx, made: NewSending, at: Date): Promise<{ id: string; noticeId: string }> => {
  const { title, text, priority, alarmId, clip, by, deptId, helmets } = made
  const { rows: notices } = await sql<{ id: string }>`INSERT INTO notice_record
      (title, content, channel, target, dept_id, remark, send_time, sender)
    VALUES (${title}, ${text || title}, 'helmet', ${made.target}, ${deptId}, '', ${at}, ${by.name}) RETURNING id::text AS id`.execute(
    trx,
  )
  const noticeId = notices[0]?.id ?? ''
  const { rows } = await sql<{ id: string }>`INSERT INTO broadcast_sending
      (title, text, clip, clip_type, clip_token, priority, alarm_id, notice_id, by_id, by_name, dept_id, at)
    VALUES (${title}, ${text}, ${clip?.id ?? null}, ${clip?.type ?? null}, ${clip?.token ?? null}, ${priority}, ${alarmId}, ${noticeId},
      ${by.id}, ${by.name}, ${deptId}, ${at}) RETURNING id::text AS id`.execute(trx)
  const id = rows[0]?.id ?? ''
  await sql`INSERT INTO broadcast_receipt (sending_id, code, label, dept_id, message_id, urgent, changed_at)
    SELECT ${id}::bigint, code, label, dept, ${made.messageId}, ${priority === 'urgent'}, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(helmets)}::jsonb) AS told (code text, label text, dept bigint)`.execute(trx)
  return { id, noticeId }
}

/** Ends receipts that wait and that nobody has taken up, locked in one order, so that no two of these wait in a circle. */
const endWaiting = async (
  trx: Trx,
  which: ReturnType<typeof sql>,
  reason: SendingReason,
  at: Date,
): Promise<readonly Settled[]> => {
  const { rows } = await sql<Settled>`UPDATE broadcast_receipt SET state = 'failed', reason = ${reason}, changed_at = ${at}
    WHERE (sending_id, code) IN (SELECT sending_id, code FROM broadcast_receipt
      WHERE state = 'pending' AND taken_at IS NULL AND ${which} ORDER BY sending_id, code FOR UPDATE)
    ${sql.raw(settledBy)}`.execute(trx)
  return rows
}

interface SendingRow {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly hasClip: boolean
  readonly priority: SendingPriority
  readonly alarmId: string | null
  readonly by: string
  readonly at: Date
  readonly cancelledAt: Date | null
}

const read = async (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  which: ReturnType<typeof sql>,
  scope: Scope,
): Promise<BroadcastSending | null> => {
  const { rows } = await sql<SendingRow>`SELECT id::text AS id, title, text, clip IS NOT NULL AS "hasClip", priority,
    alarm_id::text AS "alarmId", by_name AS by, at, cancelled_at AS "cancelledAt" FROM broadcast_sending WHERE ${which}`.execute(
    db.sql,
  )
  const [found] = rows
  if (!found) return null
  const { rows: told } = await sql<Omit<BroadcastReceipt, 'time'> & { at: Date }>`SELECT code AS "deviceId", label, state, reason,
    changed_at AS at FROM broadcast_receipt WHERE sending_id = ${found.id}::bigint
    AND ${scoped(scope, sql.ref('dept_id'))} ORDER BY label, code`.execute(db.sql)
  if (told.length === 0) return null
  const { at, cancelledAt, ...sending } = found
  const receipts = told.map(({ at: changed, ...receipt }) => ({ ...receipt, time: clock.toWire(changed) }))
  return { ...sending, time: clock.toWire(at), cancelledAt: clock.toWireOrNull(cancelledAt), receipts }
}

export const createSendingStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const now = (): Date => new Date(clock.now())
  return {
    /** How many somebody began since an instant; nobody else counts his until the transaction ends, at whichever server. */
    begunSince: async (trx: Trx, userId: string, since: Date): Promise<number> => {
      await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.broadcastsOf}, hashtext(${userId}))`.execute(trx)
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM broadcast_sending
        WHERE by_id = ${userId}::bigint AND at > ${since}`.execute(trx)
      return rows[0]?.n ?? 0
    },
    make: (trx: Trx, made: NewSending) => makeSending(trx, made, now()),
    /** What waits of normal ones for these helmets: an urgent one goes before, and they are heard no more. */
    replace: (trx: Trx, codes: readonly string[]) =>
      endWaiting(trx, sql`NOT urgent AND code = ANY(${[...codes]}::text[])`, 'replaced', now()),
    /** Those of the caller's that wait; the broadcast is marked as cancelled. */
    cancel: async (trx: Trx, id: string, scope: Scope): Promise<readonly Settled[]> => {
      const mine = scope.all ? sql`true` : sql`dept_id = ANY(${[...scope.deptIds]}::bigint[])`
      const ended = await endWaiting(trx, sql`sending_id = ${id}::bigint AND ${mine}`, 'cancelled', now())
      await sql`UPDATE broadcast_sending SET cancelled_at = coalesce(cancelled_at, ${now()}) WHERE id = ${id}::bigint`.execute(
        trx,
      )
      return ended
    },
    /** The next that waits, urgent ones first, which is this server's from now on. */
    take: async (): Promise<Due | null> => {
      const { rows } = await sql<Due>`UPDATE broadcast_receipt AS taken SET taken_at = ${now()}
        FROM (SELECT sending_id, code FROM broadcast_receipt WHERE state = 'pending' AND taken_at IS NULL
          ORDER BY urgent DESC, sending_id, code LIMIT 1 FOR UPDATE SKIP LOCKED) AS next, broadcast_sending AS sending
        WHERE taken.sending_id = next.sending_id AND taken.code = next.code AND sending.id = next.sending_id
        RETURNING taken.code, taken.message_id AS "messageId", sending.text, sending.title, sending.priority,
          sending.clip_token AS "clipToken"`.execute(db.sql)
      return rows[0] ?? null
    },
    /** What is known of the end stays, but for a helmet that says late that it did play. Who is to be told, if anybody. */
    note: async ({ code, messageId, state }: Noted): Promise<readonly Settled[]> => {
      const open = state === 'played' || state === 'failed' ? ['pending', 'sent'] : ['pending']
      const { rows } = await sql<Settled>`UPDATE broadcast_receipt SET state = ${state}, reason = '', changed_at = ${now()}
        WHERE message_id = ${messageId} AND code = ${code}
        AND (state = ANY(${open}::text[]) OR (${state === 'played'} AND state = 'failed' AND reason = 'silent'))
        ${sql.raw(settledBy)}`.execute(db.sql)
      return rows
    },
    /** Of which nothing was heard since: sent before the one instant, or waiting since before the other. */
    settleSilent: async (sentBefore: Date, waitsSince: Date): Promise<readonly Settled[]> => {
      const { rows } = await sql<Settled>`UPDATE broadcast_receipt SET state = 'failed', reason = 'silent', changed_at = ${now()}
        WHERE (sending_id, code) IN (SELECT sending_id, code FROM broadcast_receipt WHERE state IN ('pending', 'sent')
          AND changed_at < ${sentBefore} AND (state = 'sent' OR taken_at < ${sentBefore} OR changed_at < ${waitsSince})
          ORDER BY sending_id, code FOR UPDATE SKIP LOCKED)
        ${sql.raw(settledBy)}`.execute(db.sql)
      return rows
    },
    get: (id: string, scope: Scope) => read({ db, clock }, sql`id = ${id}::bigint`, scope),
    ofNotice: (noticeId: string, scope: Scope) => read({ db, clock }, sql`notice_id = ${noticeId}::bigint`, scope),
    /** Whose a broadcast is; null for the whole site's, undefined where there is none. */
    deptOf: async (id: string): Promise<string | null | undefined> => {
      const { rows } = await sql<{ dept: string | null }>`SELECT dept_id::text AS dept FROM broadcast_sending
        WHERE id = ${id}::bigint`.execute(db.sql)
      return rows[0]?.dept
    },
    /** Which of these the caller sees a receipt of. */
    seen: async (ids: readonly string[], scope: Scope): Promise<Set<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT DISTINCT sending_id::text AS id FROM broadcast_receipt
        WHERE sending_id::text = ANY(${[...ids]}) AND ${scoped(scope, sql.ref('dept_id'))}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** The clip of a broadcast by the name that its helmets were given, of one that began after an instant. */
    clip: async (token: string, begunAfter: Date): Promise<string | null> => {
      const { rows } = await sql<{ clip: string }>`SELECT clip FROM broadcast_sending
        WHERE clip_token = ${token} AND at > ${begunAfter} AND cancelled_at IS NULL`.execute(db.sql)
      return rows[0]?.clip ?? null
    },
    /** Removes the oldest from before an instant, a few at a time; null where there is none. */
    dropBefore: async (trx: Trx, before: Date) => {
      const { rows } = await sql<{ at: Date; clip: string | null }>`DELETE FROM broadcast_sending WHERE id IN (
        SELECT id FROM broadcast_sending WHERE at < ${before} ORDER BY at, id LIMIT ${droppedAtOnce}) RETURNING at, clip`.execute(
        trx,
      )
      const times = rows.map(({ at }) => at.getTime())
      if (times.length === 0) return null
      const clips = rows.flatMap(({ clip }) => (clip === null ? [] : [clip]))
      return { broadcasts: times.length, from: new Date(Math.min(...times)), to: new Date(Math.max(...times)), clips }
    },
    /** These departments with all below them; those that there are. */
    deptsBelow: async (ids: readonly string[]): Promise<Set<string>> => {
      const { rows } = await sql<{ id: string }>`WITH RECURSIVE below AS (
          SELECT id FROM accounts_dept WHERE id = ANY(${[...ids]}::bigint[])
          UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id)
        SELECT id::text AS id FROM below`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
  }
}
export type SendingStore = ReturnType<typeof createSendingStore>
