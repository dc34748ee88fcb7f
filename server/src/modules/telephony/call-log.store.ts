import { sql } from 'kysely'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import type { CallOutcome, CallRecord, Party } from '@vigil/contract/telephony/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { countRows, listRows, scoped } from '../../kernel/listing.ts'

interface CallRow {
  readonly id: string
  readonly caller_kind: Party['kind']
  readonly caller_id: string
  readonly caller_number: string
  readonly caller_name: string
  readonly dialled: string
  readonly callee_kind: Party['kind'] | null
  readonly callee_id: string | null
  readonly callee_number: string | null
  readonly callee_name: string | null
  readonly alarm_id: string | null
  readonly has_video: boolean
  readonly outcome: CallOutcome
  readonly started_at: Date
  readonly answered_at: Date | null
  readonly ended_at: Date | null
  readonly room_id: string | null
  readonly parties: readonly (Pick<Party, 'kind' | 'id' | 'number' | 'name'> & { readonly isThere: boolean })[]
}

/** A call that begins. */
export interface NewCall {
  readonly callId: string
  readonly caller: Party
  readonly callerBinding: string
  readonly dialled: string
  readonly callee: Party | null
  readonly deptId: string | null
  readonly alarmId: string | null
  readonly hasVideo: boolean
}
/** What is told of a call that changed. */
export interface ChangedCall {
  readonly id: string
  readonly deptId: string | null
}
type Filter = NonNullable<BodyOf<typeof telephonyCalls.listZdCall>>

/** Who was in a room, each once. */
const parties = sql`SELECT coalesce(json_agg(party ORDER BY came), '[]') FROM (
  SELECT kind, party_id::text AS id, number, name, bool_or(left_at IS NULL) AS "isThere", min(entered_at) AS came
  FROM call_room_party WHERE call_id = sip_call.id GROUP BY kind, party_id, number, name) AS party`

/** Rows that go in one transaction, so that nobody waits long for it. */
const atOnce = 1_000

const partyOf = (kind: Party['kind'], row: Pick<CallRow, 'callee_id' | 'callee_number' | 'callee_name'>): Party => ({
  kind,
  id: row.callee_id ?? '',
  number: row.callee_number ?? '',
  name: row.callee_name ?? '',
})
const recordIn = (clock: Kernel['clock'], row: CallRow): CallRecord => ({
  id: row.id,
  caller: { kind: row.caller_kind, id: row.caller_id, number: row.caller_number, name: row.caller_name },
  callee: row.callee_kind === null ? null : partyOf(row.callee_kind, row),
  dialled: row.dialled,
  hasVideo: row.has_video,
  alarmId: row.alarm_id,
  outcome: row.outcome,
  startedAt: clock.toWire(row.started_at),
  answeredAt: clock.toWireOrNull(row.answered_at),
  endedAt: clock.toWireOrNull(row.ended_at),
  room: row.room_id === null ? null : { roomId: row.room_id, parties: [...row.parties] },
  duration: row.answered_at && row.ended_at ? Math.round((row.ended_at.getTime() - row.answered_at.getTime()) / 1_000) : null,
})

