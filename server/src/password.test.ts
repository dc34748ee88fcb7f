import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { sessionCalls } from '@vigil/contract/session/calls.ts'
import { createTestSite } from '../test/site.ts'

const reset = (databaseUrl: string, user: string): Promise<{ code: number; out: string }> =>
  new Promise((done) => {
    const command = resolve(import.meta.dirname, 'password.ts')
    const env = { ...process.env, DATABASE_URL: databaseUrl }
    const child = execFile(process.execPath, [command, user], { env }, (_, out) => done({ code: child.exitCode ?? -1, out }))
  })

it('gives an account a new first password at the terminal, ends its sessions and lifts its locks', async () => {
  const site = await createTestSite()
  const li = await site.makeUser({ name: 'lisi', permissions: [] })
  const counted = async (what: string) => (await site.db.raw(site.db.sql, `SELECT FROM ${what}`)).rows.length
  await site.db.raw(site.db.sql, `INSERT INTO login_failure VALUES ('lisi', '192.0.2.1'), ('other', '192.0.2.1')`)

  const { code, out } = await reset(site.databaseUrl, 'LiSi')
  expect(code).toBe(0)
  expect(await counted(`person WHERE id = ${li.id} AND password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'`)).toBe(1)
  const password = /^ {4}(\S+)$/m.exec(out)?.[1] ?? ''
  expect(await counted(`session WHERE person_id = ${li.id} AND ended_at IS NULL`)).toBe(0)
  expect(await counted('login_failure')).toBe(1)
  const signedIn = await site.clientOf(null).send(sessionCalls.login, { userName: 'lisi', password })
  expect(signedIn.code).toBe('200')
  const info = await site.clientOf(signedIn.data).ask(sessionCalls.getInfo, undefined)
  expect(info).toMatchObject({ userName: 'lisi', mustChangePassword: true })

  expect(await reset(site.databaseUrl, 'nobody')).toEqual({ code: 1, out: '' })
})
