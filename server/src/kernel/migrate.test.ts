import { expect, it } from 'vitest'
import { createTestSite } from '../../test/site.ts'
import { ConfigError } from './config.ts'
import { migrate } from './migrate.ts'

it('refuses a PostgreSQL that is too old with a sentence, before it writes anything', async () => {
  const site = await createTestSite()
  // No older one is at hand: the first answer is all that the decision is made from.
  const asked: unknown[] = []
  const old = {
    ...site.db,
    sql: site.db.sql.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node)
        return node
      },
      transformResult: ({ result }) => Promise.resolve({ ...result, rows: [{ server_version_num: '140012' }] }),
    }),
  }
  await expect(migrate(old)).rejects.toThrow(/PostgreSQL 14.*15 或更高.*PostgreSQL 14, Vigil needs 15 or later/)
  await expect(migrate(old)).rejects.toBeInstanceOf(ConfigError)
  expect(asked).toHaveLength(2)
})

it('refuses the database of a later Vigil with a sentence, and goes on where nothing is to be done', async () => {
  const site = await createTestSite()
  await migrate(site.db)
  await site.db.raw(site.db.sql, `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later.sql', 'later')`)
  await expect(migrate(site.db)).rejects.toThrow(/更新版本的守望.*later Vigil/)
})

it('asks a database that has had every step for their names alone', async () => {
  const site = await createTestSite()
  let asked = 0
  const counting = site.db.sql.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await migrate({ ...site.db, sql: counting })
  expect(asked).toBe(3)
})

it('carries out a step that was written before others and comes after them', async () => {
  const site = await createTestSite()
  const tables = async () => {
    const { rows } = await site.db.raw(site.db.sql, `SELECT 1 FROM information_schema.tables WHERE table_name = 'firmware'`)
    return rows.length
  }
  await site.db.raw(site.db.sql, 'DROP TABLE firmware')
  await site.db.raw(site.db.sql, `DELETE FROM kysely_migration WHERE name = '0013-firmware.sql'`)
  expect(await tables()).toBe(0)
  await migrate(site.db)
  expect(await tables()).toBe(1)
})
