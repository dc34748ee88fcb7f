import { createHash, randomBytes } from 'node:crypto'
import type { UserInfo } from '@vigil/contract/session/calls.ts'
import { administratorRole, permissions as allPermissions, superAdministratorRole } from '@vigil/contract/site/routes.ts'
import { nobodys, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { checkPassword, hashPassword, verifyPassword } from '../../kernel/passwords.ts'
import { Refusal, TooMany } from '../../kernel/refusal.ts'
import { beyond, everything, onlySuperAdministrators, requireWrite, type Reach, type Scope } from '../../kernel/scope.ts'
import { createAttempts, type Guess } from './attempts.ts'
import { expiryOf, foldedName, lockRule, ownAddress, sessionLife, typedName, unlockRule, unlockWaits } from './rules.ts'
import type { AccountRow, RightsRow, SessionRow, SessionStore, StandingRow } from './store.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
/** How long a caller's rights are believed without asking the database again. */
const believed = 2_000
const ticketLife = 60_000
const isToken = /^[0-9a-f]{64}$/
/** What is answered to a guess that was wrong, or one too many. */
const guessCodes: ReadonlySet<string> = new Set(['wrongCredentials', 'accountLocked', 'accountDisabled', 'tooManyRequests'])
const words = { session: { zh: '会话', en: 'The session' }, person: { zh: '人员', en: 'The person' } } as const

interface Known {
  readonly caller: Caller
  readonly row: SessionRow
  readonly until: number
}

export type SessionService = ReturnType<typeof createSessionService>

export const createSessionService = (
  kernel: Pick<Kernel, 'clock' | 'journal' | 'settings' | 'transaction'>,
  store: SessionStore,
) => {
  const { clock } = kernel
  const known = new Map<string, Known>()
  const attempts = createAttempts(kernel, store)
  const tickets = new Map<string, { token: string; until: number }>()
  let changed: () => void = () => undefined

  /** Forgets what was believed, e.g. after a logout or a change of roles. */
  const forget = (): void => {
    known.clear()
    changed()
  }

  const load = async (token: string): Promise<Known | null> => {
    if (!isToken.test(token)) return null
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

  /** Beside what holds for every password: none that this account had lately. */
  const checkNewPassword = async (row: SessionRow, password: string, old: string): Promise<void> => {
    const refuse = (zh: string, en: string): never => {
      throw new Refusal('weakPassword', { reason: { zh, en } })
    }
    checkPassword(password, row.user_name ?? '', kernel.settings.chosen().name)
    if (password === old) refuse('新密码不能与原密码相同', 'The new password must differ from the old one')
    for (const hash of await store.oldPasswords(row.id)) {
      if (await verifyPassword(hash, password))
        refuse('不能使用最近用过的五个密码', 'None of the last five passwords can be used again')
    }
  }

  const requireRow = async (asked: Asked): Promise<SessionRow> => {
    const found = await load(asked.token)
    if (!found) throw new Refusal('userInfoFailed')
    return found.row
  }

  /** Runs `work`; a guess that it refuses stands in the journal. */
  const journalled = async <T>(
    asked: Asked,
    told: Pick<Entry, 'action' | 'object' | 'objectId'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Refusal ? error.codeName : error instanceof TooMany ? 'tooManyRequests' : null
      if (code !== null && guessCodes.has(code))
        await kernel.journal.refused(asked, told.object, code, error instanceof TooMany ? { action: told.action } : told)
      throw error
    }
  }

  /** Of whoever sits before a session that is open: no stranger. */
  const guessOfOwn = (row: SessionRow, { ip }: Asked): Guess => ({ ...attempts.guessOf(row.user_name ?? '', ip), lane: 'known' })

  const openSession = (account: AccountRow, guess: Guess, asked: Asked): Promise<string> =>
    kernel.transaction(async (trx, after) => {
      const now = clock.now()
      await store.signedIn(trx, account.id, new Date(now))
      after(await attempts.remember(trx, account.id, guess, now))
      const caller: Asked = {
        ...asked,
        caller: { ...asked.caller, userId: account.id, cname: account.cname, deptName: account.dept_name ?? '' },
      }
      const opened = await open(trx, account.id, asked)
      const ended = await store.endBeyond(trx, account.id, kernel.settings.chosen().sessionsPerAccount)
      if (ended.length > 0) after(forget)
      await kernel.journal.writeAll(trx, caller, [
        { module: 'session', action: 'signIn', object: 'session' },
        ...ended.map((objectId) => ({ module: 'session', action: 'delete', object: 'session', objectId }) as const),
      ])
      return opened
    })

  /** Somebody who is one's own to govern: within one's scope and reach, the holders of the two administrator roles for 超级管理员. */
  const governed = async (trx: Trx, id: string, { caller }: Asked): Promise<StandingRow> => {
    const person = await store.standing(trx, id)
    if (!person) throw new Refusal('notFound', { what: words.person })
    requireWrite(caller.scope, person.dept_id, words.person)
    const reach = rightsOf(person)
    if (reach.administrator && !caller.superAdministrator && id !== caller.userId)
      throw new Refusal('forbidden', { needs: onlySuperAdministrators })
    const needs = beyond(caller, reach)
    if (needs !== null) throw new Refusal('forbidden', { needs })
    return person
  }

  return {
    authenticate: async (token: string): Promise<Caller | null> => (await load(token))?.caller ?? null,
    forget,
    /** Who wants to know when sessions or rights change. */
    onChange: (listener: () => void): void => {
      changed = listener
    },

    login: async ({ userName, password }: { userName: string; password: string }, asked: Asked): Promise<string> => {
      const guess = attempts.guessOf(userName, asked.ip)
      const stranger = { ...asked, caller: { ...asked.caller, cname: nobodys.stranger } }
      const told = { action: 'signIn', object: 'session', objectId: typedName(userName) } as const
      const token = await journalled(stranger, told, () =>
        attempts.inTurn(guess, async () => {
          const account = await store.accountByName(userName)
          const { right, locked } = await attempts.verify(guess, account?.can_login ? account.password_hash : null, password)
          if (locked > 0) throw new Refusal('accountLocked', { minutes: locked })
          if (!right || !account) throw new Refusal('wrongCredentials')
          if (!account.enabled) throw new Refusal('accountDisabled')
          return openSession(account, guess, asked)
        }),
      )
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
        wallDisplay: row.wall_display,
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
      const guess = guessOfOwn(row, asked)
      const told = { action: 'update', object: 'ownPassword', objectId: row.id } as const
      const hash = await journalled(asked, told, () =>
        attempts.inTurn(guess, async () => {
          const { right } = await attempts.verify(guess, row.password_hash, oldPassword)
          if (!right) throw new Refusal('wrongCredentials')
          await checkNewPassword(row, newPassword, oldPassword)
          return hashPassword(newPassword)
        }),
      )
      await kernel.transaction(async (trx, after) => {
        if (!(await store.changePassword(trx, row.id, { from: row.password_hash, to: hash })))
          throw new Refusal('wrongCredentials')
        await store.end(trx, { personId: row.id, except: asked.caller.sessionId })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'update', object: 'ownPassword', objectId: row.id })
        after(forget)
      })
      return null
    },

    /** The cover of a locked screen is the console's; what it asks for is a guess as any other. */
    unlockScreen: async ({ password }: { password: string }, asked: Asked): Promise<null> => {
      const row = await requireRow(asked)
      const guess = guessOfOwn(row, asked)
      const told = { action: 'signIn', object: 'lockedScreen', objectId: row.id } as const
      await journalled(asked, told, () =>
        attempts.inTurn(guess, async () => {
          const { right, locked } = await attempts.verify(guess, row.password_hash, password)
          if (locked > 0) throw new Refusal('accountLocked', { minutes: locked })
          if (!right) throw new Refusal('wrongCredentials')
        }),
      )
      await kernel.transaction((trx) => kernel.journal.write(trx, asked, { module: 'session', ...told }))
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

    /** Forces somebody out. */
    endSessionsOfUser: async (id: string, asked: Asked): Promise<{ ended: number }> => {
      const ended = await kernel.transaction(async (trx, after) => {
        await governed(trx, id, asked)
        const count = await store.end(trx, { personId: id })
        if (count === 0) throw new Refusal('notFound', { what: words.session })
        await kernel.journal.write(trx, asked, { module: 'session', action: 'delete', object: 'sessionsOfUser', objectId: id })
        after(forget)
        return count
      })
      return { ended }
    },

    /**
     * Forgets what was got wrong with somebody's account, from wherever, and so lifts its locks. So many times an hour, since
     * whoever guesses might be who unlocks; beyond that it throws `TooMany`.
     */
    unlockUser: (id: string, asked: Asked): Promise<{ forgotten: number }> =>
      kernel.transaction(async (trx) => {
        const { user_name } = await governed(trx, id, asked)
        const forgotten = user_name === null ? 0 : await store.forgetFailures(trx, foldedName(user_name))
        if (forgotten === 0) return { forgotten }
        const now = clock.now()
        const seconds = unlockWaits(await store.unlocks(trx, id, new Date(now - unlockRule.within)), now)
        if (seconds > 0) throw new TooMany(seconds)
        await store.addUnlock(trx, id, new Date(now))
        await kernel.journal.write(trx, asked, { module: 'session', action: 'delete', object: 'signInLock', objectId: id })
        return { forgotten }
      }),

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

    /** Learns where accounts signed in with other processes. */
    learnAddresses: attempts.load,
    sweep: () => {
      const ago = (time: number): Date => new Date(clock.now() - time)
      const before = {
        failures: ago(lockRule.within),
        unlocks: ago(unlockRule.within),
        sessions: ago(sessionLife.most),
        addresses: ago(ownAddress.for),
      }
      return store.sweep(before, ownAddress.most)
    },
  }
}

const rightsOf = (row: RightsRow): Reach => {
  const administrator = row.roles.some(({ name }) => name === administratorRole || name === superAdministratorRole)
  return {
    administrator,
    permissions: new Set(row.roles.flatMap(({ permissions }) => permissions)),
    scope: administrator ? everything : scopeOf(row),
  }
}

const callerOf = (row: SessionRow): Caller => ({
  ...rightsOf(row),
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
