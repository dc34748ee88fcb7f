import { user, type User } from '@vigil/contract/accounts/user.ts'
import { isAccountName } from '@vigil/contract/kernel/shapes.ts'
import { ownSettings } from '@vigil/contract/site/own-settings.ts'
import { isNobodys, type Asked } from '../../kernel/caller.ts'
import { createKeeper } from '../../kernel/keeper.ts'
import { isMaskSentBack } from '../../kernel/mask.ts'
import { checkPassword } from '../../kernel/passwords.ts'
import type { Records } from '../../kernel/records.ts'
import { requireRef } from '../../kernel/references.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { AccountContext, UserBody } from './context.ts'
import { guardRemoval, guardReserved } from './person-guards.ts'
import { holdsRole, personSources } from './store.ts'

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
  ...(present && isMaskSentBack(asked.caller, body.mobile, present.mobile) ? {} : { mobile: body.mobile }),
})

/** Refuses names that cannot be told apart from others, or that miss. */
const checkNames = (body: UserBody, present: User | null): void => {
  // Names from before these rules stay until they are changed.
  if (body.cname !== present?.cname && isNobodys(body.cname)) {
    const reason = {
      zh: '不能用，系统日志以此称呼系统、设备和未登录者',
      en: 'is reserved: the system log uses it for the system, devices or people not signed in',
    }
    throw invalid('cname', user.fields.cname.label, reason)
  }
  if (body.userName && body.userName !== present?.userName && !isAccountName(body.userName)) {
    const reason = {
      zh: '只能是字母或汉字中的一种，可含数字和 . _ - @',
      en: 'must be either letters or Chinese characters, not both; digits and . _ - @ are allowed',
    }
    throw invalid('userName', user.fields.userName.label, reason)
  }
  if (body.canLogin && !body.userName) {
    const reason = { zh: '必填，此人可以登录', en: 'is required for a person who can sign in' }
    throw invalid('userName', user.fields.userName.label, reason)
  }
}

/** How people are kept, with their roles and what lets them sign in. */
export const createUserRecords = (context: AccountContext) => {
  const { kernel, store, doors, grants } = context
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
      checkNames(body, present)
      if (body.password !== undefined) checkPassword(body.password, body.userName ?? '', kernel.settings.get(ownSettings.name))
      await guardReserved(context, trx, present, body.roleIds, body.canLogin && body.enable === 1, asked)
      await grants.guardPerson(trx, present, body, asked)
    },
    create: async (trx, body, asked) => {
      const fields = { mobile: body.mobile, ...personFields(body, null, asked) }
      const password_hash = body.password === undefined ? null : await kernel.passwords.hash(body.password)
      const id = await store.createUser(trx, { ...fields, password_hash })
      await store.setRoles(trx, id, body.roleIds)
      return id
    },
    update: async (trx, id, body, present, asked) => {
      const reset =
        body.password === undefined
          ? {}
          : { password_hash: await kernel.passwords.hash(body.password), must_change_password: true }
      await store.updateUser(trx, id, { ...personFields(body, present, asked), ...reset })
      await store.setRoles(trx, id, body.roleIds)
      if (body.password !== undefined || !body.canLogin || body.enable !== 1) await doors.sessions.endSessionsOf(trx, id)
    },
    letGo: async (trx, id, present, asked) => {
      await guardRemoval(context, trx, present, asked)
      return doors.wearers.release(trx, id)
    },
    remove: async (trx, id) => void (await store.deleteUser(trx, id)),
  }
  return { userKeeper, users }
}
