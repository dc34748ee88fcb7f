import type { Kernel, Trx } from '../../kernel/kernel.ts'

interface SessionRow {
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  ip: string
  user_agent: string
}

/** What is kept of somebody's signing in. */
export const createSessionsOfPerson = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** Without what would open one. */
  sessions: async (personId: string) => {
    const { rows } = await db.raw<SessionRow>(
      db.sql,
      'SELECT created_at, last_seen_at, expires_at, ended_at, ip, user_agent FROM session WHERE person_id = $1 ORDER BY id',
      [personId],
    )
    return rows.map((row) => ({
      createdAt: clock.toWire(row.created_at),
      lastSeenAt: clock.toWire(row.last_seen_at),
      expiresAt: clock.toWire(row.expires_at),
      endedAt: clock.toWireOrNull(row.ended_at),
      ip: row.ip,
      userAgent: row.user_agent,
    }))
  },
  /** Where he signed in from, of which the site knows him. */
  addresses: async (personId: string) => {
    const { rows } = await db.raw<{ address: string; last_at: Date }>(
      db.sql,
      'SELECT address, last_at FROM sign_in_address WHERE person_id = $1 ORDER BY last_at',
      [personId],
    )
    return rows.map(({ address, last_at }) => ({ address, lastAt: clock.toWire(last_at) }))
  },
  /** While he still has his name: none of it is evidence. */
  erase: async (trx: Trx, personId: string): Promise<void> => {
    await db.raw(
      trx,
      'DELETE FROM login_failure WHERE lower(user_name) = (SELECT lower(user_name) FROM accounts_account WHERE id = $1)',
      [personId],
    )
    await db.raw(trx, 'DELETE FROM session WHERE person_id = $1', [personId])
    await db.raw(trx, 'DELETE FROM sign_in_address WHERE person_id = $1', [personId])
    await db.raw(trx, 'DELETE FROM old_password WHERE person_id = $1', [personId])
  },
})
