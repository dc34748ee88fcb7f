import type { Database } from '../src/kernel/db.ts'

/** How many positions there are, those of hours that house-keeping has packed meanwhile included. */
export const storedPositions = async ({ db }: { readonly db: Database }): Promise<number> => {
  const { rows } = await db.raw<{ count: string }>(
    db.sql,
    'SELECT (SELECT count(*) FROM position) + (SELECT coalesce(sum(fixes), 0) FROM packed_position) AS count',
  )
  return Number(rows[0]?.count)
}
