import { CompiledQuery, Kysely, PostgresDialect, type QueryResult, type RawBuilder, type Transaction } from 'kysely'
import pg from 'pg'
import { createConnections, patient, type Patience } from './connections.ts'
import { isTrouble } from './database-trouble.ts'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'
import type { Tables } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, (value) => value)

export const asNotReady = (error: unknown): unknown =>
  !(error instanceof NotReady) && isTrouble(error) ? new NotReady(error) : error

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
/** How often a text came, and so many of them are watched; what came often enough stays parsed and planned, and so many do. */
const seen = new Map<string, number>()
const keeping = { watched: 1_000, after: 3, most: 300 } as const
/**
 * Runs a statement of which there are many forms, as a list with its filters: each connection has those parsed and planned once
 * that come again and again.
 */
export const often = <Row>(on: Sql | Trx, statement: RawBuilder<Row>): Promise<QueryResult<Row>> => {
  const compiled = statement.compile(on)
  if (!preparedNames.has(compiled.sql) && preparedNames.size < keeping.most) {
    const times = (seen.get(compiled.sql) ?? 0) + 1
    if (times >= keeping.after) {
      seen.delete(compiled.sql)
      prepared(`often_${preparedNames.size}`, compiled.sql)
    } else {
      if (seen.size >= keeping.watched) seen.clear()
      seen.set(compiled.sql, times)
    }
  }
  return on.executeQuery(compiled)
}
/** The one way to PostgreSQL. Connection trouble comes out as `NotReady`; a dead connection never kills the process. */
export interface Database {
  readonly sql: Sql
  /** One transaction; rolled back when `work` throws. */
  transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  /** Part of a transaction that is undone by itself when its result is not to be `kept` or it throws. */
  attempt: <T>(trx: Trx, work: () => Promise<T>, kept: (result: T) => boolean) => Promise<T>
  /** A statement as it stands, for what a query builder would only obscure. */
  raw: <Row>(on: Sql | Trx, text: string, values?: readonly unknown[]) => Promise<{ rows: Row[]; affected: number }>
  /** Whether PostgreSQL answers within two seconds, and whoever asks now has a connection to hope for. */
  readonly isReady: () => Promise<boolean>
  close: () => Promise<void>
}

export const createDatabase = (url: string, log: Logger, options: Partial<Patience> = {}): Database => {
  const { pool, answers } = createConnections(url, log, { ...patient, ...options }, (text) => preparedNames.get(text))
  const sql = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
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
    isReady: answers,
    close: async () => {
      await sql.destroy()
    },
  }
}
