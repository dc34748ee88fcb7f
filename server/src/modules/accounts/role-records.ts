import { accountDomain } from '@vigil/contract/accounts/domain.ts'
import { permissionResource } from '@vigil/contract/accounts/permission.ts'
import { counted } from '../../kernel/counted.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Records } from '../../kernel/records.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { onlySuperAdministrators } from '../../kernel/scope.ts'
import { known, words, type AccountContext, type Body } from './context.ts'
import { reserved } from './grants.ts'
import type { Role } from './roles.store.ts'
import { rolesWith } from './store.ts'

const grantedByRoles = { zh: '角色', en: 'roles' } as const

/** How roles are kept, and who may grant what by one. */
export const createRoleRecords = ({ kernel, store, grants }: AccountContext): Records<Role, Body<'saveRole'>> => ({
  kernel,
  module: 'accounts',
  object: 'role',
  what: words.role,
  read: (trx, id) => store.role(trx, id),
  lock: async (trx, id) => void (await store.lockRole(trx, id)),
  /** A role belongs to no department: what its holders reach decides. */
  permit: (trx, present, body, asked) =>
    present && reserved.has(present.name) ? Promise.resolve() : grants.guardRole(trx, present, body, asked),
  check: async (trx, body, present, asked) => {
    const by = { zh: '系统按名称识别此角色', en: 'the system recognises this role by its name' }
    if (present && reserved.has(present.name)) throw new Refusal('inUse', { what: words.role, by })
    if (reserved.has(body.name) && !asked.caller.superAdministrator)
      throw new Refusal('forbidden', { needs: onlySuperAdministrators })
    const custom = await store.customPermissions(trx)
    const strange = body.permissions.find((name) => !known.has(name) && !custom.includes(name))
    if (strange !== undefined) {
      const reason = { zh: `中没有“${strange}”`, en: `do not include “${strange}”` }
      throw invalid('permissions', accountDomain.asked.permissions, reason)
    }
    const existing = new Set((await store.depts(trx)).map(({ id }) => id))
    if (body.deptIds.some((id) => !existing.has(id))) throw new Refusal('notFound', { what: words.dept })
  },
  create: (trx, { name, scope, permissions: granted, deptIds }) =>
    store.saveRole(trx, null, { name, scope, permissions: [...new Set(granted)], deptIds: [...new Set(deptIds)] }),
  update: async (trx, id, { name, scope, permissions: granted, deptIds }) =>
    void (await store.saveRole(trx, id, { name, scope, permissions: [...new Set(granted)], deptIds: [...new Set(deptIds)] })),
  remove: async (trx, id, present) => {
    const holders = await store.holdersOfRole(trx, id)
    if (reserved.has(present.name))
      throw new Refusal('inUse', { what: words.role, by: { zh: '系统内置', en: 'built into the system' } })
    if (holders > 0) throw new Refusal('inUse', { what: words.role, by: counted(holders, '名用户', 'user', 'users') })
    await store.deleteRole(trx, id)
  },
  unique: { role_name_key: { field: { zh: '角色名称', en: 'Role name' }, value: ({ name }) => name } },
})

/** How the names of permissions are kept. */
export const createPermissionKeeper = (kernel: Kernel) =>
  createKeeper(kernel, {
    noun: permissionResource,
    module: 'accounts',
    table: 'permission',
    order: ['id'],
    shown: { roles: rolesWith },
    unique: { permission_code: 'code' },
    check: (_, { code }, present) => {
      if (present !== null && present.code !== code && (known.has(present.code) || present.roles !== 0))
        throw new Refusal('inUse', { what: permissionResource.word, by: grantedByRoles })
      return Promise.resolve()
    },
    uses: (_, _id, { kind, roles: count }) => {
      if (kind !== 'custom') return Promise.resolve({ zh: '系统内置', en: 'built into the system' })
      return Promise.resolve(count ? counted(count, '个角色', 'role', 'roles') : null)
    },
  })
