import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/**
 * A database of its own in the run's PostgreSQL. With `prepare` it is a copy of a template on which that function ran once in
 * this run, whichever worker came first.
 */
export const createTestDatabase = async (prepare?: (url: string) => Promise<void>): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onMaintenance(async (query) => {
    const template = prepare ? await ensureTemplate(query, prepare) : 'template0'
    // As files: block by block through the log, which nobody replays here, costs half as much again.
    await query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  return {
    url: urlOf(name),
    drop: () => onMaintenance((query) => query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).then(() => undefined),
  }
}

const templateLock = 7_201_844

type Query = (sql: string) => Promise<pg.QueryResult>

const ensureTemplate = async (query: Query, prepare: (url: string) => Promise<void>): Promise<string> => {
  const template = `template_${createHash('sha256').update(prepare.toString()).digest('hex').slice(0, 12)}`
  await query(`SELECT pg_advisory_lock(${templateLock})`)
  try {
    const { rowCount } = await query(`SELECT 1 FROM pg_database WHERE datname = '${template}'`)
    if (rowCount) return template
    const unfinished = `${template}_unfinished`
    await query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await query(`CREATE DATABASE ${unfinished} TEMPLATE template0`)
    await prepare(urlOf(unfinished))
    await query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
    return template
  } finally {
    await query(`SELECT pg_advisory_unlock(${templateLock})`)
  }
}

const urlOf = (name: string) => Object.assign(new URL(inject('clusterUrl')), { pathname: `/${name}` }).href

const onMaintenance = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: inject('clusterUrl') })
  await client.connect()
  try {
    return await work((sql) => client.query(sql))
  } finally {
    await client.end()
  }
}