export const createCallLogStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const now = (): Date => new Date(clock.now())
  const recordOf = (row: CallRow) => recordIn(clock, row)
  const narrowed = ({ hatId, alarmId, outcome, startTime, endTime }: Filter, { caller }: Asked) => [
    scoped(caller.scope, sql.ref('dept_id')),
    ...(hatId === undefined
      ? []
      : [
          sql`((caller_kind = 'hat' AND caller_id = ${hatId}::bigint) OR (callee_kind = 'hat' AND callee_id = ${hatId}::bigint)
            OR EXISTS (SELECT FROM call_room_party AS party WHERE party.call_id = sip_call.id AND kind = 'hat' AND party_id = ${hatId}::bigint))`,
        ]),
    ...(alarmId === undefined ? [] : [sql`alarm_id = ${alarmId}::bigint`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
    ...(startTime === undefined ? [] : [sql`started_at >= ${clock.fromWire(startTime)}`]),
    ...(endTime === undefined ? [] : [sql`started_at < ${clock.endOf(endTime)}`]),
  ]
  const changedBy = async (statement: ReturnType<typeof sql<{ id: string; dept_id: string | null }>>): Promise<ChangedCall[]> => {
    const { rows } = await statement.execute(db.sql)
    return rows.map(({ id, dept_id: deptId }) => ({ id, deptId }))
  }
  return {
    /** Null where it is there already. */
    begin: async (trx: Trx, call: NewCall): Promise<ChangedCall | null> => {
      const { caller, callee } = call
      const row = await trx
        .insertInto('sip_call')
        .values({
          call_id: call.callId,
          caller_kind: caller.kind,
          caller_id: caller.id,
          caller_number: caller.number,
          caller_name: caller.name,
          caller_binding: call.callerBinding,
          dialled: call.dialled,
          callee_kind: callee?.kind ?? null,
          callee_id: callee?.id ?? null,
          callee_number: callee?.number ?? null,
          callee_name: callee?.name ?? null,
          dept_id: call.deptId,
          alarm_id: call.alarmId,
          has_video: call.hasVideo,
          started_at: now(),
        })
        .onConflict((conflict) => conflict.column('call_id').doNothing())
        .returning(['id', 'dept_id'])
        .executeTakeFirst()
      return row ? { id: row.id, deptId: row.dept_id } : null
    },
    answer: (id: string, by: Party, binding: string): Promise<ChangedCall[]> =>
      changedBy(sql`UPDATE sip_call SET outcome = 'connected', answered_at = ${now()}, callee_binding = ${binding},
        callee_kind = ${by.kind}, callee_id = ${by.id}::bigint, callee_number = ${by.number}, callee_name = ${by.name}
        WHERE id = ${id}::bigint AND answered_at IS NULL AND ended_at IS NULL RETURNING id::text, dept_id::text`),
    answerRoom: (id: string, { kind, id: partyId, number, name }: Party): Promise<ChangedCall[]> =>
      changedBy(sql`UPDATE sip_call SET outcome = 'connected', answered_at = ${now()}, callee_kind = ${kind},
        callee_id = ${partyId}::bigint, callee_number = ${number}, callee_name = ${name}
        WHERE id = ${id}::bigint AND caller_kind <> ${kind} AND answered_at IS NULL AND ended_at IS NULL
        RETURNING id::text, dept_id::text`),
    /** Of one that was answered `completed`, unless its line was lost. */
    end: (id: string, outcome: CallOutcome): Promise<ChangedCall[]> =>
      changedBy(sql`UPDATE sip_call SET ended_at = ${now()},
        outcome = CASE WHEN answered_at IS NULL OR ${outcome} = 'lost' THEN ${outcome} ELSE 'completed' END
        WHERE id = ${id}::bigint AND ended_at IS NULL RETURNING id::text, dept_id::text`),
    /** By one of the two who talk; who was rung and did not answer ends nothing. */
    hangUp: (callId: string, between: readonly [string, string]): Promise<ChangedCall[]> =>
      changedBy(sql`UPDATE sip_call SET ended_at = ${now()}, outcome = 'completed'
        WHERE call_id = ${callId} AND ended_at IS NULL AND caller_binding = ANY(${[...between]}::text[])
        AND callee_binding = ANY(${[...between]}::text[]) RETURNING id::text, dept_id::text`),
    /** Between which two a call goes on, or was; nothing of one that nobody answered. */
    between: async (callId: string): Promise<readonly [string, string] | null> => {
      const { rows } = await sql<{ caller: string; callee: string }>`SELECT caller_binding AS caller, callee_binding AS callee
        FROM sip_call WHERE call_id = ${callId} AND callee_binding IS NOT NULL`.execute(db.sql)
      return rows[0] ? [rows[0].caller, rows[0].callee] : null
    },
    /** Whether a call goes on of which it is not written down who answered. */
    isUnanswered: async (callId: string): Promise<boolean> => {
      const { rows } =
        await sql`SELECT FROM sip_call WHERE call_id = ${callId} AND ended_at IS NULL AND answered_at IS NULL`.execute(db.sql)
      return rows.length > 0
    },
    /** Which of these the caller sees. */
    seen: async (ids: readonly string[], { caller }: Asked): Promise<Set<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text AS id FROM sip_call
        WHERE id = ANY(${[...ids]}::bigint[]) AND ${scoped(caller.scope, sql.ref('dept_id'))}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** The oldest of those that are over from before an instant; how many, and of which time. */
    dropBefore: async (
      trx: Trx,
      before: Date,
    ): Promise<{ readonly calls: number; readonly from: Date; readonly to: Date } | null> => {
      const { rows } = await sql<{ started_at: Date }>`DELETE FROM sip_call WHERE id IN (
          SELECT id FROM sip_call WHERE ended_at IS NOT NULL AND started_at < ${before} ORDER BY started_at, id LIMIT ${atOnce})
        RETURNING started_at`.execute(trx)
      const times = rows.map((row) => row.started_at.getTime()).toSorted((one, other) => one - other)
      const [from, to] = [times[0], times.at(-1)]
      return from === undefined || to === undefined ? null : { calls: rows.length, from: new Date(from), to: new Date(to) }
    },
    /** Ends those of which nobody is registered any more since before an instant, and those that ring since before it. */
    endForsaken: (before: Date): Promise<ChangedCall[]> =>
      changedBy(sql`UPDATE sip_call SET ended_at = ${now()}, outcome = 'lost'
        WHERE ended_at IS NULL AND room_id IS NULL AND coalesce(answered_at, started_at) < ${before} AND (answered_at IS NULL OR NOT EXISTS (
          SELECT FROM sip_binding WHERE id IN (caller_binding, callee_binding) AND expires_at > ${now()}))
        RETURNING id::text, dept_id::text`),
    list: (filter: Filter, asked: Asked) =>
      listRows<CallRow, CallRecord>(
        db,
        {
          columns: sql`*, (${parties}) AS parties`,
          from: sql`sip_call`,
          where: narrowed(filter, asked),
          sort: { startedAt: sql`started_at`, outcome: sql`outcome`, duration: sql`ended_at - answered_at` },
          order: sql`started_at DESC, id DESC`,
          map: recordOf,
        },
        filter,
      ),
    count: (filter: Filter, asked: Asked): Promise<number> => countRows(db, sql`sip_call`, narrowed(filter, asked)),
  }
}
