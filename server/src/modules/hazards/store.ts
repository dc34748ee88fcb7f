import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

export const createHazardStore = ({ db }: Kernel) => ({
  /** What tells one state of all fences and areas from another: how many, their versions, their numbers. */
  digest: async (): Promise<string> => {
    const { rows } = await sql<{ digest: string }>`SELECT concat_ws(' ',
        (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM fence), (SELECT concat_ws(':', count(*), sum(version), sum(id)) FROM hazard_area),
        (SELECT concat_ws(':', count(*), sum(version)) FROM accounts_dept)) AS digest`.execute(db.sql)
    return rows[0]?.digest ?? ''
  },
  /** The departments whose people and devices each fence judges that has one: that department and all below it. */
  judgedDepts: async (): Promise<Map<string, ReadonlySet<string>>> => {
    const { rows } = await sql<{ id: string; depts: string[] }>`SELECT fence.id::text, ARRAY(WITH RECURSIVE below AS (
          SELECT fence.dept_id AS id UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id
        ) SELECT id::text FROM below) AS depts FROM fence WHERE dept_id IS NOT NULL`.execute(db.sql)
    return new Map(rows.map(({ id, depts }) => [id, new Set(depts)]))
  },
  usesOfArea: async (trx: Trx, id: string): Promise<{ fences: number; points: number }> => {
    const { rows } = await sql<{ fences: number; points: number }>`SELECT
        (SELECT count(*)::int FROM fence WHERE area_id = ${id}::bigint) AS fences,
        (SELECT count(*)::int FROM hazard_point WHERE area_id = ${id}::bigint) AS points`.execute(trx)
    return rows[0] ?? { fences: 0, points: 0 }
  },
})
export type HazardStore = ReturnType<typeof createHazardStore>
