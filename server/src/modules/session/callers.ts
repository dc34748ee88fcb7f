import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { dept } from '@vigil/contract/accounts/dept.ts'
import { user } from '@vigil/contract/accounts/user.ts'
import { administratorRole, permissions as allPermissions, superAdministratorRole } from '@vigil/contract/menu/routes.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import { subject } from '../../kernel/bus/subject.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { onRecords } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { everything, type Reach, type Scope } from '../../kernel/scope.ts'
import { sessionLife } from './rules.ts'
import type { AccountRow, RightsRow, SessionRow, SessionStore } from './store.ts'

/** How long a caller's rights are believed without asking the database again. */
const believed = 2_000
/** Callers that are believed at one time. */
const believedAtMost = 20_000
const isToken = /^[0-9a-f]{64}$/

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
/** By which a session is known again without its token: whoever reads it cannot sign in with it. */
export const markOf = (token: string): string => hashOf(token).toString('base64')

interface Known {
  readonly caller: Caller
  readonly row: SessionRow
  /** Of this process's own time: nobody is believed for longer because the site's clock was put back. */
  readonly until: number
}

/** The ids of sessions that ended; null where rights may be others now, of whomever. */
const sessionsChanged = subject('sessions.changed', z.array(z.string()).nullable())

export type Callers = ReturnType<typeof createCallers>

/** Who stands behind a token, believed for a moment. */
export const createCallers = ({ bus }: Pick<Kernel, 'bus'>, store: SessionStore) => {
  const known = new Map<string, Known>()
  let changed: () => void = () => undefined
  const forgetHere = (): void => {
    known.clear()
    changed()
  }
  bus.subscribe(sessionsChanged, (ended) => {
    if (ended === null) return forgetHere()
    for (const [key, { row }] of known) if (ended.includes(row.session_id)) known.delete(key)
    changed()
  })
  onRecords(bus, [user.name, dept.name, 'role'], forgetHere)

  const loadMarked = async (key: string): Promise<Known | null> => {
    const before = known.get(key)
    if (before && before.until > performance.now()) return before
    const row = await store.byTokenHash(Buffer.from(key, 'base64'))
    if (!row) {
      known.delete(key)
      return null
    }
    if (row.unseen && !row.seeding) await store.touch(row.session_id)
    const until = performance.now() + believed
    const fresh = { ...(before && isSame(before.row, row) ? before : { caller: callerOf(row), row }), until }
    if (known.size > believedAtMost) known.clear()
    known.set(key, fresh)
    return fresh
  }
  const load = (token: string): Promise<Known | null> => (isToken.test(token) ? loadMarked(markOf(token)) : Promise.resolve(null))
  return {
    load,
    loadMarked,
    /** What somebody may do now, whose session need not last any more; null for who may not sign in. */
    ofPerson: async (personId: string): Promise<Caller | null> => {
      const row = await store.byPerson(personId)
      return row && callerOf({ ...row, ...noSession })
    },
    /** What everybody may do who may sign in, by name. */
    everybody: async (): Promise<Caller[]> => (await store.everybody()).map((row) => callerOf({ ...row, ...noSession })),
    /** The row of who asks. */
    requireRow: async ({ token }: Asked): Promise<SessionRow> => {
      const found = await load(token)
      if (!found) throw new Refusal('userInfoFailed')
      return found.row
    },
    /** Forgets what was believed of everybody, e.g. after a new password, in every server. */
    forget: () => bus.publish(sessionsChanged, null),
    /** Forgets these sessions, which ended, in every server; nobody else's are asked for anew. */
    forgetSessions: async (ids: readonly string[]): Promise<void> => {
      if (ids.length > 0) await bus.publish(sessionsChanged, [...ids])
    },
    /** Who wants to know when sessions or rights change. */
    onChange: (listener: () => void): void => {
      changed = listener
    },
    /** Its token. */
    open: async (
      trx: Trx,
      personId: string,
      asked: { ip: string; userAgent: string },
      { wall }: { wall: boolean },
    ): Promise<string> => {
      const token = randomBytes(32).toString('hex')
      const { ip, userAgent } = asked
      const lasts = wall ? sessionLife.wall : sessionLife.sliding
      await store.create(trx, { hash: hashOf(token), personId, lasts, ip, userAgent, wall })
      return token
    },
  }
}

/** Then who holds a caller sees by identity that nothing of him changed; that he goes on is no change. */
const isSame = (one: SessionRow, other: SessionRow): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...other, unseen: one.unseen })

export const rightsOf = (row: RightsRow): Reach => {
  const administrator = row.roles.some(({ name }) => name === administratorRole || name === superAdministratorRole)
  return {
    administrator,
    permissions: new Set(row.roles.flatMap(({ permissions }) => permissions)),
    scope: administrator ? everything : scopeOf(row),
  }
}

const noSession = { session_id: '', seeding: false, wall: false } as const

/** The screens alone: neither what takes hands, nor what of people only who answers for it is shown. */
const looking = ({ administrator, permissions, scope }: Reach): Reach => ({
  administrator: false,
  permissions: new Set([...(administrator ? allPermissions : permissions)].filter((permission) => !permission.includes(':'))),
  scope,
})

const callerOf = (row: AccountRow & RightsRow & Pick<SessionRow, keyof typeof noSession>): Caller => ({
  ...(row.wall ? looking(rightsOf(row)) : rightsOf(row)),
  sessionId: row.session_id,
  userId: row.id,
  cname: row.cname,
  workNum: row.work_num,
  deptId: row.dept_id,
  deptName: row.dept_name ?? '',
  superAdministrator: !row.wall && row.roles.some(({ name }) => name === superAdministratorRole),
  mustChangePassword: row.must_change_password && !row.seeding,
  wall: row.wall,
})

/** The union over the roles. */
const scopeOf = (row: RightsRow): Scope => {
  if (row.roles.some(({ scope }) => scope === 'all')) return everything
  const deptIds = row.roles.flatMap(({ scope, dept_ids }) => (scope === 'own' ? row.own_depts : dept_ids))
  return { all: false, deptIds: new Set(deptIds) }
}
