import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { permissions as allPermissions } from '@vigil/contract/menu/routes.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createAttempts } from './attempts.ts'
import { createCallers, hashOf, markOf } from './callers.ts'
import { endSessionsOfUser, unlockUser } from './of-others.ts'
import { lockRule, ownAddress, sessionLife, unlockRule } from './rules.ts'
import { login, unlockScreen, updatePassword, type Entrance } from './sign-in.ts'
import type { SessionStore } from './store.ts'
import { createTickets } from './tickets.ts'
import { openWall } from './wall.ts'
import { words } from './words.ts'

export type SessionService = ReturnType<typeof createSessionService>

export const createSessionService = (kernel: Entrance['kernel'], store: SessionStore) => {
  const { clock } = kernel
  const attempts = createAttempts(kernel, store)
  const callers = createCallers(kernel, store)
  const tickets = createTickets(kernel)
  const entrance: Entrance = { kernel, store, attempts, callers }

  return {
    /** Nobody for a wall display: an address that is no call, such as a download, is not one of those that only look. */
    authenticate: async (token: string): Promise<Caller | null> => {
      const caller = (await callers.load(token))?.caller ?? null
      return caller?.wall ? null : caller
    },
    /** For what tells wall displays from others itself: the calls, of which each says whether it only looks, and the live hub. */
    authenticateAny: async (token: string): Promise<Caller | null> => (await callers.load(token))?.caller ?? null,
    /** Of whoever keeps a session in mind beyond this process: its mark in the place of the token. */
    markOf,
    authenticateMark: async (mark: string): Promise<Caller | null> => {
      const caller = (await callers.loadMarked(mark))?.caller ?? null
      return caller?.wall ? null : caller
    },
    callerOf: callers.ofPerson,
    everybody: callers.everybody,
    onChange: callers.onChange,
    createTicket: tickets.create,
    redeemTicket: tickets.redeem,

    login: (body: Parameters<typeof login>[1], asked: Asked) => login(entrance, body, asked),
    updatePassword: (body: Parameters<typeof updatePassword>[1], asked: Asked) => updatePassword(entrance, body, asked),
    openWall: (asked: Asked) => openWall(entrance, asked),
    unlockScreen: (body: Parameters<typeof unlockScreen>[1], asked: Asked) => unlockScreen(entrance, body, asked),
    endSessionsOfUser: (id: string, asked: Asked) => endSessionsOfUser(entrance, id, asked),
    unlockUser: (id: string, asked: Asked) => unlockUser(entrance, id, asked),

    getInfo: async (asked: Asked): Promise<UserInfo> => {
      const row = await callers.requireRow(asked)
      const { caller } = asked
      return {
        id: row.id,
        userName: row.user_name ?? '',
        cname: row.cname,
        belongDeptId: row.dept_id,
        belongDeptName: row.dept_name,
        userRoles: row.roles.map(({ id, name }) => ({ id, name })),
        permissions: caller.administrator ? [...allPermissions] : [...caller.permissions],
        scopeDeptIds: caller.scope.all ? null : [...caller.scope.deptIds],
        avatar: row.avatar,
        workNum: row.work_num,
        siteTimeZone: clock.timeZone,
        wallDisplay: row.wall_display,
        mustChangePassword: caller.mustChangePassword,
      }
    },

    logout: async (asked: Asked): Promise<null> => {
      await kernel.transaction(async (trx, after) => {
        await store.end(trx, { id: asked.caller.sessionId })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'signOut', object: 'session' })
        after(() => callers.forgetSessions([asked.caller.sessionId]))
      })
      asked.setCookie(null)
      return null
    },

    listOwnSessions: async (asked: Asked) =>
      (await store.listOf(asked.caller.userId)).map((row) => ({
        id: row.id,
        current: row.id === asked.caller.sessionId,
        createdAt: clock.toWire(row.created_at),
        lastSeenAt: clock.toWire(row.last_seen_at),
        ip: row.ip,
        userAgent: row.user_agent,
        wall: row.wall,
      })),

    endOwnSession: async (id: string, asked: Asked): Promise<null> => {
      await kernel.transaction(async (trx, after) => {
        const ended = /^\d{1,18}$/.test(id) ? await store.end(trx, { id, personId: asked.caller.userId }) : 0
        if (ended === 0) throw new Refusal('notFound', { what: words.session })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'endSession', object: 'session', objectId: id })
        after(() => callers.forgetSessions([id]))
      })
      return null
    },

    /** Ends all sessions of a person; who asks must be one who may. */
    endSessionsOf: async (trx: Trx, personId: string): Promise<number> => store.end(trx, { personId }),

    /** A session under a token that the starter of a demo chose, to seed it with. */
    openSeeding: async (personId: string, token: string): Promise<void> => {
      await kernel.transaction((trx) =>
        store.create(trx, {
          hash: hashOf(token),
          personId,
          lasts: sessionLife.seeding,
          ip: 'seeding',
          userAgent: 'seeding',
          seeding: true,
        }),
      )
    },

    /** Learns where accounts signed in with other processes. */
    learnAddresses: attempts.load,
    sweep: () => {
      const ago = (time: number): Date => new Date(clock.now() - time)
      const before = {
        failures: ago(lockRule.within),
        unlocks: ago(unlockRule.within),
        addresses: ago(ownAddress.for),
      }
      return store.sweep(before, ownAddress.most)
    },
  }
}
