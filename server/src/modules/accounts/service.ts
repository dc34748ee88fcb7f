import { commonFields } from '@vigil/contract/body-fields.ts'
import { accountDomain } from '@vigil/contract/accounts/domain.ts'
import { managesDepts } from '@vigil/contract/accounts/entities.ts'
import { user, type User } from '@vigil/contract/accounts/user.ts'
import { productPermissions } from '@vigil/contract/menu/product-permissions.ts'
import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { kept } from '../../kernel/kept-noun.ts'
import { announce } from '../../kernel/record-changes.ts'
import { deleteRecord, saveRecord, type Records } from '../../kernel/records.ts'
import { invalid, missing, Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { sheetOf } from '../../kernel/sheet-noun.ts'
import { words, type AccountContext, type AccountDoors, type Body, type UserBody } from './context.ts'
import { createDeptRecords } from './dept-records.ts'
import { createGrants } from './grants.ts'
import { guardRemoval } from './person-guards.ts'
import { createPermissionKeeper, createRoleRecords } from './role-records.ts'
import { treeOf } from './rules.ts'
import type { AccountStore } from './store.ts'
import { createUserRecords } from './user-records.ts'

type UserRecords = Records<User, UserBody>

const saveUser = async (users: UserRecords, { password, ...fields }: Body<'saveUser'>, asked: Asked) => {
  const body: UserBody = password === '' ? fields : { ...fields, password }
  if (body.id === undefined && body.canLogin && body.password === undefined) {
    const reason = { zh: '必填，此人可以登录', en: 'is required for a new person who can sign in' }
    throw invalid('password', accountDomain.asked.password, reason)
  }
  return saveRecord(users, body, asked)
}

const updateUser = async (users: UserRecords, body: Body<'updateUser'>, asked: Asked) => {
  if (body.id === undefined) {
    throw missing('id', commonFields.id)
  }
  return saveRecord(users, body, asked)
}

/** On top of what the person is now: whoever changes him in between is not overwritten. */
const authorizeUser = async (
  users: UserRecords,
  { id, addRoleIds, removeRoleIds, deptId }: Body<'authorizeUser'>,
  asked: Asked,
) => {
  const present = await users.kernel.transaction((trx) => users.read(trx, id, asked))
  if (!present) throw new Refusal('notFound', { what: words.user })
  const roleIds = [...new Set([...present.roleIds, ...addRoleIds])].filter((role) => !removeRoleIds.includes(role))
  return saveRecord(users, { ...present, roleIds, deptId: deptId ?? present.deptId }, asked)
}

/** Makes the account of the first start, unless there is anybody already; its id when it was made. */
const createFirstAdministrator = async ({ kernel, store }: AccountContext, password: string): Promise<string | null> => {
  if (await store.anybody()) return null
  const hash = await kernel.passwords.hash(password)
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
}

export type AccountService = ReturnType<typeof createAccountService>

export const createAccountService = (kernel: Kernel, store: AccountStore, doors: AccountDoors) => {
  const context: AccountContext = { kernel, store, doors, grants: createGrants(store) }
  const { deptKeeper, depts } = createDeptRecords(context)
  const { userKeeper, users } = createUserRecords(context)
  const roles = createRoleRecords(context)
  const permissionKeeper = createPermissionKeeper(kernel)
  return {
    /** What erasing and exporting a person's data take from here. */
    people: {
      read: userKeeper.records.read,
      lock: userKeeper.records.lock,
      permit: (trx: Trx, present: User, asked: Asked) => userKeeper.records.permit(trx, present, null, asked),
      guardRemoval: (trx: Trx, present: User, asked: Asked) => guardRemoval(context, trx, present, asked),
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
    countUsers: userKeeper.countByDept,
    roles: () => store.roles(),
    saveDept: (body: Body<'saveDept'>, asked: Asked) => saveRecord(depts, body, asked),
    deleteDept: (body: { id: string }, asked: Asked) => deleteRecord(depts, body, asked),
    saveUser: (body: Body<'saveUser'>, asked: Asked) => saveUser(users, body, asked),
    updateUser: (body: Body<'updateUser'>, asked: Asked) => updateUser(users, body, asked),
    authorizeUser: (body: Body<'authorizeUser'>, asked: Asked) => authorizeUser(users, body, asked),
    deleteUser: (body: { id: string }, asked: Asked) => deleteRecord(users, body, asked),
    saveRole: (body: Body<'saveRole'>, asked: Asked) => saveRecord(roles, body, asked),
    deleteRole: (body: { id: string }, asked: Asked) => deleteRecord(roles, body, asked),
    createFirstAdministrator: (password: string) => createFirstAdministrator(context, password),
  }
}
