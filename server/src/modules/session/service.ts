import { createHash, randomBytes } from 'node:crypto'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { administratorRole, permissions as allPermissions, superAdministratorRole } from '@vigil/contract/site/routes.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { checkPassword, hashPassword, verifyPassword } from '../../kernel/passwords.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { beyond, everything, requireWrite, type Reach, type Scope } from '../../kernel/scope.ts'
import { expiryOf, lockedFor, lockRule, sessionLife } from './rules.ts'
import type { RightsRow, SessionRow, SessionStore } from './store.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
/** How long a caller's rights are believed without asking the database again. */
const believed = 2_000
const ticketLife = 60_000
const words = { session: { zh: '会话', en: 'The session' }, person: { zh: '人员', en: 'The person' } } as const

interface Known {
  readonly caller: Caller
  readonly row: SessionRow
  readonly until: number
}

export type SessionService = ReturnType<typeof createSessionService>

export const createSessionService = (kernel: Pick<Kernel, 'db' | 'clock' | 'journal' | 'transaction'>, store: SessionStore) => {
  const { clock } = kernel
  const known = new Map<string, Known>()
  const tickets = new Map<string, { token: string; until: number }>()
  let changed: () => void = () => undefined

  /** Forgets what was believed, e.g. after a logout or a change of roles. */
  const forget = (): void => {
    known.clear()
    changed()
  }

  const load = async (token: string): Promise<Known | null> => {
    const key = hashOf(token).toString('base64')
    const believedNow = known.get(key)
    if (believedNow && believedNow.until > clock.now()) return believedNow
    const row = await store.byTokenHash(hashOf(token))
    if (!row) {
      known.delete(key)
      return null
    }
    const now = clock.now()
    if (now - row.last_seen_at.getTime() > sessionLife.touchEvery && !row.seeding) {
      await store.touch(row.session_id, expiryOf(row.created_at.getTime(), now))
    }
    const caller = callerOf(row)
    // The same object while nothing changed, so that who holds it sees by identity that nothing did.
    const same =
      believedNow &&
      JSON.stringify(believedNow.row) ===
        JSON.stringify({ ...row, last_seen_at: believedNow.row.last_seen_at, expires_at: believedNow.row.expires_at })
    const fresh = { caller: same ? believedNow.caller : caller, row: same ? believedNow.row : row, until: now + believed }
    if (known.size > 20_000) known.clear()
    known.set(key, fresh)
    return fresh
  }

  const open = async (trx: Trx, personId: string, asked: { ip: string; userAgent: string }): Promise<string> => {
    const token = randomBytes(32).toString('hex')
    const now = clock.now()
    await store.create(trx, { hash: hashOf(token), personId, expiresAt: expiryOf(now, now), ...asked, seeding: false })
    return token
  }

  const requireRow = async (asked: Asked): Promise<SessionRow> => {
    const found = await load(asked.token)
    if (!found) throw new Refusal('userInfoFailed')
    return found.row
  }

  /** Refuses while the pair of account and address is locked. */
  const refuseLocked = async (userName: string, ip: string): Promise<void> => {
    const minutes = lockedFor(await store.failures(userName, ip, new Date(clock.now() - lockRule.within)), clock.now())
    if (minutes > 0) throw new Refusal('accountLocked', { minutes })
  }

  return {
    authenticate: async (token: string): Promise<Caller | null> => (await load(token))?.caller ?? null,
    forget,
    /** Who wants to know when sessions or rights change. */
    onChange: (listener: () => void): void => {
      changed = listener
    },

    login: async ({ userName, password }: { userName: string; password: string }, asked: Asked): Promise<string> => {
      await refuseLocked(userName, asked.ip)
      const account = await store.accountByName(userName)
      const usable = account?.can_login === true ? account.password_hash : null
      if (!(await verifyPassword(usable, password)) || !account) {
        await store.addFailure(userName, asked.ip, new Date(clock.now()))
        await refuseLocked(userName, asked.ip)
        throw new Refusal('wrongCredentials')
      }
      if (!account.enabled) throw new Refusal('accountDisabled')
      const token = await kernel.transaction(async (trx) => {
        await store.clearFailures(trx, userName, asked.ip)
        await store.signedIn(trx, account.id, new Date(clock.now()))
        const caller: Asked = {
          ...asked,
          caller: { ...asked.caller, userId: account.id, cname: account.cname, deptName: account.dept_name ?? '' },
        }
        const opened = await open(trx, account.id, asked)
        await kernel.journal.write(trx, caller, { module: 'session', action: 'signIn', object: 'session' })
        return opened
      })
      asked.setCookie(token)
      return token
    },

    getInfo: async (asked: Asked): Promise<UserInfo> => {
      const row = await requireRow(asked)
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
        mustChangePassword: caller.mustChangePassword,
      }
    },

    logout: async (asked: Asked): Promise<null> => {
      await kernel.transaction(async (trx, after) => {
        await store.end(trx, { id: asked.caller.sessionId })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'signOut', object: 'session' })
        after(forget)
      })
      asked.setCookie(null)
      return null
    },

    updatePassword: async (
      { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
      asked: Asked,
    ): Promise<null> => {
      const row = await requireRow(asked)
      const userName = row.user_name ?? ''
      await refuseLocked(userName, asked.ip)
      if (!(await verifyPassword(row.password_hash, oldPassword))) {
        await store.addFailure(userName, asked.ip, new Date(clock.now()))
        throw new Refusal('wrongCredentials')
      }
      checkPassword(newPassword, userName)
      if (newPassword === oldPassword) {
        throw new Refusal('weakPassword', {
          reason: { zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one' },
        })
      }
      const hash = await hashPassword(newPassword)
      await kernel.transaction(async (trx, after) => {
        await store.setPassword(trx, row.id, hash, false)
        await store.end(trx, { personId: row.id, except: asked.caller.sessionId })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'update', object: 'ownPassword', objectId: row.id })
        after(forget)
      })
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
      })),

    endOwnSession: async (id: string, asked: Asked): Promise<null> => {
      await kernel.transaction(async (trx, after) => {
        const ended = /^\d{1,18}$/.test(id) ? await store.end(trx, { id, personId: asked.caller.userId }) : 0
        if (ended === 0) throw new Refusal('notFound', { what: words.session })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'delete', object: 'session', objectId: id })
        after(forget)
      })
      return null
    },

    /** Forces somebody of one's own scope out; the holders of the two administrator roles only as 超级管理员. */
    endSessionsOfUser: async (id: string, asked: Asked): Promise<{ ended: number }> => {
      const { userId, scope, superAdministrator } = asked.caller
      const ended = await kernel.transaction(async (trx, after) => {
        const person = await store.standing(trx, id)
        if (!person) throw new Refusal('notFound', { what: words.person })
        requireWrite(scope, person.dept_id, words.person)
        const reach = reachOf(person)
        if (reach.administrator && !superAdministrator && id !== userId)
          throw new Refusal('forbidden', { needs: superAdministratorRole })
        const needs = scope.all ? null : beyond(asked.caller, reach)
        if (needs !== null) throw new Refusal('forbidden', { needs })
        const count = await store.end(trx, { personId: id })
        if (count === 0) throw new Refusal('notFound', { what: words.session })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'delete', object: 'sessionsOfUser', objectId: id })
        after(forget)
        return count
      })
      return { ended }
    },

    /** Ends all sessions of a person; who asks must be one who may. */
    endSessionsOf: async (trx: Trx, personId: string): Promise<number> => store.end(trx, { personId }),

    /** The ticket stands for the session that asked for it, for a minute and one use. */
    createTicket: (token: string): { ticket: string; expiresInSeconds: number } => {
      const ticket = randomBytes(24).toString('base64url')
      for (const [old, { until }] of tickets) if (until < clock.now()) tickets.delete(old)
      tickets.set(ticket, { token, until: clock.now() + ticketLife })
      return { ticket, expiresInSeconds: ticketLife / 1000 }
    },
    redeemTicket: (ticket: string): string | null => {
      const found = tickets.get(ticket)
      tickets.delete(ticket)
      return found && found.until > clock.now() ? found.token : null
    },

    /** A session under a token that the starter of a demo chose, to seed it with. */
    openSeeding: async (personId: string, token: string): Promise<void> => {
      const tenMinutes = new Date(clock.now() + 600_000)
      await kernel.transaction((trx) =>
        store.create(trx, {
          hash: hashOf(token),
          personId,
          expiresAt: tenMinutes,
          ip: 'seeding',
          userAgent: 'seeding',
          seeding: true,
        }),
      )
    },

    sweep: () => store.sweep(new Date(clock.now() - sessionLife.most)),
  }
}

const reachOf = (row: RightsRow): Reach => {
  const administrator = row.roles.some(({ name }) => name === administratorRole || name === superAdministratorRole)
  return {
    administrator,
    permissions: new Set(row.roles.flatMap(({ permissions }) => permissions)),
    scope: administrator ? everything : scopeOf(row),
  }
}

const callerOf = (row: SessionRow): Caller => ({
  ...reachOf(row),
  sessionId: row.session_id,
  userId: row.id,
  cname: row.cname,
  deptId: row.dept_id,
  deptName: row.dept_name ?? '',
  superAdministrator: row.roles.some(({ name }) => name === superAdministratorRole),
  mustChangePassword: row.must_change_password && !row.seeding,
})

/** The union over the roles. */
const scopeOf = (row: RightsRow): Scope => {
  if (row.roles.some(({ scope }) => scope === 'all')) return everything
  const deptIds = row.roles.flatMap(({ scope, dept_ids }) => (scope === 'own' ? row.own_depts : dept_ids))
  return { all: false, deptIds: new Set(deptIds) }
}
