import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** What tells one state of all stretches of road from another. */
export const roadsDigest = async ({ db }: Pick<Kernel, 'db'>): Promise<string> => {
  const { rows } = await sql<{ digest: string }>`SELECT concat_ws(':', count(*), sum(version), sum(id)) AS digest
    FROM road_segment`.execute(db.sql)
  return rows[0]?.digest ?? ''
}
