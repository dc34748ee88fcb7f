import { sql } from 'kysely'
import type { Dept, role, User } from '@vigil/contract/accounts/entities.ts'
import type { z } from 'zod'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, ofDept, scoped } from '../../kernel/listing.ts'
import type { Sql } from '../../kernel/db.ts'
import { mask } from '../../kernel/mask.ts'

export type Role = z.output<typeof role>

interface UserRow {
  id: string
  version: number
  user_name: string | null
  cname: string
  work_num: string
  dept_id: string | null
  dept_name: string | null
  kind: 'employee' | 'contractor'
  post: string
  mobile: string
  can_login: boolean
  enabled: boolean
  role_ids: string[]
  role_names: string[]
  last_login_at: Date | null
}

const userColumns = sql`person.id, person.version, person.user_name, person.cname, person.work_num, person.dept_id, dept.name AS dept_name,
  person.kind, person.post, person.mobile, person.can_login, person.enabled, person.last_login_at,
  ARRAY(SELECT role_id::text FROM person_role WHERE person_id = person.id ORDER BY role_id) AS role_ids,
  ARRAY(SELECT role.name FROM person_role JOIN role ON role.id = role_id WHERE person_id = person.id ORDER BY role_id) AS role_names`
const userTables = sql`person LEFT JOIN dept ON dept.id = person.dept_id`

export const createAccountStore = ({ db, clock }: Kernel) => {
  const userOf =
    (asked: Asked) =>
    (row: UserRow): User => ({
      id: row.id,
      version: row.version,
      userName: row.user_name,
      cname: row.cname,
      workNum: row.work_num,
      deptId: row.dept_id,
      deptName: row.dept_name,
      kind: row.kind,
      post: row.post,
      mobile: may(asked.caller, 'private:view') ? row.mobile : mask(row.mobile),
      canLogin: row.can_login,
      enable: row.enabled ? 1 : 0,
      roleIds: row.role_ids,
      roleNames: row.role_names,
      lastLoginAt: clock.toWireOrNull(row.last_login_at),
    })

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
    depts: async (on: Sql | Trx = db.sql): Promise<Dept[]> =>
      on.selectFrom('dept').select(['id', 'version', 'pid', 'name', 'sort']).orderBy('sort').orderBy('id').execute(),
    listDepts: ({ pid, ...paging }: { pid: string | null } & Paging) =>
      listRows<Dept, Dept>(
        db,
        {
          columns: sql`id, version, pid, name, sort`,
          from: sql`dept`,
          where: [pid === null ? sql`pid IS NULL` : sql`pid = ${pid}::bigint`],
          sort: { name: sql`name`, sort: sql`sort` },
          order: sql`sort, id`,
          map: (row) => row,
        },
        paging,
      ),
    dept: async (trx: Trx, id: string): Promise<Dept | null> =>
      (await trx.selectFrom('dept').select(['id', 'version', 'pid', 'name', 'sort']).where('id', '=', id).executeTakeFirst()) ??
      null,
    /** Serialises all changes of the tree, so that no two moves make a cycle between them. */
    lockDepts: async (trx: Trx): Promise<void> => {
      await sql`LOCK TABLE dept IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
    },
    createDept: async (trx: Trx, dept: { pid: string | null; name: string; sort: number }): Promise<string> =>
      (await trx.insertInto('dept').values(dept).returning('id').executeTakeFirstOrThrow()).id,
    updateDept: (trx: Trx, id: string, dept: { pid: string | null; name: string; sort: number }) =>
      trx
        .updateTable('dept')
        .set((eb) => ({ ...dept, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    /** Ids of a department and all below it. */
    below: async (trx: Trx, id: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`WITH RECURSIVE below AS (
        SELECT id FROM dept WHERE id = ${id}::bigint UNION SELECT dept.id FROM dept JOIN below ON dept.pid = below.id
      ) SELECT id FROM below`.execute(trx)
      return rows.map((row) => row.id)
    },
    /** What still stands in a department: children, people, devices, areas, fences. */
    usesOfDept: async (trx: Trx, id: string): Promise<Readonly<Record<'children' | 'people' | 'devices' | 'areas', number>>> => {
      const { rows } = await sql<{ children: string; people: string; devices: string; areas: string }>`SELECT
        (SELECT count(*) FROM dept WHERE pid = ${id}::bigint) AS children,
        (SELECT count(*) FROM person WHERE dept_id = ${id}::bigint) AS people,
        (SELECT count(*) FROM device WHERE dept_id = ${id}::bigint) AS devices,
        (SELECT count(*) FROM hazard_area WHERE dept_id = ${id}::bigint) + (SELECT count(*) FROM fence WHERE dept_id = ${id}::bigint) AS areas`.execute(
        trx,
      )
      const row = rows[0]
      return {
        children: Number(row?.children),
        people: Number(row?.people),
        devices: Number(row?.devices),
        areas: Number(row?.areas),
      }
    },
    deleteDept: (trx: Trx, id: string) => trx.deleteFrom('dept').where('id', '=', id).execute(),

    listUsers: (
      {
        deptId,
        recursive,
        keyword,
        ...paging
      }: { deptId?: string | undefined; recursive: boolean; keyword?: string | undefined } & Paging,
      asked: Asked,
    ) => {
      const pattern = keyword ? `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%` : null
      return listRows<UserRow, User>(
        db,
        {
          columns: userColumns,
          from: userTables,
          where: [
            scoped(asked.caller.scope, 'person.dept_id'),
            ofDept('person.dept_id', deptId, recursive),
            pattern === null
              ? sql`true`
              : sql`person.cname ILIKE ${pattern} OR person.work_num ILIKE ${pattern} OR person.user_name ILIKE ${pattern}`,
          ],
          sort: {
            cname: sql`person.cname`,
            workNum: sql`person.work_num`,
            deptName: sql`dept.name`,
            lastLoginAt: sql`person.last_login_at`,
          },
          order: sql`person.id`,
          map: userOf(asked),
        },
        paging,
      )
    },
    user: async (trx: Trx, id: string, asked: Asked): Promise<User | null> => {
      const { rows } = await sql<UserRow>`SELECT ${userColumns} FROM ${userTables}
        WHERE person.id = ${id}::bigint AND ${scoped(asked.caller.scope, 'person.dept_id')}`.execute(trx)
      const row = rows[0]
      return row ? userOf(asked)(row) : null
    },
    lockUser: (trx: Trx, id: string) => trx.selectFrom('person').select('id').where('id', '=', id).forUpdate().execute(),
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
          .values(roleIds.map((role_id) => ({ person_id: personId, role_id })))
          .execute()
      }
    },
    /** Devices that a person wears, so that nobody is deleted from under a helmet. */
    devicesOf: async (trx: Trx, personId: string): Promise<number> => {
      const row = await trx
        .selectFrom('device')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('person_id', '=', personId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    deleteUser: async (trx: Trx, id: string): Promise<void> => {
      await trx.updateTable('device').set({ person_id: null }).where('person_id', '=', id).execute()
      await sql`UPDATE device_binding SET until_time = ${new Date(clock.now())} WHERE person_id = ${id}::bigint AND until_time IS NULL`.execute(
        trx,
      )
      await trx.deleteFrom('person').where('id', '=', id).execute()
    },
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
  enabled: boolean
}
