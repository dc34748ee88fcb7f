import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ConfigError } from './config.ts'
import type { Database } from './db.ts'

/** The oldest PostgreSQL that the statements are written for. */
const oldestVersion = 15

const folder = new URL('../../migrations/', import.meta.url)

/** Refuses before anything is written: an older PostgreSQL would fail somewhere in the middle of the work. */
const checkVersion = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(db.sql)
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (version >= oldestVersion) return
  throw new ConfigError(
    `数据库是 PostgreSQL ${version}，守望需要 ${oldestVersion} 或更高版本；数据未被改动 / ` +
      `the database is PostgreSQL ${version}, Vigil needs ${oldestVersion} or later: nothing was changed`,
  )
}

/** Brings the schema to the newest migration; throws when one fails, and then none of it has happened. */
export const migrate = async (db: Database): Promise<void> => {
  await checkVersion(db)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name] = { up: async (trx) => void (await sql.raw(text).execute(trx)) }
  }
  const migrator = new Migrator({ db: db.sql, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new ConfigError(
      `数据库由更新版本的守望建立，请使用该版本启动；数据未被改动 / the database was made by a later Vigil, start that one: nothing was changed (${error.message})`,
    )
  }
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error })
}
