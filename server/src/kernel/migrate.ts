import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ConfigError } from './config.ts'
import type { Database } from './db.ts'

/** The oldest PostgreSQL that the statements are written for. */
const oldestVersion = 15

const migrations = new URL('../../migrations/', import.meta.url)
const modules = new URL('../modules/', import.meta.url)

/**
 * When a step was written, UTC to the second, and what it does; the first ones were counted. So steps of two domains that were
 * written at the same time, apart from each other, get no name of each other's.
 */
const stepName = /^(\d{14}|00\d\d)-[a-z0-9-]+\.sql$/

/** Every step by its name, wherever it lies: beside the module whose tables it makes, or with those of all. */
const readSteps = async (): Promise<Map<string, URL>> => {
  const steps = new Map<string, URL>()
  const rooms = (await readdir(modules, { withFileTypes: true })).filter((room) => room.isDirectory())
  for (const folder of [migrations, ...rooms.map(({ name }) => new URL(`${name}/`, modules))]) {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.sql')) continue
      if (!stepName.test(name)) throw new Error(`the migration ${name} is not called by the time when it was written`)
      if (steps.has(name)) throw new Error(`two migrations are called ${name}`)
      steps.set(name, new URL(name, folder))
    }
  }
  return steps
}

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

/** The steps that the database has had; none of a database that is new. */
const readDone = async (db: Database): Promise<Set<string>> => {
  const { rows: found } = await sql<{ known: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS known`.execute(
    db.sql,
  )
  if (!found[0]?.known) return new Set()
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db.sql)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Carries out what is yet to be done, in the order of names; throws when a step fails, and then none of it has happened. A step may
 * come to a database that has had later ones, so it builds upon those of its own domain alone.
 */
export const migrate = async (db: Database): Promise<void> => {
  await checkVersion(db)
  const [files, done] = [await readSteps(), await readDone(db)]
  // The migrator asks twice for every column of every table, which costs more than all else of a start that has nothing to migrate.
  if (files.size === done.size && [...files.keys()].every((name) => done.has(name))) return
  const steps: Record<string, Migration> = {}
  for (const [name, file] of files) {
    const text = await readFile(file, 'utf8')
    steps[name] = { up: async (trx) => void (await sql.raw(text).execute(trx)) }
  }
  const migrator = new Migrator({
    db: db.sql,
    provider: { getMigrations: () => Promise.resolve(steps) },
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new ConfigError(
      `数据库由更新版本的守望建立，请使用该版本启动；数据未被改动 / the database was made by a later Vigil, start that one: nothing was changed (${error.message})`,
    )
  }
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error })
}
