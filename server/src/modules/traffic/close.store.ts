import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { scoped } from '../../kernel/listing.ts'
import {
  speedingColumns,
  speedingOf,
  stopColumns,
  stopOf,
  type SpeedingRecord,
  type SpeedingRow,
  type StopRow,
  type TrafficStop,
} from './rows.store.ts'
import { joins, stopJoins } from './see.store.ts'

/** What is said of a stop; null and what is left out stays. */
export interface StopForm {
  readonly status: 0 | 1 | 2
  readonly reason: string
  readonly handleNote: string
  readonly stopTime: Date | null
  /** Who closes it, and when; null where nobody does. */
  readonly handled: { readonly by: string; readonly at: Date } | null
}

export const createCloseStore = ({ clock }: Pick<Kernel, 'clock'>) => {
  const find = async (trx: Trx, which: RawBuilder<unknown>): Promise<TrafficStop[]> => {
    const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
      WHERE ${which} ORDER BY one.id`.execute(trx)
    return rows.map((row) => stopOf(clock, row))
  }
  /** In one order, whoever locks some of the same. */
  const lock = async (trx: Trx, which: RawBuilder<unknown>): Promise<TrafficStop[]> => {
    const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
      WHERE ${which} ORDER BY one.id FOR UPDATE OF one`.execute(trx)
    return rows.map((row) => stopOf(clock, row))
  }
  return {
    /** Not locked: its alarm is locked before it. */
    find: async (trx: Trx, id: string, { caller }: Asked): Promise<TrafficStop | null> =>
      (await find(trx, sql`one.id = ${id}::bigint AND ${scoped(caller.scope, sql`one.dept_id`)}`))[0] ?? null,
    lock: async (trx: Trx, id: string): Promise<TrafficStop> => (await lock(trx, sql`one.id = ${id}::bigint`))[0] as TrafficStop,
    /** Those behind some alarms that are not closed yet. */
    lockOpenOf: (trx: Trx, alarmIds: readonly string[]): Promise<TrafficStop[]> =>
      lock(trx, sql`one.alarm_id = ANY(${[...alarmIds]}::bigint[]) AND one.status < 2`),
    save: async (trx: Trx, id: string, { status, reason, handleNote, stopTime, handled }: StopForm): Promise<TrafficStop> => {
      await sql`UPDATE traffic_stop SET version = version + 1, status = ${status}, reason = ${reason}, handle_note = ${handleNote},
          stop_time = ${stopTime}, handle_user = coalesce(${handled?.by ?? null}::text, handle_user),
          handle_time = coalesce(${handled?.at ?? null}::timestamptz, handle_time)
        WHERE id = ${id}::bigint`.execute(trx)
      return (await find(trx, sql`one.id = ${id}::bigint`))[0] as TrafficStop
    },
    /** The speeding record shows it too: whoever has that open takes the newer version alone. */
    setAudio: async (trx: Trx, { id, speedingId }: TrafficStop, audioStatus: number): Promise<TrafficStop> => {
      await sql`UPDATE traffic_stop SET version = version + 1, audio_status = ${audioStatus} WHERE id = ${id}::bigint`.execute(
        trx,
      )
      await sql`UPDATE speeding_record SET version = version + 1 WHERE id = ${speedingId}::bigint`.execute(trx)
      return (await find(trx, sql`one.id = ${id}::bigint`))[0] as TrafficStop
    },
    /** How far a speeding record is handled is how far its stop is. */
    saveSpeeding: async (
      trx: Trx,
      id: string,
      { status, handled }: StopForm,
    ): Promise<{ before: SpeedingRecord; after: SpeedingRecord }> => {
      const read = async (): Promise<SpeedingRecord> => {
        const { rows } = await sql<SpeedingRow>`SELECT ${speedingColumns} FROM speeding_record AS one ${joins}
          WHERE one.id = ${id}::bigint FOR UPDATE OF one`.execute(trx)
        return speedingOf(clock, rows[0] as SpeedingRow)
      }
      const before = await read()
      await sql`UPDATE speeding_record SET version = version + 1, status = ${status},
          handle_user = coalesce(${handled?.by ?? null}::text, handle_user),
          handle_time = coalesce(${handled?.at ?? null}::timestamptz, handle_time)
        WHERE id = ${id}::bigint`.execute(trx)
      return { before, after: await read() }
    },
  }
}
export type CloseStore = ReturnType<typeof createCloseStore>
