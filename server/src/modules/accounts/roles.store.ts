import { sql } from 'kysely'
import type { z } from 'zod'
import type { role } from '@vigil/contract/accounts/entities.ts'
import type { Sql } from '../../kernel/db.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

export type Role = z.output<typeof role>

/** The roles that a person holds. */
export const rolesOfPerson = sql`ARRAY(SELECT role_id::text FROM person_role WHERE person_id = person.id ORDER BY role_id)`

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

/** Roles, who holds them, and the permissions that they grant. */
export const createRoleStore = ({ db }: Pick<Kernel, 'db'>) => ({
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
})
