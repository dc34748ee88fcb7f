import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** Of records whose time is over, how many are taken in one statement. */
const atOnce = 500

/** A record with the picture that it shows. */
export interface Pictured {
  readonly id: string
  readonly file: string
}

/**
 * Visits that were over by an instant, or that nobody came to; whoever is still inside is none. Who left comes by that visit no more, nor does
 * who was refused, however long either had planned to stay.
 */
const isForgotten = (before: Date) =>
  sql`CASE status WHEN 'left' THEN out_time WHEN 'refused' THEN least(plan_out, booked_at) ELSE plan_out END < ${before}
    AND status NOT IN ('inside', 'overstayed')`

export type ForgettingStore = ReturnType<typeof createForgettingStore>

/** What tells of somebody and is not kept for as long as its record is. */
export const createForgettingStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** By which a visitor is known and reached; how many visits had any of it. */
  eraseIdentities: async (before: Date): Promise<number> => {
    let erased = 0
    for (;;) {
      const { numAffectedRows = 0n } =
        await sql`UPDATE visit SET id_no = '', phone = '', version = version + 1 WHERE id = ANY (ARRAY(
        SELECT id FROM visit WHERE (id_no <> '' OR phone <> '') AND ${isForgotten(before)}
        ORDER BY plan_out LIMIT ${atOnce} FOR UPDATE SKIP LOCKED))`.execute(db.sql)
      erased += Number(numAffectedRows)
      if (numAffectedRows < BigInt(atOnce)) return erased
    }
  },
  /** The oldest passages that still have their picture. */
  passagesBefore: async (before: Date): Promise<Pictured[]> => {
    const { rows } = await sql<Pictured>`SELECT id::text AS id, snap_url AS file FROM gate_access
      WHERE snap_url <> '' AND pass_time < ${before} ORDER BY pass_time, id LIMIT ${atOnce}`.execute(db.sql)
    return rows
  },
  erasePassagePictures: async (ids: readonly string[]): Promise<void> => {
    await sql`UPDATE gate_access SET snap_url = '' WHERE id = ANY(${[...ids]}::bigint[])`.execute(db.sql)
  },
  /** Visits that still have their photo. */
  visitsBefore: async (before: Date): Promise<Pictured[]> => {
    const { rows } = await sql<Pictured>`SELECT id::text AS id, photo AS file FROM visit
      WHERE photo <> '' AND ${isForgotten(before)} ORDER BY plan_out, id LIMIT ${atOnce}`.execute(db.sql)
    return rows
  },
  /** Of some photos those that a visit shows which is not among these: who comes again is shown by the same. */
  shownElsewhere: async (files: readonly string[], ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ file: string }>`SELECT DISTINCT photo AS file FROM visit
      WHERE photo <> '' AND photo = ANY(${[...files]}) AND NOT id = ANY(${[...ids]}::bigint[])`.execute(db.sql)
    return new Set(rows.map(({ file }) => file))
  },
  erasePhotos: async (ids: readonly string[]): Promise<void> => {
    await sql`UPDATE visit SET photo = '', version = version + 1 WHERE id = ANY(${[...ids]}::bigint[])`.execute(db.sql)
  },
})
