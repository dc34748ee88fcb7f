import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { createDeptStore } from './depts.store.ts'
import { createRoleStore, rolesOfPerson } from './roles.store.ts'

/** What a person's record shows that is no column of its own. */
export const personSources = {
  roleIds: rolesOfPerson,
  roleNames: sql`ARRAY(SELECT role.name FROM person_role JOIN role ON role.id = role_id WHERE person_id = person.id ORDER BY role_id)`,
} as const
/** People who hold a role. */
export const holdsRole = (roleId: unknown) =>
  sql`EXISTS (SELECT 1 FROM person_role WHERE person_id = person.id AND role_id = ${roleId}::bigint)`
/** How many people stand in a department itself. */
export const peopleIn = sql`(SELECT count(*)::int FROM person WHERE person.dept_id = dept.id)`
/** How many roles grant a permission. */
export const rolesWith = sql`(SELECT count(*)::int FROM role WHERE permission.code = ANY(role.permissions))`

export const createAccountStore = ({ db }: Pick<Kernel, 'db'>) => ({
  ...createDeptStore({ db }),
  ...createRoleStore({ db }),

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
})
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
