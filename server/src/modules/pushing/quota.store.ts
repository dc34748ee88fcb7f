import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { PlaceOfPasses } from '../traffic/index.ts'

type Place = Pick<PlaceOfPasses, 'kind' | 'id'>

/** How a device stands on a day. */
export interface PushDay {
  readonly bytes: number
  readonly fullSince: Date | null
  /** Bytes a day at which it was full; null where it is not. */
  readonly fullMost: number | null
  readonly leftOut: number
}
const nothing: PushDay = { bytes: 0, fullSince: null, fullMost: null, leftOut: 0 }

export type QuotaStore = ReturnType<typeof createQuotaStore>

/** `day` is `YYYY-MM-DD`, of the site. */
export const createQuotaStore = ({ db, ingest, clock }: Pick<Kernel, 'db' | 'ingest' | 'clock'>) => ({
  dayOf: async ({ kind, id }: Place, day: string): Promise<PushDay> => {
    const { rows } = await sql<{ bytes: string; since: Date | null; most: string | null; leftOut: number }>`SELECT bytes,
        full_since AS since, full_most AS most, left_out AS "leftOut"
      FROM push_day WHERE place_kind = ${kind} AND place_id = ${id}::bigint AND day = ${day}::date`.execute(ingest.sql)
    const [row] = rows
    if (!row) return nothing
    const { bytes, since, most, leftOut } = row
    return { bytes: Number(bytes), fullSince: since, fullMost: most === null ? null : Number(most), leftOut }
  },
  /**
   * Adds what a push brings, or counts it as left out where that is more than `most` bytes a day; whether it fits, and whether it is the
   * first of the day that does not. `isWritten`: its pictures lie on the disk, so that they may be kept.
   */
  add: async (
    trx: Trx,
    { kind, id }: Place,
    day: string,
    { bytes, most, isWritten }: { readonly bytes: number; readonly most: number; readonly isWritten: boolean },
  ): Promise<{ readonly fits: boolean; readonly isFirstOut: boolean }> => {
    const now = new Date(clock.now())
    const isRoom = isWritten && bytes <= most
    const fits = sql`(${isWritten} AND known.full_most IS DISTINCT FROM ${most}::bigint AND known.bytes + ${bytes}::bigint <= ${most}::bigint)`
    const { rows } = await sql<{ fits: boolean; leftOut: number }>`INSERT INTO push_day AS known
        (place_kind, place_id, day, bytes, full_since, full_most, left_out)
      VALUES (${kind}, ${id}::bigint, ${day}::date, ${isRoom ? bytes : 0}::bigint, ${isRoom ? null : now}::timestamptz,
        ${isRoom ? null : most}::bigint, ${isRoom ? 0 : 1}::int)
      ON CONFLICT (place_kind, place_id, day) DO UPDATE SET
        bytes = known.bytes + CASE WHEN ${fits} THEN ${bytes}::bigint ELSE 0 END,
        full_since = CASE WHEN ${fits} THEN NULL WHEN known.full_most = ${most}::bigint THEN known.full_since ELSE ${now} END,
        full_most = CASE WHEN ${fits} THEN NULL ELSE ${most}::bigint END,
        left_out = known.left_out + CASE WHEN ${fits} THEN 0 ELSE 1 END
      RETURNING full_most IS NULL AS fits, left_out AS "leftOut"`.execute(trx)
    const [row] = rows
    return { fits: row?.fits === true, isFirstOut: row?.fits === false && row.leftOut === 1 }
  },
  forgetBefore: async (day: string): Promise<void> => {
    await sql`DELETE FROM push_day WHERE day < ${day}::date`.execute(db.sql)
  },
})
