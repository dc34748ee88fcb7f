import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { beyond, onlySuperAdministrators, requireWrite } from '../../kernel/scope.ts'
import { rightsOf } from './callers.ts'
import { foldedName, unlockRule, unlockWaits } from './rules.ts'
import type { Entrance } from './sign-in.ts'
import type { GovernedRow } from './store.ts'
import { words } from './words.ts'

/** Somebody who is one's own to govern: within one's scope and reach, the holders of the two administrator roles for 超级管理员. */
const governed = async ({ store }: Entrance, trx: Trx, id: string, { caller }: Asked): Promise<GovernedRow> => {
  const person = await store.governed(trx, id)
  if (!person) throw new Refusal('notFound', { what: words.person })
  requireWrite(caller.scope, person.dept_id, words.person)
  const reach = rightsOf(person)
  if (reach.administrator && !caller.superAdministrator && id !== caller.userId)
    throw new Refusal('forbidden', { needs: onlySuperAdministrators })
  const needs = beyond(caller, reach)
  if (needs !== null) throw new Refusal('forbidden', { needs })
  return person
}

/** Forces somebody out. */
export const endSessionsOfUser = async (entrance: Entrance, id: string, asked: Asked): Promise<{ ended: number }> => {
  const { kernel, store, callers } = entrance
  const ended = await kernel.transaction(async (trx, after) => {
    const { cname } = await governed(entrance, trx, id, asked)
    const count = await store.end(trx, { personId: id })
    if (count === 0) throw new Refusal('notFound', { what: words.session })
    const entry = { module: 'session', action: 'endSession', object: 'sessionsOfUser', objectId: id } as const
    await kernel.journal.write(trx, asked, { ...entry, before: { cname, sessions: count } })
    after(callers.forget)
    return count
  })
  return { ended }
}

/**
 * Forgets what was got wrong with somebody's account, from wherever, and so lifts its locks. So many times an hour, since
 * whoever guesses might be who unlocks; beyond that it throws `TooMany`.
 */
export const unlockUser = (entrance: Entrance, id: string, asked: Asked): Promise<{ forgotten: number }> => {
  const { kernel, store } = entrance
  return kernel.transaction(async (trx) => {
    const { user_name, cname } = await governed(entrance, trx, id, asked)
    const forgotten = user_name === null ? 0 : await store.forgetFailures(trx, foldedName(user_name))
    if (forgotten === 0) return { forgotten }
    const now = kernel.clock.now()
    const seconds = unlockWaits(await store.unlocks(trx, id, new Date(now - unlockRule.within)), now)
    if (seconds > 0) throw new TooMany(seconds)
    await store.addUnlock(trx, id, new Date(now))
    const entry = { module: 'session', action: 'delete', object: 'signInLock', objectId: id } as const
    await kernel.journal.write(trx, asked, { ...entry, before: { cname } })
    return { forgotten }
  })
}
