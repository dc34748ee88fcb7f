import { expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { advisoryLocks } from '../src/kernel/advisory-locks.ts'
import { createLog } from '../src/kernel/log.ts'
import { DatabaseTaken } from '../src/kernel/sole-server.ts'
import { configFor, createTestSite } from './site.ts'

it('a second server on the same database is refused, also after the first had to come back to it, until the first is gone', async () => {
  const site = await createTestSite()
  const second = () => createApp(configFor(site.databaseUrl), createLog('silent'))
  const holder = async () => {
    const { rows } = await site.db.raw<{ pid: number }>(
      site.db.sql,
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [advisoryLocks.soleServer],
    )
    return rows[0]?.pid ?? 0
  }
  const first = await holder()
  await site.db.raw(site.db.sql, 'SELECT pg_terminate_backend($1)', [first])
  const again = async () => {
    const pid = await holder()
    return pid !== 0 && pid !== first
  }
  await expect.poll(again).toBe(true)
  await expect(second()).rejects.toBeInstanceOf(DatabaseTaken)
  await site.app.close()
  // What one that died had to itself is nobody's once no other can be there.
  await site.db.raw(site.db.sql, `INSERT INTO lease (name, server, until) VALUES ('a line', 'dead', now() + interval '1 hour')`)
  const app = await second()
  expect((await site.db.raw(site.db.sql, `SELECT FROM lease WHERE server = 'dead'`)).rows).toEqual([])
  await app.close()
})
