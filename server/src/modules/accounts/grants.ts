import type { User } from '@vigil/contract/accounts/user.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { administratorRole, superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { beyond, reachOf, widerScope, type Granting, type Reach } from '../../kernel/scope.ts'
import { belowIn } from './rules.ts'
import type { Role } from './roles.store.ts'
import type { AccountStore } from './store.ts'

/** The two roles that the product knows by their names. */
export const reserved: ReadonlySet<string> = new Set([administratorRole, superAdministratorRole])

/** What decides how far somebody reaches. */
interface Membership {
  readonly roleIds: readonly string[]
  readonly deptId: string | null
}
/** A standing, and whoever sets a password can use all of it. */
type NextMembership = Membership & { readonly password?: string | undefined }

const refuse = (needs: Text | null): void => {
  if (needs !== null) throw new Refusal('forbidden', { needs })
}

/**
 * Nobody hands out more than he has. Who sees less than the whole site touches nobody and no role that reaches further than
 * himself, wherever its holders stand, and changes nothing that makes anybody reach further than himself.
 */
export const createGrants = (store: AccountStore) => {
  const reachesIn = (roles: readonly (Granting & Pick<Role, 'id' | 'name'>)[], pids: ReadonlyMap<string, string | null>) => {
    const below = belowIn(pids)
    return ({ roleIds, deptId }: Membership): Reach => {
      const held = roles.filter(({ id }) => roleIds.includes(id))
      return reachOf(
        held,
        deptId,
        below,
        held.some(({ name }) => reserved.has(name)),
      )
    }
  }

  return {
    /** Before a person is made, changed or, with `next` null, deleted. */
    guardPerson: async (trx: Trx, present: User | null, next: NextMembership | null, { caller }: Asked): Promise<void> => {
      const before = present?.roleIds ?? []
      const named = [...new Set([...before, ...(next?.roleIds ?? [])])]
      if (caller.administrator || named.length === 0) return
      if (caller.scope.all) {
        const stays = next?.password === undefined ? before : []
        const granted = (await store.roles(trx)).filter(({ id }) => next?.roleIds.includes(id) && !stays.includes(id))
        for (const role of granted) refuse(beyondRole(caller, role))
        return
      }
      await store.holdStill(trx, named)
      const reach = reachesIn(await store.roles(trx), await store.tree(trx))
      for (const standing of [present, next]) if (standing) refuse(beyond(caller, reach(standing)))
    },

    /** Before a role is made, changed or, with `next` null, deleted. */
    guardRole: async (trx: Trx, present: Role | null, next: Granting | null, { caller }: Asked): Promise<void> => {
      if (caller.administrator) return
      for (const role of [present, next]) if (role) refuse(beyondRole(caller, role))
      if (caller.scope.all || !present) return
      await store.holdStill(trx, [])
      const roles = await store.roles(trx)
      const pids = await store.tree(trx)
      const after = next ? [...roles.filter(({ id }) => id !== present.id), { ...present, ...next }] : []
      const [reach, reachAfter] = [reachesIn(roles, pids), reachesIn(after, pids)]
      for (const holder of await store.memberships(trx, present.id)) {
        refuse(beyond(caller, reach(holder)))
        refuse(beyond(caller, reachAfter(holder)))
      }
    },

    /** Before a department moves below another; the tree is locked already. */
    guardMove: async (trx: Trx, id: string, pid: string | null, { caller }: Asked): Promise<void> => {
      if (caller.administrator || caller.scope.all) return
      const roles = await store.roles(trx)
      const pids = await store.tree(trx)
      const [before, after] = [reachesIn(roles, pids), reachesIn(roles, new Map(pids).set(id, pid))]
      for (const holder of await store.memberships(trx, null)) {
        const grown = beyond(before(holder), after(holder)) !== null
        if (grown && beyond(caller, after(holder)) !== null) refuse(widerScope)
      }
    },
  }
}

/** What of a role its giver does not have himself, whoever holds it. */
const beyondRole = (caller: Reach, role: Granting): Text | null =>
  beyond(
    caller,
    reachOf([role], null, (deptId) => [deptId]),
  )

export type Grants = ReturnType<typeof createGrants>
