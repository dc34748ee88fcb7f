import { sql } from 'kysely'
import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { Party } from '@vigil/contract/telephony/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { ChangedCall } from './call-log.store.ts'

/** A room that is open. */
export interface OpenRoom {
  /** Of its line in the log. */
  readonly id: string
  readonly roomId: string
  readonly hatId: string
  readonly deptId: string | null
  /** The process that holds it; null before anybody came. */
  readonly server: string | null
  readonly guestIds: readonly string[]
}
/** A room that is opened, by a helmet or by a console for one. */
export interface NewRoom {
  readonly callId: string
  readonly roomId: string
  readonly hatId: string
  readonly deptId: string | null
  readonly caller: Party
  readonly alarmId: string | null
  readonly guestIds: readonly string[]
}

/** Rooms of one helmet that are open at once. */
const openAtMost = 3

export const createRoomStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const now = (): Date => new Date(clock.now())
  const guest = async (trx: Trx, id: string, hatIds: readonly string[]): Promise<void> => {
    await sql`INSERT INTO call_room_guest (call_id, hat_id) SELECT ${id}::bigint, unnest(${[...hatIds]}::bigint[])
      ON CONFLICT DO NOTHING`.execute(trx)
  }
  return {
    guest,
    /** Null where it is open already, or its helmet has as many as may be. */
    open: async (
      trx: Trx,
      { callId, roomId, hatId, deptId, caller, alarmId, guestIds }: NewRoom,
    ): Promise<ChangedCall | null> => {
      const { rows } = await sql<{ id: string; dept_id: string | null }>`INSERT INTO sip_call (call_id, caller_kind, caller_id,
          caller_number, caller_name, caller_binding, dialled, dept_id, alarm_id, has_video, started_at, room_id, room_hat_id)
        SELECT ${callId}, ${caller.kind}, ${caller.id}::bigint, ${caller.number}, ${caller.name}, '', ${roomId}, ${deptId}::bigint,
          ${alarmId}::bigint, true, ${now()}::timestamptz, ${roomId}, ${hatId}::bigint
        WHERE (SELECT count(*) FROM sip_call WHERE room_hat_id = ${hatId}::bigint AND ended_at IS NULL) < ${openAtMost}
        ON CONFLICT DO NOTHING RETURNING id::text, dept_id::text`.execute(trx)
      const [row] = rows
      if (!row) return null
      await guest(trx, row.id, guestIds)
      return { id: row.id, deptId: row.dept_id }
    },
    /** Of the helmet's call for help that waits; null where none does. */
    alarmOf: async (hatId: string): Promise<string | null> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text FROM alarms_open
        WHERE device_id = ${hatId}::bigint AND alarm_type = ${alarmType.code.sos} ORDER BY id DESC LIMIT 1`.execute(db.sql)
      return rows[0]?.id ?? null
    },
    find: async (hatId: string, roomId: string): Promise<OpenRoom | null> => {
      const { rows } =
        await sql<OpenRoom>`SELECT id::text, room_id AS "roomId", room_hat_id::text AS "hatId", dept_id::text AS "deptId",
          room_server AS server, ARRAY(SELECT hat_id::text FROM call_room_guest WHERE call_id = sip_call.id) AS "guestIds"
        FROM sip_call WHERE room_hat_id = ${hatId}::bigint AND room_id = ${roomId} AND ended_at IS NULL`.execute(db.sql)
      return rows[0] ?? null
    },
    /** The process that holds it: that one, unless another does; null of a room that is over. */
    claim: async (id: string, server: string): Promise<string | null> => {
      const { rows } = await sql<{ server: string }>`UPDATE sip_call SET room_server = coalesce(room_server, ${server})
        WHERE id = ${id}::bigint AND ended_at IS NULL RETURNING room_server AS server`.execute(db.sql)
      return rows[0]?.server ?? null
    },
    /** The row that says so, and the room. */
    entered: async (id: string, { kind, id: partyId, number, name }: Party): Promise<{ row: string; room: ChangedCall }> => {
      const { rows } = await sql<{ row: string; dept_id: string | null }>`WITH party AS (
          INSERT INTO call_room_party (call_id, kind, party_id, number, name, entered_at)
          VALUES (${id}::bigint, ${kind}, ${partyId}::bigint, ${number}, ${name}, ${now()}) RETURNING id)
        SELECT party.id::text AS row, sip_call.dept_id::text FROM party, sip_call WHERE sip_call.id = ${id}::bigint`.execute(
        db.sql,
      )
      const [row] = rows
      if (!row) throw new Error(`room ${id} is gone`)
      return { row: row.row, room: { id, deptId: row.dept_id } }
    },
    /** The room, unless he left before. */
    left: async (row: string): Promise<ChangedCall[]> => {
      const { rows } = await sql<{
        id: string
        dept_id: string | null
      }>`UPDATE call_room_party SET left_at = ${now()} FROM sip_call
        WHERE call_room_party.id = ${row}::bigint AND left_at IS NULL AND sip_call.id = call_room_party.call_id
        RETURNING sip_call.id::text, dept_id::text`.execute(db.sql)
      return rows.map(({ id, dept_id: deptId }) => ({ id, deptId }))
    },
    /** Who is still in rooms that are over left with them. */
    leftOver: async (ids: readonly string[]): Promise<void> => {
      await sql`UPDATE call_room_party SET left_at = ${now()}
        WHERE call_id = ANY(${[...ids]}::bigint[]) AND left_at IS NULL`.execute(db.sql)
    },
    /** Those that are held by none of these, and those to which nobody came since an instant. */
    forsaken: async (
      servers: readonly string[],
      before: Date,
    ): Promise<{ readonly lost: string[]; readonly empty: string[] }> => {
      const { rows } = await sql<{ id: string; server: string | null }>`SELECT id::text, room_server AS server FROM sip_call
        WHERE room_id IS NOT NULL AND ended_at IS NULL AND (NOT room_server = ANY(${[...servers]}::text[])
          OR (room_server IS NULL AND started_at < ${before}))`.execute(db.sql)
      const of = (isLost: boolean): string[] => rows.filter(({ server }) => (server !== null) === isLost).map(({ id }) => id)
      return { lost: of(true), empty: of(false) }
    },
    ofServer: async (server: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text FROM sip_call
        WHERE room_server = ${server} AND ended_at IS NULL`.execute(db.sql)
      return rows.map(({ id }) => id)
    },
  }
}
