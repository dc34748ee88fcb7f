import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'

/** Whom a passage is of. */
export interface Passer {
  /** Empty where nobody knows him and the turnstile neither. */
  readonly key: string
  readonly personId: string | null
  readonly visitId: string | null
  readonly name: string
  readonly number: string
  readonly kind: '' | 'employee' | 'contractor' | 'visitor'
  readonly deptId: string | null
}

export type PasserStore = ReturnType<typeof createPasserStore>

export const createPasserStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Whoever has a work number. */
  byNumber: async (number: string): Promise<Passer | null> => {
    const { rows } = await sql<Passer>`SELECT 'p' || id AS key, id::text AS "personId", NULL AS "visitId", cname AS name,
        work_num AS number, kind, dept_id::text AS "deptId"
      FROM accounts_person WHERE work_num = ${number}`.execute(db.sql)
    return rows[0] ?? null
  },
  /** A visitor who has a tag of that number, else whoever wears it. */
  byCard: async (cardNo: string): Promise<Passer | null> => {
    const { rows } = await sql<Passer>`
      WITH tag AS (SELECT id, person_id FROM devices_watched WHERE kind <> 'car' AND (code = ${cardNo} OR label = ${cardNo})
        ORDER BY code = ${cardNo} DESC, id LIMIT 1)
      SELECT * FROM (
        SELECT 'v' || visit.id AS key, NULL AS "personId", visit.id::text AS "visitId", visitor_name AS name, '' AS number,
          'visitor' AS kind, visit.dept_id::text AS "deptId", 1 AS rank
        FROM visit JOIN tag ON tag.id = visit.tag_id
        WHERE status IN ('inside', 'overstayed') AND deleted_at IS NULL
        UNION ALL
        SELECT 'p' || person.id, person.id::text, NULL, person.cname, person.work_num, person.kind, person.dept_id::text, 2
        FROM accounts_person AS person JOIN tag ON tag.person_id = person.id
      ) AS found ORDER BY rank LIMIT 1`.execute(db.sql)
    return rows[0] ?? null
  },
})
