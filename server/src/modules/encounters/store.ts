import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Encounter } from './rules.ts'

type Pair = Pick<Encounter, 'vehicle' | 'person'>

const columnsOf = (pairs: readonly Pair[]) =>
  sql`unnest(${pairs.map(({ vehicle }) => vehicle)}::int[], ${pairs.map(({ person }) => person)}::text[]) AS given (vehicle, person)`

export const createEncounterStore = ({ db }: Pick<Kernel, 'db'>) => ({
  all: async (): Promise<Pair[]> => (await sql<Pair>`SELECT vehicle_id AS vehicle, person FROM encounter`.execute(db.sql)).rows,
  /** Those of them that no server had written yet. In one order, so that two servers never wait for each other. */
  begin: async (trx: Trx, pairs: readonly Pair[]): Promise<Pair[]> => {
    const { rows } = await sql<Pair>`INSERT INTO encounter (vehicle_id, person)
      SELECT vehicle, person FROM ${columnsOf(pairs)} ORDER BY vehicle, person
      ON CONFLICT DO NOTHING RETURNING vehicle_id AS vehicle, person`.execute(trx)
    return rows
  },
  /** Those of them that no server had removed yet. */
  end: async (trx: Trx, pairs: readonly Pair[]): Promise<Pair[]> => {
    const { rows } = await sql<Pair>`DELETE FROM encounter USING (
        SELECT encounter.vehicle_id, encounter.person FROM encounter
        JOIN ${columnsOf(pairs)} ON encounter.vehicle_id = given.vehicle AND encounter.person = given.person
        ORDER BY encounter.vehicle_id, encounter.person FOR UPDATE OF encounter) AS gone
      WHERE encounter.vehicle_id = gone.vehicle_id AND encounter.person = gone.person
      RETURNING encounter.vehicle_id AS vehicle, encounter.person`.execute(trx)
    return rows
  },
})
export type EncounterStore = ReturnType<typeof createEncounterStore>
