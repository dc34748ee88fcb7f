import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Brings the schema to the newest migration; throws when one fails, and then none of it has happened. */
export const migrate = async (db: Database): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    migrations[name] = { up: async (trx) => void (await sql.raw(text).execute(trx)) }
  }
  const migrator = new Migrator({ db: db.sql, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error })
}
