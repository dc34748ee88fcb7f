import type { Database } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'

export interface AccountRow {
  id: string
  user_name: string | null
  cname: string
  work_num: string
  avatar: string
  dept_id: string | null
  dept_name: string | null
  password_hash: string | null
  must_change_password: boolean
  can_login: boolean
  enabled: boolean
  version: number
}

/** What decides how far somebody reaches. */
export interface RightsRow {
  roles: { id: string; name: string; scope: 'all' | 'own' | 'chosen'; permissions: string[]; dept_ids: string[] }[]
  /** The own department and all below it. */
  own_depts: string[]
}

export interface SessionRow extends AccountRow, RightsRow {
  session_id: string
  last_seen_at: Date
  created_at: Date
  expires_at: Date
  seeding: boolean
}

const account = `person.id, person.user_name, person.cname, person.work_num, person.avatar, person.dept_id, dept.name AS dept_name,
  person.password_hash, person.must_change_password, person.can_login, person.enabled, person.version`
const rights = `coalesce((SELECT json_agg(json_build_object('id', role.id::text, 'name', role.name, 'scope', role.scope,
             'permissions', role.permissions,
             'dept_ids', ARRAY(WITH RECURSIVE below AS (
                 SELECT dept_id AS id FROM role_dept WHERE role_id = role.id
                 UNION SELECT d.id FROM dept d JOIN below ON d.pid = below.id) SELECT id::text FROM below)) ORDER BY role.id)
           FROM person_role JOIN role ON role.id = person_role.role_id WHERE person_role.person_id = person.id), '[]') AS roles,
         ARRAY(WITH RECURSIVE below AS (
             SELECT person.dept_id AS id WHERE person.dept_id IS NOT NULL
             UNION SELECT d.id FROM dept d JOIN below ON d.pid = below.id) SELECT id::text FROM below) AS own_depts`

export const createSessionStore = (db: Database) => ({
  accountByName: async (userName: string): Promise<AccountRow | null> => {
    const { rows } = await db.raw<AccountRow>(
      db.sql,
      `SELECT ${account} FROM person LEFT JOIN dept ON dept.id = person.dept_id WHERE lower(person.user_name) = lower($1)`,
      [userName],
    )
    return rows[0] ?? null
  },

  /** Where a person belongs and how far he reaches, which stays as it is until the transaction ends. */
  standing: async (trx: Trx, id: string): Promise<(RightsRow & { dept_id: string | null }) | null> => {
    const { rows } = await db.raw<RightsRow & { dept_id: string | null }>(
      trx,
      `SELECT dept_id, ${rights} FROM person WHERE id = $1 FOR UPDATE`,
      [id],
    )
    return rows[0] ?? null
  },

  /** A live session with its holder, roles and departments; null when it ended, expired or its holder may not sign in. */
  byTokenHash: async (hash: Buffer): Promise<SessionRow | null> => {
    const { rows } = await db.raw<SessionRow>(
      db.sql,
      `SELECT ${account}, session.id AS session_id, session.last_seen_at, session.created_at, session.expires_at, session.seeding,
         ${rights}
       FROM session JOIN person ON person.id = session.person_id LEFT JOIN dept ON dept.id = person.dept_id
       WHERE session.token_hash = $1 AND session.ended_at IS NULL AND session.expires_at > now()
         AND person.can_login AND person.enabled`,
      [hash],
    )
    return rows[0] ?? null
  },

  create: async (
    trx: Trx,
    session: { hash: Buffer; personId: string; expiresAt: Date; ip: string; userAgent: string; seeding: boolean },
  ): Promise<string> => {
    const row = await trx
      .insertInto('session')
      .values({
        token_hash: session.hash,
        person_id: session.personId,
        expires_at: session.expiresAt,
        ip: session.ip,
        user_agent: session.userAgent.slice(0, 300),
        seeding: session.seeding,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Slides a session on: seen now, expiring when the caller of this says. */
  touch: (id: string, expiresAt: Date) =>
    db.sql
      .updateTable('session')
      .set({ last_seen_at: new Date(), expires_at: expiresAt })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute(),

  end: async (trx: Trx, condition: { id?: string; personId?: string; except?: string }): Promise<number> => {
    let query = trx.updateTable('session').set({ ended_at: new Date() }).where('ended_at', 'is', null)
    if (condition.id !== undefined) query = query.where('id', '=', condition.id)
    if (condition.personId !== undefined) query = query.where('person_id', '=', condition.personId)
    if (condition.except !== undefined) query = query.where('id', '<>', condition.except)
    const result = await query.executeTakeFirst()
    return Number(result.numUpdatedRows)
  },

  listOf: (personId: string) =>
    db.sql
      .selectFrom('session')
      .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
      .where('person_id', '=', personId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date())
      .orderBy('last_seen_at', 'desc')
      .execute(),

  failures: async (userName: string, address: string, since: Date): Promise<Date[]> => {
    const rows = await db.sql
      .selectFrom('login_failure')
      .select('at')
      .where('user_name', '=', userName.toLowerCase())
      .where('address', '=', address)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .execute()
    return rows.map(({ at }) => at)
  },
  addFailure: (userName: string, address: string, at: Date) =>
    db.sql.insertInto('login_failure').values({ user_name: userName.toLowerCase(), address, at }).execute(),
  clearFailures: (trx: Trx, userName: string, address: string) =>
    trx.deleteFrom('login_failure').where('user_name', '=', userName.toLowerCase()).where('address', '=', address).execute(),

  signedIn: (trx: Trx, personId: string, at: Date) =>
    trx.updateTable('person').set({ last_login_at: at }).where('id', '=', personId).execute(),
  setPassword: (trx: Trx, personId: string, hash: string, mustChange: boolean) =>
    trx.updateTable('person').set({ password_hash: hash, must_change_password: mustChange }).where('id', '=', personId).execute(),

  /** Drops what no decision needs any more. */
  sweep: async (before: Date): Promise<void> => {
    await db.sql.deleteFrom('login_failure').where('at', '<', before).execute()
    await db.sql.deleteFrom('session').where('expires_at', '<', before).execute()
  },
})
export type SessionStore = ReturnType<typeof createSessionStore>
