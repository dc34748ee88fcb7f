import { sql } from 'kysely'
import type { Dept } from '@vigil/contract/accounts/dept.ts'
import type { Sql } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { rolesOfPerson } from './roles.store.ts'

export const standsBelow = (pid: unknown) => (pid === null ? sql`dept.pid IS NULL` : sql`dept.pid = ${pid}::bigint`)

/** The tree of departments, and who stands in it. */
export const createDeptStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** All departments with how many people stand in each. */
  depts: async (on: Sql | Trx = db.sql): Promise<Dept[]> => {
    const { rows } =
      await sql<Dept>`SELECT dept.id::text, dept.version, dept.pid::text, dept.name, dept.leader, dept.phone, dept.sort,
        above.name AS "parentName", coalesce(counted.people, 0) AS people
      FROM dept LEFT JOIN dept AS above ON above.id = dept.pid
        LEFT JOIN (SELECT dept_id, count(*)::int AS people FROM person GROUP BY dept_id) AS counted ON counted.dept_id = dept.id
      ORDER BY dept.sort, dept.id`.execute(on)
    return rows
  },
  /** Serialises all changes of the tree, so that no two moves make a cycle between them. */
  lockDepts: async (trx: Trx): Promise<void> => {
    await sql`LOCK TABLE dept IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  },
  /** Which department stands below which. */
  tree: async (trx: Trx): Promise<Map<string, string | null>> => {
    const rows = await trx.selectFrom('dept').select(['id', 'pid']).execute()
    return new Map(rows.map(({ id, pid }) => [id, pid]))
  },
  /** Where everybody stands who holds a role, or any role at all, with all the roles of each. */
  memberships: async (trx: Trx, roleId: string | null): Promise<{ deptId: string | null; roleIds: string[] }[]> => {
    const { rows } = await sql<{ deptId: string | null; roleIds: string[] }>`SELECT DISTINCT dept_id::text AS "deptId",
        ${rolesOfPerson} AS "roleIds" FROM person
      WHERE EXISTS (SELECT 1 FROM person_role WHERE person_id = person.id
        AND (${roleId}::bigint IS NULL OR role_id = ${roleId}::bigint))`.execute(trx)
    return rows
  },
  /** Keeps some roles and the tree of departments as they are until the transaction ends. */
  holdStill: async (trx: Trx, roleIds: readonly string[]): Promise<void> => {
    await sql`SELECT 1 FROM role WHERE id = ANY(${[...roleIds]}::bigint[]) ORDER BY id FOR SHARE`.execute(trx)
    await sql`LOCK TABLE dept IN SHARE MODE`.execute(trx)
  },
  /** Ids of a department and all below it. */
  below: async (trx: Trx, id: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`WITH RECURSIVE below AS (
      SELECT id FROM dept WHERE id = ${id}::bigint UNION SELECT dept.id FROM dept JOIN below ON dept.pid = below.id
    ) SELECT id FROM below`.execute(trx)
    return rows.map((row) => row.id)
  },
  deptExists: async (trx: Trx, id: string): Promise<boolean> =>
    (await trx.selectFrom('dept').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  /** The department of a name directly below another. */
  deptNamed: async (trx: Trx, pid: string | null, name: string): Promise<string | null> => {
    const { rows } = await sql<{ id: string }>`SELECT id::text FROM dept WHERE name = ${name} AND ${standsBelow(pid)}`.execute(
      trx,
    )
    return rows[0]?.id ?? null
  },
})
