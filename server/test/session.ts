import { createHash, randomBytes } from 'node:crypto'
import type { TestSite } from './site.ts'

/** A session straight in the database: a hundred kinds of account would take minutes by the front door. */
export const sessionOf = async (
  site: TestSite,
  account: { permissions?: readonly string[]; role?: string; mustChange?: boolean; ended?: boolean; workNum?: string },
): Promise<string> => {
  const name = randomBytes(6).toString('hex')
  const token = randomBytes(32).toString('hex')
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await site.db.raw<{ id: string }>(
    site.db.sql,
    `INSERT INTO person (user_name, cname, work_num, can_login, must_change_password) VALUES ($1, $1, $2, true, $3) RETURNING id`,
    [name, account.workNum ?? name, account.mustChange ?? false],
  )
  const person = rows[0]?.id
  if (account.role) {
    await site.db.raw(site.db.sql, 'INSERT INTO person_role SELECT $1::bigint, id FROM role WHERE name = $2', [
      person,
      account.role,
    ])
  } else {
    const role = await site.db.raw<{ id: string }>(
      site.db.sql,
      `INSERT INTO role (name, scope, permissions) VALUES ($1, 'all', $2) RETURNING id`,
      [name, [...(account.permissions ?? [])]],
    )
    await site.db.raw(site.db.sql, 'INSERT INTO person_role VALUES ($1, $2)', [person, role.rows[0]?.id])
  }
  await site.db.raw(
    site.db.sql,
    `INSERT INTO session (token_hash, person_id, expires_at, ip, ended_at) VALUES ($1, $2, now() + interval '1 hour', 'test', $3)`,
    [hash, person, account.ended ? new Date() : null],
  )
  return token
}
