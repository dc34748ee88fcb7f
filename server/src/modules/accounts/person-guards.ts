import type { User } from '@vigil/contract/accounts/user.ts'
import { superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { counted } from '../../kernel/counted.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayWrite, onlySuperAdministrators } from '../../kernel/scope.ts'
import { words, type AccountContext } from './context.ts'
import { reserved } from './grants.ts'

/** Who must not lose a role, or be removed. */

const holdsReserved = (user: User): boolean => user.roleNames.some((name) => reserved.has(name))

/** Only 超级管理员 grants the two administrator roles or changes their holders; the last 超级管理员 stays. */
export const guardReserved = async (
  { store }: AccountContext,
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
export const guardRemoval = async (context: AccountContext, trx: Trx, present: User, asked: Asked): Promise<void> => {
  const { grants, doors } = context
  if (present.id === asked.caller.userId)
    throw new Refusal('inUse', { what: words.user, by: { zh: '当前会话', en: 'your own session' } })
  await guardReserved(context, trx, present, [], false, asked)
  await grants.guardPerson(trx, present, null, asked)
  const { scope } = asked.caller
  const others = (await doors.wearers.deptsOfWorn(trx, present.id)).filter((deptId) => !mayWrite(scope, deptId))
  const by = counted(others.length, '台范围外的设备', 'device outside your data scope', 'devices outside your data scope')
  if (others.length > 0) throw new Refusal('inUse', { what: words.user, by })
}
