import { sql } from 'kysely'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Database } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { createAttemptStore } from './attempts.store.ts'
import { foldedName, sessionLife, wallRule } from './rules.ts'

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
  wall_display: boolean
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
  /** It is used, but that was not written down for so long that it has to be now. */
  unseen: boolean
  seeding: boolean
  wall: boolean
}

export interface GovernedRow extends RightsRow {
  cname: string
  user_name: string | null
  dept_id: string | null
}

const account = `account.id, account.user_name, account.cname, account.work_num, account.avatar, account.dept_id, account.dept_name,
  account.password_hash, account.must_change_password, account.can_login, account.wall_display, account.enabled, account.version`

const interval = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000})`
const now = sql<Date>`now()`
const fromNow = (milliseconds: number) => sql<Date>`now() + ${interval(milliseconds)}`

/**
 * Ends the sessions of a person beyond so many, those first that were not used for longest; their ids. Wall displays are counted by
 * themselves: neither puts the other out. Under the lock of his sessions, so that of several at once each counts what the one before left.
 */
const endBeyond = async (db: Database, trx: Trx, personId: string, most: number, wall: boolean): Promise<string[]> => {
  const { rows } = await db.raw<{ id: string }>(
    trx,
    `UPDATE session SET ended_at = now() WHERE ended_at IS NULL AND id IN (
       SELECT id FROM session WHERE id IN (
         SELECT id FROM session WHERE person_id = $1 AND ended_at IS NULL AND expires_at > now() AND NOT seeding AND wall = $3
         ORDER BY last_seen_at DESC, id DESC OFFSET $2)
       ORDER BY id FOR UPDATE)
     RETURNING id`,
    [personId, most, wall],
  )
  return rows.map(({ id }) => id)
}

/** Seconds until a person may open one more wall display; 0 when he may now. */
const wallWaits = async (db: Database, trx: Trx, personId: string): Promise<number> => {
  const { rows } = await db.raw<{ seconds: number }>(
    trx,
    `SELECT extract(epoch FROM created_at - now())::float8 + $2 AS seconds FROM session
     WHERE person_id = $1 AND wall AND created_at > now() - make_interval(secs => $2)
     ORDER BY created_at DESC OFFSET $3 LIMIT 1`,
    [personId, wallRule.within / 1000, wallRule.most - 1],
  )
  return rows[0]?.seconds ?? 0
}

/** Slides a session on; that of a wall display ends when it was to end. */
const touch = (db: Database, id: string) =>
  db.sql
    .updateTable('session')
    .set({
      last_seen_at: now,
      expires_at: sql<Date>`CASE WHEN wall THEN expires_at
        ELSE least(${fromNow(sessionLife.sliding)}, created_at + ${interval(sessionLife.most)}) END`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

interface Ending {
  readonly id?: string
  readonly personId?: string
  readonly except?: string
}

/** Of a person those that he began himself: the one that seeds a demo stands for the program that does, and ends by its own id. */
const end = async (trx: Trx, { id, personId, except }: Ending): Promise<number> => {
  let which = trx.selectFrom('session').select('id').where('ended_at', 'is', null)
  if (id !== undefined) which = which.where('id', '=', id)
  if (personId !== undefined) which = which.where('person_id', '=', personId).where('seeding', '=', false)
  if (except !== undefined) which = which.where('id', '<>', except)
  // In one order, as those beyond so many: whoever ends several waits for nobody who waits for him.
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('id', 'in', which.orderBy('id').forUpdate())
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Drops what no decision needs any more: sessions that are long over; failures, unlocks and addresses from before the times given. */
const sweep = async (
  db: Database,
  before: { failures: Date; unlocks: Date; addresses: Date },
  addressesAtMost: number,
): Promise<void> => {
  await db.sql.deleteFrom('login_failure').where('at', '<', before.failures).execute()
  await db.raw(db.sql, 'DELETE FROM sign_in_unlock WHERE at < $1', [before.unlocks])
  await db.sql.deleteFrom('session').where('expires_at', '<', fromNow(-sessionLife.most)).execute()
  await db.raw(
    db.sql,
    `DELETE FROM sign_in_address USING (
       SELECT person_id, address, row_number() OVER (PARTITION BY person_id ORDER BY last_at DESC) AS place FROM sign_in_address
     ) AS known
     WHERE known.person_id = sign_in_address.person_id AND known.address = sign_in_address.address
       AND (last_at < $1 OR place > $2)`,
    [before.addresses, addressesAtMost],
  )
}

/**
 * When sessions begin, were used and end is written and judged by the database's clock alone: that of a server may go wrong, that of a
 * demo is put back while it is seeded, and two servers would not agree on who is signed in.
 */
export const createSessionStore = (db: Database) => ({
  ...createAttemptStore(db),

  /** The account of a name that is typed in any case; the database may take more names for it than are its own. */
  accountByName: async (userName: string): Promise<AccountRow | null> => {
    const { rows } = await db.raw<AccountRow>(
      db.sql,
      `SELECT ${account} FROM accounts_account AS account WHERE lower(account.user_name) = lower($1)`,
      [userName],
    )
    return rows.find(({ user_name }) => user_name !== null && foldedName(user_name) === foldedName(userName)) ?? null
  },

  /** Where a person belongs and how far he reaches, which stays as it is until the transaction ends. */
  governed: async (trx: Trx, id: string): Promise<GovernedRow | null> => {
    const { rows } = await db.raw<GovernedRow>(
      trx,
      'SELECT user_name, cname, dept_id, roles, own_depts FROM accounts_account WHERE id = $1 FOR UPDATE',
      [id],
    )
    return rows[0] ?? null
  },

  /** A live session with its holder, roles and departments; null when it ended, expired or its holder may not sign in. */
  byTokenHash: async (hash: Buffer): Promise<SessionRow | null> => {
    const { rows } = await db.raw<SessionRow>(
      db.sql,
      `SELECT ${account}, session.id AS session_id, session.last_seen_at < now() - make_interval(secs => $2) AS unseen, session.seeding,
         session.wall, account.roles, account.own_depts
       FROM session JOIN accounts_account AS account ON account.id = session.person_id
       WHERE session.token_hash = $1 AND session.ended_at IS NULL AND session.expires_at > now()
         AND account.can_login AND account.enabled`,
      [hash, sessionLife.touchEvery / 1000],
    )
    return rows[0] ?? null
  },

  /** Somebody who may sign in, as he stands now. */
  byPerson: async (id: string): Promise<(AccountRow & RightsRow) | null> => {
    const { rows } = await db.raw<AccountRow & RightsRow>(
      db.sql,
      `SELECT ${account}, account.roles, account.own_depts FROM accounts_account AS account
       WHERE account.id = $1 AND account.can_login AND account.enabled`,
      [id],
    )
    return rows[0] ?? null
  },

  /** Everybody who may sign in at a console of his own, as he stands now. */
  everybody: async (): Promise<(AccountRow & RightsRow)[]> => {
    const { rows } = await db.raw<AccountRow & RightsRow>(
      db.sql,
      `SELECT ${account}, account.roles, account.own_depts FROM accounts_account AS account
       WHERE account.can_login AND account.enabled AND NOT account.wall_display ORDER BY account.cname, account.id`,
    )
    return rows
  },

  /** `lasts` ms, until it is touched. */
  create: async (
    trx: Trx,
    session: { hash: Buffer; personId: string; lasts: number; ip: string; userAgent: string; seeding?: boolean; wall?: boolean },
  ): Promise<string> => {
    const row = await trx
      .insertInto('session')
      .values({
        token_hash: session.hash,
        person_id: session.personId,
        expires_at: fromNow(session.lasts),
        ip: session.ip,
        user_agent: session.userAgent.slice(0, 300),
        seeding: session.seeding ?? false,
        wall: session.wall ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** From here to the end of the transaction nobody else begins a session of this person. */
  lockSessionsOf: async (trx: Trx, personId: string): Promise<void> => {
    await db.raw(trx, 'SELECT pg_advisory_xact_lock($1, hashint8($2::bigint))', [advisoryLocks.sessionsOf, personId])
  },
  wallWaits: (trx: Trx, personId: string) => wallWaits(db, trx, personId),

  touch: (id: string) => touch(db, id),

  end,

  listOf: (personId: string) =>
    db.sql
      .selectFrom('session')
      .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent', 'wall'])
      .where('person_id', '=', personId)
      .where('seeding', '=', false)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('last_seen_at', 'desc')
      .execute(),

  /** The hashes of passwords before the present one. */
  oldPasswords: async (personId: string): Promise<string[]> => {
    const { rows } = await db.raw<{ hash: string }>(db.sql, 'SELECT hash FROM old_password WHERE person_id = $1', [personId])
    return rows.map(({ hash }) => hash)
  },
  endBeyond: (trx: Trx, personId: string, most: number, { wall }: { wall: boolean }) => endBeyond(db, trx, personId, most, wall),

  sweep: (before: Parameters<typeof sweep>[1], addressesAtMost: number) => sweep(db, before, addressesAtMost),
})
export type SessionStore = ReturnType<typeof createSessionStore>
