import type { z } from 'zod'
import type { accountCalls } from '@vigil/contract/accounts/calls.ts'
import { dept, type Dept } from '@vigil/contract/accounts/dept.ts'
import { managesDepts } from '@vigil/contract/accounts/entities.ts'
import { permissionResource } from '@vigil/contract/accounts/permission.ts'
import { user, type User } from '@vigil/contract/accounts/user.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { isAccountName } from '@vigil/contract/kernel/shapes.ts'
import { ownSettings } from '@vigil/contract/site/own-settings.ts'
import { productPermissions } from '@vigil/contract/menu/product-permissions.ts'
import { permissions, superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { isNobodys, may, type Asked } from '../../kernel/caller.ts'
import { counted } from '../../kernel/counted.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { mask } from '../../kernel/mask.ts'
import { checkPassword, hashPassword } from '../../kernel/passwords.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { kept } from '../../kernel/kept-noun.ts'
import { holdersOfDept, type OfDepts } from '../../kernel/of-depts.ts'
import { requireRef } from '../../kernel/references.ts'
import { sheetOf } from '../../kernel/sheet-noun.ts'
import { announce } from '../../kernel/record-changes.ts'
import { deleteRecord, saveRecord, type Records } from '../../kernel/records.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { everything, maySee, mayWrite, onlySuperAdministrators, requireWrite } from '../../kernel/scope.ts'
import { createGrants, reserved } from './grants.ts'
import { treeOf } from './rules.ts'
import { holdsRole, peopleIn, personSources, rolesWith, standsBelow, type AccountStore, type Role } from './store.ts'

type Body<Name extends keyof typeof accountCalls> = BodyOf<(typeof accountCalls)[Name]>
type UserBody = Body<'updateUser'> & { password?: z.output<z.ZodString> | undefined }

const words = {
  dept: { zh: '部门', en: 'The department' },
  parent: { zh: '上级部门', en: 'The parent department' },
  user: { zh: '人员', en: 'The person' },
  role: { zh: '角色', en: 'The role' },
} as const
/** Of fields that no noun has. */
const labels = {
  permissions: { zh: '权限', en: 'Permissions' },
  password: { zh: '初始密码', en: 'First password' },
} as const
const grantedByRoles = { zh: '角色', en: 'roles' } as const
const known: ReadonlySet<string> = new Set(permissions)

/** What other domains have of departments and people. */
export interface AccountDoors {
  readonly sessions: {
    readonly endSessionsOf: (trx: Trx, personId: string) => Promise<number>
  }
  readonly wearers: {
    /** Where the devices belong that a person wears. */
    readonly deptsOfWorn: (trx: Trx, personId: string) => Promise<(string | null)[]>
    readonly releasePerson: (trx: Trx, personId: string) => Promise<void>
  }
  /** What the nouns of all domains have of departments. */
  readonly ofDepts: () => readonly OfDepts[]
}

export type AccountService = ReturnType<typeof createAccountService>

export const createAccountService = (kernel: Kernel, store: AccountStore, doors: AccountDoors) => {
  const { sessions, wearers } = doors
  const grants = createGrants(store)
  const deptKeeper = createKeeper(kernel, {
    noun: dept,
    module: 'accounts',
    table: 'dept',
    order: ['sort'],
    shown: { people: peopleIn },
    narrow: ({ pid }) => (pid === undefined ? [] : [standsBelow(pid)]),
    unique: { dept_name_among_siblings: 'name' },
    countedAs: { zh: '个下级部门', one: 'department below', many: 'departments below' },
  })
  const depts: Records<Dept, Body<'saveDept'>> = {
    ...deptKeeper.records,
    // One that was just made is not yet among those of its maker: who may do what with it is asked by `permit`.
    read: (trx, id, asked) => deptKeeper.records.read(trx, id, { ...asked, caller: { ...asked.caller, scope: everything } }),
    lock: (trx) => store.lockDepts(trx),
    /** A department belongs to itself; below which one it stands is asked only when that changes. */
    permit: (_, present, body, { caller: { scope } }) => {
      if (present) requireWrite(scope, present.id, words.dept)
      if (body && (present === null || present.pid !== body.pid)) requireWrite(scope, body.pid, words.parent, 'pid')
      return Promise.resolve()
    },
    check: async (trx, body, present, asked) => {
      const { pid } = body
      if (present?.pid === pid) return
      if (pid !== null && !(await store.deptExists(trx, pid)))
        throw new Refusal('notFound', { what: words.parent }, { field: 'pid' })
      if (present === null) return
      if (pid !== null && (await store.below(trx, present.id)).includes(pid)) {
        const reason = { zh: '不能移到自己或下级部门之下', en: 'must not be itself or below itself' }
        throw new Refusal('invalidInput', { field: dept.fields.pid.label, reason }, { field: 'pid' })
      }
      await grants.guardMove(trx, present.id, pid, asked)
    },
    remove: async (trx, id, present, asked) => {
      // What stands below it is told first.
      const all = doors
        .ofDepts()
        .toSorted((one, other) => Number(other === deptKeeper.ofDepts) - Number(one === deptKeeper.ofDepts))
      const by = await holdersOfDept(trx, id, all)
      if (by) throw new Refusal('inUse', { what: words.dept, by })
      for (const { release } of all) await release(trx, id)
      await deptKeeper.records.remove(trx, id, present, asked)
    },
  }

  const holdsReserved = (user: User): boolean => user.roleNames.some((name) => reserved.has(name))

  /** Only 超级管理员 grants the two administrator roles or changes their holders; the last 超级管理员 stays. */
  const guardReserved = async (
    trx: Trx,
    present: User | null,
    roleIds: readonly string[],
    stays: boolean,
    asked: Asked,
  ): Promise<void> => {
    const roles = await store.roles(trx)
    const wanted = roleIds.map((id) => roles.find((role) => role.id === id))
    if (wanted.includes(undefined)) throw new Refusal('notFound', { what: words.role })
    const touches = (present !== null && holdsReserved(present)) || wanted.some((role) => role && reserved.has(role.name))
    if (touches && !asked.caller.superAdministrator) throw new Refusal('forbidden', { needs: onlySuperAdministrators })
    const remains = stays && wanted.some((role) => role?.name === superAdministratorRole)
    if (present?.roleNames.includes(superAdministratorRole) && !remains) {
      const others = (await store.holders(trx, superAdministratorRole)).filter((id) => id !== present.id)
      const by = { zh: '须保留至少一名超级管理员', en: 'at least one 超级管理员 must remain' }
      if (others.length === 0) throw new Refusal('inUse', { what: words.user, by })
    }
  }

  /** Nobody removes himself; the two administrator roles are guarded as ever. */
  const guardRemoval = async (trx: Trx, present: User, asked: Asked): Promise<void> => {
    if (present.id === asked.caller.userId)
      throw new Refusal('inUse', { what: words.user, by: { zh: '当前会话', en: 'your own session' } })
    await guardReserved(trx, present, [], false, asked)
    await grants.guardPerson(trx, present, null, asked)
    const { scope } = asked.caller
    const others = (await wearers.deptsOfWorn(trx, present.id)).filter((deptId) => !mayWrite(scope, deptId))
    const by = counted(others.length, '台范围外的设备', 'device beyond your scope', 'devices beyond your scope')
    if (others.length > 0) throw new Refusal('inUse', { what: words.user, by })
  }

  const personFields = (body: UserBody, present: User | null, asked: Asked) => ({
    user_name: body.userName === '' ? null : body.userName,
    cname: body.cname,
    work_num: body.workNum,
    dept_id: body.deptId,
    kind: body.kind,
    post: body.post,
    can_login: body.canLogin,
    wall_display: body.wallDisplay,
    enabled: body.enable === 1,
    // A masked number that comes back as it was shown is no change.
    ...(present && body.mobile === present.mobile && !may(asked.caller, 'private:view') && body.mobile === mask(body.mobile)
      ? {}
      : { mobile: body.mobile }),
  })

  const userKeeper = createKeeper(kernel, {
    noun: user,
    module: 'accounts',
    table: 'person',
    shown: personSources,
    order: ['id'],
    narrow: ({ roleId }) => (roleId === undefined ? [] : [holdsRole(roleId)]),
    unique: { person_user_name: 'userName', person_work_num: 'workNum' },
    countedAs: { zh: '名人员', one: 'person', many: 'people' },
  })
  const users: Records<User, UserBody> = {
    ...userKeeper.records,
    check: async (trx, body, present, asked) => {
      if (body.deptId !== null && present?.deptId !== body.deptId)
        await requireRef(trx, 'dept', body.deptId, asked.caller.scope, 'deptId')
      // Names from before these rules stay until they are changed.
      if (body.cname !== present?.cname && isNobodys(body.cname)) {
        const reason = {
          zh: '系统日志以此称呼系统、设备和未登录者',
          en: 'is what the system log calls the system, devices or strangers',
        }
        throw new Refusal('invalidInput', { field: user.fields.cname.label, reason }, { field: 'cname' })
      }
      if (body.userName && body.userName !== present?.userName && !isAccountName(body.userName)) {
        const reason = {
          zh: '只能是字母或汉字中的一种，可含数字和 . _ - @',
          en: 'must be of letters or of Chinese characters, not both, with digits and . _ - @',
        }
        throw new Refusal('invalidInput', { field: user.fields.userName.label, reason }, { field: 'userName' })
      }
      if (body.canLogin && !body.userName) {
        const reason = { zh: '可登录的人员必须有账号', en: 'is required for somebody who may sign in' }
        throw new Refusal('invalidInput', { field: user.fields.userName.label, reason }, { field: 'userName' })
      }
      if (body.password !== undefined) checkPassword(body.password, body.userName ?? '', kernel.settings.get(ownSettings.name))
      await guardReserved(trx, present, body.roleIds, body.canLogin && body.enable === 1, asked)
      await grants.guardPerson(trx, present, body, asked)
    },
    create: async (trx, body, asked) => {
      const fields = { mobile: body.mobile, ...personFields(body, null, asked) }
      const password_hash = body.password === undefined ? null : await hashPassword(body.password)
      const id = await store.createUser(trx, { ...fields, password_hash })
      await store.setRoles(trx, id, body.roleIds)
      return id
    },
    update: async (trx, id, body, present, asked) => {
      const reset =
        body.password === undefined ? {} : { password_hash: await hashPassword(body.password), must_change_password: true }
      await store.updateUser(trx, id, { ...personFields(body, present, asked), ...reset })
      await store.setRoles(trx, id, body.roleIds)
      if (body.password !== undefined || !body.canLogin || body.enable !== 1) await sessions.endSessionsOf(trx, id)
    },
    remove: async (trx, id, present, asked) => {
      await guardRemoval(trx, present, asked)
      await wearers.releasePerson(trx, id)
      await store.deleteUser(trx, id)
    },
  }

  const roles: Records<Role, Body<'saveRole'>> = {
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
      const by = { zh: '系统按名称识别此角色', en: 'the system, which knows this role by its name' }
      if (present && reserved.has(present.name)) throw new Refusal('inUse', { what: words.role, by })
      if (reserved.has(body.name) && !asked.caller.superAdministrator)
        throw new Refusal('forbidden', { needs: onlySuperAdministrators })
      const custom = await store.customPermissions(trx)
      const strange = body.permissions.find((name) => !known.has(name) && !custom.includes(name))
      if (strange !== undefined) {
        const reason = { zh: `没有权限“${strange}”`, en: `there is no permission "${strange}"` }
        throw new Refusal('invalidInput', { field: labels.permissions, reason }, { field: 'permissions' })
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
      if (reserved.has(present.name)) throw new Refusal('inUse', { what: words.role, by: { zh: '系统', en: 'the system' } })
      if (holders > 0) throw new Refusal('inUse', { what: words.role, by: counted(holders, '名用户', 'user', 'users') })
      await store.deleteRole(trx, id)
    },
    unique: { role_name_key: { field: { zh: '角色名称', en: 'Role name' }, value: ({ name }) => name } },
  }

  const permissionKeeper = createKeeper(kernel, {
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
      if (kind !== 'custom') return Promise.resolve({ zh: '系统', en: 'the system' })
      return Promise.resolve(count ? counted(count, '个角色', 'role', 'roles') : null)
    },
  })

  return {
    /** What erasing and exporting a person's data take from here. */
    people: {
      read: userKeeper.records.read,
      lock: userKeeper.records.lock,
      permit: (trx: Trx, present: User, asked: Asked) => userKeeper.records.permit(trx, present, null, asked),
      guardRemoval,
    },
    permissions: permissionKeeper,
    nouns: [
      kept({ ...userKeeper, records: users }),
      {
        ofDepts: deptKeeper.ofDepts,
        sheet: {
          ...sheetOf({ ...deptKeeper, records: depts }),
          known: async (trx: Trx, { pid, name }: Readonly<Record<string, unknown>>, asked: Asked) => {
            const id = await store.deptNamed(trx, (pid as string | null | undefined) ?? null, String(name))
            return id === null ? null : depts.read(trx, id, asked)
          },
          keyOf: ({ pid, name }: Readonly<Record<string, unknown>>) => `${String(pid)} ${String(name)}`,
        },
      },
      kept(permissionKeeper),
    ],
    /** Names of the product's permissions, for those that the site has not named itself. */
    start: () => store.seedPermissions(productPermissions),
    deptTree: async ({ caller }: Asked) => {
      const manages = managesDepts.anyOf.some((permission) => may(caller, permission))
      return treeOf(await store.depts(), ({ id }) => manages && maySee(caller.scope, id))
    },
    listDepts: deptKeeper.list,
    listUsers: userKeeper.list,
    roles: () => store.roles(),
    saveDept: (body: Body<'saveDept'>, asked: Asked) => saveRecord(depts, body, asked),
    deleteDept: (body: { id: string }, asked: Asked) => deleteRecord(depts, body, asked),
    saveUser: async ({ password, ...fields }: Body<'saveUser'>, asked: Asked) => {
      const body: UserBody = password === '' ? fields : { ...fields, password }
      if (body.id === undefined && body.canLogin && body.password === undefined) {
        const reason = { zh: '可登录的新人员须有初始密码', en: 'is required for a new person who may sign in' }
        throw new Refusal('invalidInput', { field: labels.password, reason }, { field: 'password' })
      }
      return saveRecord(users, body, asked)
    },
    updateUser: async (body: Body<'updateUser'>, asked: Asked) => {
      if (body.id === undefined) {
        throw new Refusal('invalidInput', { field: 'id', reason: { zh: '必填', en: 'is required' } }, { field: 'id' })
      }
      return saveRecord(users, body, asked)
    },
    /** On top of what the person is now: whoever changes him in between is not overwritten. */
    authorizeUser: async ({ id, addRoleIds, removeRoleIds, deptId }: Body<'authorizeUser'>, asked: Asked) => {
      const present = await kernel.transaction((trx) => users.read(trx, id, asked))
      if (!present) throw new Refusal('notFound', { what: words.user })
      const roleIds = [...new Set([...present.roleIds, ...addRoleIds])].filter((role) => !removeRoleIds.includes(role))
      return saveRecord(users, { ...present, roleIds, deptId: deptId ?? present.deptId }, asked)
    },
    deleteUser: (body: { id: string }, asked: Asked) => deleteRecord(users, body, asked),
    saveRole: (body: Body<'saveRole'>, asked: Asked) => saveRecord(roles, body, asked),
    deleteRole: (body: { id: string }, asked: Asked) => deleteRecord(roles, body, asked),

    /** Makes the account of the first start, unless there is anybody already; its id when it was made. */
    createFirstAdministrator: async (password: string): Promise<string | null> => {
      if (await store.anybody()) return null
      const hash = await hashPassword(password)
      return kernel.transaction(async (trx, after) => {
        const id = await store.createUser(trx, {
          user_name: 'admin',
          cname: '系统管理员',
          work_num: 'admin',
          dept_id: null,
          kind: 'employee',
          post: '',
          mobile: '',
          can_login: true,
          wall_display: false,
          enabled: true,
          password_hash: hash,
        })
        const first = (await store.roles(trx)).find(({ name }) => name === superAdministratorRole)
        if (!first) throw new Error('the role 超级管理员 is missing')
        await store.setRoles(trx, id, [first.id])
        announce(kernel.bus, after, user.name, id)
        return id
      })
    },
  }
}
