import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Database } from '../../kernel/db.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { Failures } from './rules.ts'

/** Of all locks of this kind in the database, the one under which attempts to sign in are counted. */
const attemptLock = advisoryLocks.signIn

/** Attempts to sign in, what forgives them, and from where somebody does. */
export const createAttemptStore = (db: Database) => ({
  /** From here to the end of the transaction no other process counts an attempt. */
  lockAttempts: async (trx: Trx): Promise<void> => {
    await db.raw(trx, 'SELECT pg_advisory_xact_lock($1)', [attemptLock])
  },
  failures: async (trx: Trx, name: string, address: string, since: Date): Promise<Failures> => {
    const { rows } = await db.raw<{ pair: Date[]; of_account: number; of_address: number; names: number; oldest: Date | null }>(
      trx,
      `SELECT coalesce(array_agg(at ORDER BY at DESC) FILTER (WHERE user_name = $1 AND address = $2), '{}') AS pair,
         (count(*) FILTER (WHERE user_name = $1))::int AS of_account, (count(*) FILTER (WHERE address = $2))::int AS of_address,
         (count(DISTINCT user_name) FILTER (WHERE address = $2))::int AS names, min(at) AS oldest
       FROM login_failure WHERE at > $3 AND (user_name = $1 OR address = $2)`,
      [name, address, since],
    )
    const { pair = [], of_account = 0, of_address = 0, names = 0, oldest = null } = rows[0] ?? {}
    return { pair, ofAccount: of_account, ofAddress: of_address, names, oldest }
  },
  addFailure: (trx: Trx, name: string, address: string, at: Date) =>
    trx.insertInto('login_failure').values({ user_name: name, address, at }).execute(),
  clearFailures: (name: string, address: string) =>
    db.sql.deleteFrom('login_failure').where('user_name', '=', name).where('address', '=', address).execute(),
  /** How many there were, from wherever. */
  forgetFailures: async (trx: Trx, name: string): Promise<number> => {
    const { numDeletedRows } = await trx.deleteFrom('login_failure').where('user_name', '=', name).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
  /** When an account was unlocked since then, oldest first. */
  unlocks: async (trx: Trx, personId: string, since: Date): Promise<Date[]> => {
    const { rows } = await db.raw<{ at: Date }>(
      trx,
      'SELECT at FROM sign_in_unlock WHERE person_id = $1 AND at > $2 ORDER BY at',
      [personId, since],
    )
    return rows.map(({ at }) => at)
  },
  addUnlock: async (trx: Trx, personId: string, at: Date): Promise<void> => {
    await db.raw(trx, 'INSERT INTO sign_in_unlock (person_id, at) VALUES ($1, $2)', [personId, at])
  },

  rememberAddress: async (trx: Trx, personId: string, address: string, at: Date): Promise<void> => {
    await db.raw(
      trx,
      `INSERT INTO sign_in_address VALUES ($1, $2, $3) ON CONFLICT (person_id, address) DO UPDATE SET last_at = excluded.last_at`,
      [personId, address, at],
    )
  },
  /** Of all accounts, those that were signed in from since then. */
  ownAddresses: async (since: Date): Promise<{ user_name: string; address: string; last_at: Date }[]> => {
    const { rows } = await db.raw<{ user_name: string; address: string; last_at: Date }>(
      db.sql,
      `SELECT account.user_name, sign_in_address.address, sign_in_address.last_at
       FROM sign_in_address JOIN accounts_account AS account ON account.id = person_id
       WHERE last_at > $1 AND account.user_name IS NOT NULL`,
      [since],
    )
    return rows
  },
})
