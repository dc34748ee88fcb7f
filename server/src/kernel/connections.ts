import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ConnectionLost, isCode, isTrouble } from './database-trouble.ts'
import type { Logger } from './log.ts'
import { createSemaphore, NoPermit } from './semaphore.ts'

/** How long what is asked of PostgreSQL may take, in milliseconds. */
export interface Patience {
  /** Connections at most. */
  readonly max: number
  /**
   * To get a connection: a new one, or one of those in use while none of them becomes free. What has to be answered in time, as
   * devices have, has a limit of its own.
   */
  readonly connect: number
  /** A statement, as PostgreSQL itself counts it; also how long a transaction may stand idle before its locks are taken from it. */
  readonly statement: number
  /** For a lock that another transaction holds; 0 for as long as the statement may take. */
  readonly lock: number
  /** An answer, when PostgreSQL or the way to it keeps silent. */
  readonly answer: number
  /** For a connection to become free, of which all are in use: less is a busy moment, more and nobody new is served. */
  readonly full: number
}

/** For people's calls, imports and the work of the house. */
export const patient: Patience = { max: 12, connect: 4_000, statement: 20_000, lock: 0, answer: 25_000, full: 10_000 }
/** For steps of the schema: an index over a large table takes as long as it takes, and nothing is served before it is there. */
export const unhurried: Patience = { max: 1, connect: 4_000, statement: 0, lock: 0, answer: 0, full: 10_000 }
/** For reports and calls for help: what hangs is given up while the device still waits. */
export const hurried: Patience = { max: 6, connect: 3_000, statement: 4_000, lock: 1_500, answer: 4_500, full: 10_000 }

/**
 * An answer that is out for so long has the way to PostgreSQL tried, so often, for so long a try, and is looked for once more
 * after so long; milliseconds.
 */
const watch = { silence: 2_000, every: 1_000, within: 2_000, again: 500 } as const

/** Of trouble: PostgreSQL refused one statement in good order, and the connection is as good as before. */
const isOrderly = (error: unknown): boolean => isCode(error, /^(53|57014$|55P03$)/)

/** A connection that somebody is using. */
interface Use {
  readonly pid: number
  /** What is out unanswered, since when in ms since 1970, and how it is given up; null while nothing is. */
  asked: { readonly at: number; readonly lose: (why: ConnectionLost) => void } | null
}

export interface Connections {
  /** As the query builder knows it; `nameOf` tells which statements are prepared under which name. */
  readonly pool: PostgresPool
  /** Whether PostgreSQL answers within two seconds, and whoever asks now has a connection to hope for. */
  readonly answers: () => Promise<boolean>
}

/**
 * Connections of which none is handed out again after it was given up: one whose answer did not come in time still has that
 * question out, and everything asked after it would wait behind it. Its transaction is ended on the server as well, since its
 * locks would hold up others; and what PostgreSQL does not work on though its answer is out is given up at once.
 */
export const createConnections = (
  url: string,
  log: Logger,
  patience: Patience,
  nameOf: (text: string) => string | undefined,
): Connections => {
  const pool = new pg.Pool({
    connectionString: url,
    max: patience.max,
    connectionTimeoutMillis: patience.connect,
    idleTimeoutMillis: 60_000,
    statement_timeout: patience.statement,
    idle_in_transaction_session_timeout: patience.statement,
    lock_timeout: patience.lock,
    query_timeout: patience.answer,
    keepAlive: true,
    application_name: 'vigil',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
  })
  const uses = new Set<Use>()
  const link = createLinkWatch(url, log, uses)

  // The pool itself refuses whoever waited for long, though others come to their turn all the while.
  const permits = createSemaphore(patience.max, patience.connect)
  let wasFull = false
  /** All in use, and none was handed out for so long that whoever waited for one was refused. */
  const isFull = (): boolean => {
    const full = permits.stuckFor() >= patience.full
    if (full && !wasFull) log.warn({ waiting: permits.waiting() }, 'all database connections have been in use for long')
    wasFull = full
    return full
  }
  const takeClient = async (): Promise<pg.PoolClient> => {
    await permits.acquire().catch((error: unknown) => {
      throw error instanceof NoPermit ? new ConnectionLost('no database connection became free', undefined, error) : error
    })
    try {
      return await pool.connect()
    } catch (error) {
      permits.release(false)
      throw error
    }
  }

  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await takeClient()
    const use: Use = { pid: pidOf(client), asked: null }
    let givenUp = false
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (givenUp) throw new ConnectionLost('this connection was given up')
      const name = nameOf(text)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      use.asked = { at: Date.now(), lose: reject }
      link.begin()
      client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) }).then(resolve, reject)
      try {
        return await promise
      } catch (error) {
        if (!isTrouble(error) || isOrderly(error)) throw error
        givenUp = true
        log.warn({ err: error }, 'a database connection was given up')
        throw new ConnectionLost('a database connection was given up', link.endBackend(client), error)
      } finally {
        use.asked = null
      }
    }
    uses.add(use)
    return {
      // Cursors, the other thing that it may be asked for, are not set up.
      query: query as unknown as PostgresPoolClient['query'],
      release: () => {
        uses.delete(use)
        try {
          client.release(givenUp)
        } finally {
          permits.release()
        }
      },
    }
  }

  return {
    pool: {
      options: pool.options,
      connect,
      end: async () => {
        await pool.end()
        link.stop()
      },
    },
    answers: async () => !isFull() && (await link.answers()),
  }
}

