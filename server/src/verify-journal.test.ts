import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createTestSite } from '../test/site.ts'

/** What the command prints and ends with. */
const verify = (env: Readonly<Record<string, string>>): Promise<{ code: number; out: string; err: string }> =>
  new Promise((done) => {
    const command = resolve(import.meta.dirname, 'verify-journal.ts')
    const child = execFile(process.execPath, [command], { env: { ...process.env, ...env } }, (_, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    )
  })

it('tells at the terminal whether the journal holds, while the site runs', async () => {
  const site = await createTestSite()
  const env = { DATABASE_URL: site.databaseUrl }
  const { rows } = await site.db.raw<{ id: string; hash: string; at: string }>(
    site.db.sql,
    `SELECT id, encode(hash, 'hex') AS hash, to_char(at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS') AS at FROM journal ORDER BY id`,
  )
  const last = rows.at(-1)
  const held = await verify({ ...env, VIGIL_TIME_ZONE: 'Asia/Tokyo' })
  expect([held.code, held.err]).toEqual([0, ''])
  expect(held.out).toContain(
    `系统日志完整：共 ${rows.length} 条，${rows[0]?.at} 至 ${last?.at} / the system log is intact: ${rows.length} rows from`,
  )
  expect(held.out).toContain(`${last?.id} ${last?.hash}`)

  await site.db.raw(site.db.sql, `UPDATE journal SET cname = 'somebody else' WHERE id = 2`)
  const broken = await verify(env)
  expect([broken.code, broken.err]).toEqual([1, ''])
  expect(broken.out).toMatch(/系统日志不完整：第 2 条（\S+ \S+）内容被改动，此前 1 条完整/)
  expect(broken.out).toMatch(/the system log is broken at row 2 \(\S+ \S+\): edited; intact rows before it: 1/)
})

it('ends otherwise where it could not look', async () => {
  const unreachable = await verify({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect([unreachable.code, unreachable.out]).toEqual([2, ''])
  expect(unreachable.err).toMatch(/^连接不上数据库.*the database cannot be reached/)
  const misspelt = await verify({ DATABASE_URL: 'mysql://127.0.0.1/vigil' })
  expect([misspelt.code, misspelt.err]).toEqual([2, expect.stringContaining('DATABASE_URL')])
})
