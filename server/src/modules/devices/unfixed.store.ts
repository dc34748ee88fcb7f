import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** A device that reported without a position: when first and last since it was written down; ms since 1970. */
export interface Unfixed {
  readonly deviceId: number
  readonly from: number
  readonly at: number
}

/** Milliseconds of silence after which reports without a position begin anew: a receiver that was just switched on has none at first. */
const apart = 3_600_000

export const createUnfixedStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Several servers may have heard one device, and say so in any order. */
  note: async (unfixed: readonly Unfixed[]): Promise<void> => {
    await sql`INSERT INTO device_unfixed AS known (device_id, first_seen, last_seen)
      SELECT device.id, first_seen, last_seen
      FROM unnest(${unfixed.map(({ deviceId }) => deviceId)}::int[], ${unfixed.map(({ from }) => new Date(from))}::timestamptz[],
        ${unfixed.map(({ at }) => new Date(at))}::timestamptz[]) AS noted (id, first_seen, last_seen)
      JOIN device ON device.id = noted.id ORDER BY device.id
      ON CONFLICT (device_id) DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen),
        first_seen = CASE WHEN excluded.first_seen > known.last_seen + ${apart} * interval '1 ms' THEN excluded.first_seen
          ELSE least(known.first_seen, excluded.first_seen) END`.execute(db.sql)
  },
})