/** Of the backend on the server. */
const pidOf = (client: pg.PoolClient): number => (client as unknown as { readonly processID: number }).processID
/** One row while the backend is there. */
const endOf = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND application_name = 'vigil'`

/** Asks on a connection of its own, so that it waits behind nobody. */
const askAside = async <Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: watch.within,
    query_timeout: watch.within,
    application_name: 'vigil aside',
  })
  // What fails is told by the question.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Of these backends those that work on something. */
const working = `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state NOT LIKE 'idle%'`

/** Looks, while an answer is out for long, whether PostgreSQL works on it still, or it went astray on the way. */
const createLinkWatch = (url: string, log: Logger, uses: ReadonlySet<Use>) => {
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let stopped = false

  let asking: Promise<boolean> | null = null
  const ask = async (): Promise<boolean> => {
    try {
      await askAside(url, 'SELECT 1')
      return true
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer')
      return false
    }
  }

  const look = async (): Promise<void> => {
    const began = Date.now()
    // What was asked while the way was closed is not waited for any longer once it is open.
    const silence = closed ? 0 : watch.silence
    const silent = [...uses].flatMap((use) =>
      use.asked !== null && began - use.asked.at >= silence ? [{ use, asked: use.asked }] : [],
    )
    if (silent.length === 0 && !closed) return
    /** Of these, whose answers are still out though PostgreSQL does not work on them. */
    const unheard = async (some: typeof silent): Promise<typeof silent> => {
      const rows = await askAside<{ pid: number }>(url, working, [some.map(({ use }) => use.pid)])
      const busy = new Set(rows.map(({ pid }) => pid))
      return some.filter(({ use, asked }) => use.asked === asked && !busy.has(use.pid))
    }
    try {
      let astray = await unheard(silent)
      if (astray.length > 0) {
        // On a busy machine PostgreSQL may not have read the question yet, or this process not the answer.
        await pause(watch.again, undefined, { ref: false })
        if (stopped) return
        astray = await unheard(astray)
      }
      for (const { asked } of astray) asked.lose(new ConnectionLost('the question or its answer went astray'))
      if (closed || astray.length > 0) log.warn({ astray: astray.length }, 'the way to the database is open again')
      closed = false
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'the way to the database is closed')
      closed = true
    }
  }
  const lookLater = (): void => {
    if (timer !== null || stopped) return
    timer = setTimeout(() => {
      void look().then(() => {
        timer = null
        if (closed || [...uses].some(({ asked }) => asked !== null)) lookLater()
      })
    }, watch.every).unref()
  }

  return {
    /** Something is asked. */
    begin: lookLater,
    stop: (): void => {
      stopped = true
      if (timer) clearTimeout(timer)
    },
    /** Ends on the server what was given up here: it may hold locks that others wait for, and learns of nothing by itself. */
    endBackend: async (client: pg.PoolClient): Promise<void> => {
      const pid = pidOf(client)
      while (!stopped) {
        try {
          if ((await askAside(url, endOf, [pid])).length === 0) return
        } catch (error) {
          log.debug({ err: error, pid }, 'a database backend that was given up could not be ended yet')
        }
        await pause(watch.every, undefined, { ref: false })
      }
    },
    // Whoever asks while an answer is out has that one: strangers may ask, and each try is a connection of its own.
    answers: (): Promise<boolean> => (asking ??= ask().finally(() => (asking = null))),
  }
}
