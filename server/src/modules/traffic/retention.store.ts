import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

/** So that nobody waits long for the retention. */
const atOnce = 500

interface OldPass {
  readonly id: string
  readonly passTime: Date
  /** Those that no other record shows. */
  readonly pictures: readonly string[]
}

export const createRetentionStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** The oldest passes from before an instant. */
  passesBefore: async (before: Date): Promise<OldPass[]> => {
    const { rows } = await sql<OldPass>`SELECT id::text AS id, pass_time AS "passTime", ARRAY(
        SELECT file FROM unnest(ARRAY[big_image, plate_image]) AS file WHERE file <> ''
        AND NOT EXISTS (SELECT FROM speeding_record WHERE big_image <> '' AND big_image = file)
        AND NOT EXISTS (SELECT FROM speeding_record WHERE plate_image <> '' AND plate_image = file)
        AND NOT EXISTS (SELECT FROM traffic_stop WHERE big_image <> '' AND big_image = file)
        AND NOT EXISTS (SELECT FROM traffic_stop WHERE plate_image <> '' AND plate_image = file)) AS pictures
      FROM vehicle_pass WHERE pass_time < ${before} ORDER BY pass_time, id LIMIT ${atOnce}`.execute(db.sql)
    return rows
  },
  dropPasses: async (trx: Trx, ids: readonly string[]): Promise<void> => {
    await sql`DELETE FROM vehicle_pass WHERE id = ANY(${[...ids]}::bigint[])`.execute(trx)
  },
  /** Lets plates go that were seen no more for a day longer than passes are kept. */
  dropPlates: async (before: Date): Promise<void> => {
    await sql`DELETE FROM vehicle_plate WHERE seen_at < ${before}::timestamptz - interval '1 day'`.execute(db.sql)
  },
})
export type RetentionStore = ReturnType<typeof createRetentionStore>
