import { sql } from 'kysely'
import type { role } from '@vigil/contract/accounts/entities.ts'
import type { Dept } from '@vigil/contract/accounts/dept.ts'
import type { z } from 'zod'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Sql } from '../../kernel/db.ts'

export type Role = z.output<typeof role>

/** What a person's record shows that is no column of its own. */
export const personSources = {
  roleIds: sql`ARRAY(SELECT role_id::text FROM person_role WHERE person_id = person.id ORDER BY role_id)`,
  roleNames: sql`ARRAY(SELECT role.name FROM person_role JOIN role ON role.id = role_id WHERE person_id = person.id ORDER BY role_id)`,
} as const
/** People who hold a role. */
export const holdsRole = (roleId: unknown) =>
  sql`EXISTS (SELECT 1 FROM person_role WHERE person_id = person.id AND role_id = ${roleId}::bigint)`
export const standsBelow = (pid: unknown) => (pid === null ? sql`dept.pid IS NULL` : sql`dept.pid = ${pid}::bigint`)
/** How many people stand in a department itself. */
export const peopleIn = sql`(SELECT count(*)::int FROM person WHERE person.dept_id = dept.id)`
/** How many roles grant a permission. */
export const rolesWith = sql`(SELECT count(*)::int FROM role WHERE permission.code = ANY(role.permissions))`

export const createAccountStore = ({ db }: Kernel) => {
  const rolesOf = async (on: Sql | Trx, id?: string): Promise<Role[]> => {
    const { rows } = await sql<{
      id: string
      version: number
      name: string
      scope: Role['scope']
      permissions: string[]
      dept_ids: string[]
    }>`
      SELECT id, version, name, scope, permissions,
        ARRAY(SELECT dept_id::text FROM role_dept WHERE role_id = role.id ORDER BY dept_id) AS dept_ids
      FROM role WHERE ${id ?? null}::bigint IS NULL OR id = ${id ?? null}::bigint ORDER BY id`.execute(on)
    return rows.map(({ dept_ids, ...row }) => ({ ...row, deptIds: dept_ids }))
  }

  return {
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
    standings: async (trx: Trx, roleId: string | null): Promise<{ deptId: string | null; roleIds: string[] }[]> => {
      const { rows } = await sql<{ deptId: string | null; roleIds: string[] }>`SELECT DISTINCT dept_id::text AS "deptId",
          ${personSources.roleIds} AS "roleIds" FROM person
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
    /** Writes down every permission that the product knows and the table does not. */
    seedPermissions: async (known: readonly { code: string; name: string; nameEn: string; kind: string }[]): Promise<void> => {
      await sql`INSERT INTO permission (code, name, name_en, note, kind)
        SELECT code, name, name_en, '', kind FROM unnest(${known.map(({ code }) => code)}::text[], ${known.map(({ name }) => name)}::text[],
          ${known.map(({ nameEn }) => nameEn)}::text[], ${known.map(({ kind }) => kind)}::text[]) AS known (code, name, name_en, kind)
        ON CONFLICT (code) DO NOTHING`.execute(db.sql)
    },
    customPermissions: async (trx: Trx): Promise<string[]> => {
      const { rows } = await sql<{ code: string }>`SELECT code FROM permission WHERE kind = 'custom'`.execute(trx)
      return rows.map(({ code }) => code)
    },

    createUser: async (trx: Trx, person: PersonFields & { password_hash: string | null }): Promise<string> =>
      (
        await trx
          .insertInto('person')
          .values({ ...person, must_change_password: true })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    updateUser: (trx: Trx, id: string, person: Partial<PersonFields>) =>
      trx
        .updateTable('person')
        .set((eb) => ({ ...person, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    setRoles: async (trx: Trx, personId: string, roleIds: readonly string[]): Promise<void> => {
      await trx.deleteFrom('person_role').where('person_id', '=', personId).execute()
      if (roleIds.length > 0) {
        await trx
          .insertInto('person_role')
          .values([...new Set(roleIds)].map((role_id) => ({ person_id: personId, role_id })))
          .execute()
      }
    },
    deleteUser: (trx: Trx, id: string) => trx.deleteFrom('person').where('id', '=', id).execute(),
    /** People who hold a role by name and may sign in. */
    holders: async (trx: Trx, roleName: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`SELECT person.id FROM person
        JOIN person_role ON person_role.person_id = person.id JOIN role ON role.id = person_role.role_id
        WHERE role.name = ${roleName} AND person.can_login AND person.enabled FOR UPDATE OF person`.execute(trx)
      return rows.map(({ id }) => id)
    },
    anybody: async (): Promise<boolean> => (await db.sql.selectFrom('person').select('id').limit(1).execute()).length > 0,

    roles: (on: Sql | Trx = db.sql) => rolesOf(on),
    role: async (trx: Trx, id: string): Promise<Role | null> => (await rolesOf(trx, id))[0] ?? null,
    lockRole: (trx: Trx, id: string) => trx.selectFrom('role').select('id').where('id', '=', id).forUpdate().execute(),
    saveRole: async (
      trx: Trx,
      id: string | null,
      { deptIds, ...fields }: Pick<Role, 'name' | 'scope' | 'permissions' | 'deptIds'>,
    ): Promise<string> => {
      const saved =
        id === null
          ? await trx.insertInto('role').values(fields).returning('id').executeTakeFirstOrThrow()
          : await trx
              .updateTable('role')
              .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
              .where('id', '=', id)
              .returning('id')
              .executeTakeFirstOrThrow()
      await trx.deleteFrom('role_dept').where('role_id', '=', saved.id).execute()
      if (deptIds.length > 0)
        await trx
          .insertInto('role_dept')
          .values(deptIds.map((dept_id) => ({ role_id: saved.id, dept_id })))
          .execute()
      return saved.id
    },
    holdersOfRole: async (trx: Trx, id: string): Promise<number> => {
      const row = await trx
        .selectFrom('person_role')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('role_id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    deleteRole: (trx: Trx, id: string) => trx.deleteFrom('role').where('id', '=', id).execute(),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>

interface PersonFields {
  user_name: string | null
  cname: string
  work_num: string
  dept_id: string | null
  kind: 'employee' | 'contractor'
  post: string
  mobile: string
  can_login: boolean
  wall_display: boolean
  enabled: boolean
}
