import { sql } from 'kysely'
import type { Trx } from '../../kernel/kernel.ts'

/** Serialises all changes of the tree, so that no two moves make a cycle between them. */
export const lockDicts = async (trx: Trx): Promise<void> => {
  await sql`LOCK TABLE dict IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
}

/** Whether a dictionary is another or stands somewhere below it. */
export const isBelow = async (trx: Trx, id: string, above: string): Promise<boolean> => {
  const { rows } = await sql`WITH RECURSIVE below AS (
    SELECT id FROM dict WHERE id = ${above}::bigint UNION SELECT dict.id FROM dict JOIN below ON dict.pid = below.id
  ) SELECT 1 FROM below WHERE id = ${id}::bigint`.execute(trx)
  return rows.length > 0
}

export const usesOfDict = async (trx: Trx, id: string): Promise<{ dicts: number; items: number }> => {
  const { rows } = await sql<{ dicts: number; items: number }>`SELECT
    (SELECT count(*)::int FROM dict WHERE pid = ${id}::bigint) AS dicts,
    (SELECT count(*)::int FROM dict_item WHERE pid = ${id}::bigint) AS items`.execute(trx)
  return rows[0] ?? { dicts: 0, items: 0 }
}
