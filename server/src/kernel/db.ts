import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryResult,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'
import type { Tables } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, (value) => value)

/** Connection trouble of PostgreSQL or the network, as opposed to a wrong statement: classes 08, 53, 57 and socket errors. */
const isTrouble = (error: unknown): boolean => {
  if (error instanceof NotReady) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|53|57)/.test(code) || code === '25006') return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|client has encountered a connection error/i.test(
    error.message,
  )
}
export const asNotReady = (error: unknown): unknown => (isTrouble(error) ? new NotReady(error) : error)

const violated = (error: unknown, code: string): string | null =>
  error instanceof Error &&
  'code' in error &&
  error.code === code &&
  'constraint' in error &&
  typeof error.constraint === 'string'
    ? error.constraint
    : null
/** A violated unique index, by its name. */
export const uniqueViolation = (error: unknown): string | null => violated(error, '23505')
/** A reference that would lead nowhere: what it names is gone, or is still named by others. */
export const isReferenceViolation = (error: unknown): boolean => violated(error, '23503') !== null
/** Of a violated reference: the table whose rows have it. */
export const tableOf = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.table !== undefined ? error.table : null

export type Sql = Kysely<Tables>
export type Trx = Transaction<Tables>

const preparedNames = new Map<string, string>()
/** A statement that runs with every report or alarm: each connection has it parsed and planned once. */
export const prepared = (name: string, text: string): string => {
  preparedNames.set(text, name)
  return text
}
/**
 * Runs a statement that comes for one record after the other, as in an import: parsed and planned once by each connection,
 * which takes several times as long as looking a record up. Its text must not depend on how many values there are.
 */
export const repeated = <Row>(on: Sql | Trx, statement: RawBuilder<Row>): Promise<QueryResult<Row>> => {
  const compiled = statement.compile(on)
  if (!preparedNames.has(compiled.sql)) prepared(`repeated_${preparedNames.size}`, compiled.sql)
  return on.executeQuery(compiled)
}
/** The pool as the query builder knows it, which has no names for statements. */
const withPrepared = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) => {
      const name = preparedNames.get(text)
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    }
    // Cursors, the other thing that it may be asked for, are not set up.
    return { query: query as unknown as PostgresPoolClient['query'], release: (broken) => client.release(broken) }
  },
  end: () => pool.end(),
})

/** The one way to PostgreSQL. Connection trouble comes out as `NotReady`; a dead connection never kills the process. */
export interface Database {
  readonly sql: Sql
  /** One transaction; rolled back when `work` throws. */
  transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  /** Part of a transaction that is undone by itself when its result is not to be `kept` or it throws. */
  attempt: <T>(trx: Trx, work: () => Promise<T>, kept: (result: T) => boolean) => Promise<T>
  /** A statement as it stands, for what a query builder would only obscure. */
  raw: <Row>(on: Sql | Trx, text: string, values?: readonly unknown[]) => Promise<{ rows: Row[]; affected: number }>
  isReady: () => Promise<boolean>
  close: () => Promise<void>
}

export const createDatabase = (url: string, log: Logger, options: { max?: number } = {}): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 20_000,
    query_timeout: 25_000,
    keepAlive: true,
    application_name: 'vigil',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  })
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPrepared(pool) }) })
  return {
    sql,
    transaction: async (work) => {
      try {
        return await sql.transaction().execute(work)
      } catch (error) {
        throw asNotReady(error)
      }
    },
    attempt: async (trx, work, kept) => {
      const say = (statement: string) => trx.executeQuery(CompiledQuery.raw(statement))
      await say('SAVEPOINT attempt')
      try {
        const result = await work()
        await say(kept(result) ? 'RELEASE attempt' : 'ROLLBACK TO attempt')
        return result
      } catch (error) {
        await say('ROLLBACK TO attempt')
        throw error
      }
    },
    raw: async <Row>(on: Sql | Trx, text: string, values: readonly unknown[] = []) => {
      try {
        const result = await on.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
        return { rows: result.rows, affected: Number(result.numAffectedRows ?? 0n) }
      } catch (error) {
        throw asNotReady(error)
      }
    },
    isReady: async () => {
      try {
        await pool.query('SELECT 1')
        return true
      } catch (error) {
        log.warn({ err: error }, 'the database does not answer')
        return false
      }
    },
    close: async () => {
      await sql.destroy()
    },
  }
}
