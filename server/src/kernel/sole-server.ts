import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { Logger } from './log.ts'

/** Milliseconds: for how long a start waits for one that just died, how often it looks, how often the holder shows itself alive. */
const times = { patience: 8_000, retry: 500, beat: 5_000, answer: 4_000 } as const
const lockKey = advisoryLocks.soleServer

/** Another server holds the database: one sentence for who started this one. */
export class DatabaseTaken extends Error {
  constructor() {
    super(
      '另一个守望服务器正在使用这个数据库，请先停止它；数据未被改动 / another Vigil server uses this database, stop it first: nothing was changed',
    )
    this.name = 'DatabaseTaken'
  }
}

export interface Claim {
  /** No other server is at the database: what one that died had to itself is nobody's. */
  readonly isAlone?: true
  readonly release: () => Promise<void>
}

const open = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
    application_name: 'vigil server',
  })
  // Told by the query that fails, or by `end`.
  client.on('error', () => undefined)
  await client.connect()
  // The server finds out in seconds, not in hours, that a machine died.
  await client.query('SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3')
  return client
}
const tryLock = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey])).rows[0]?.taken === true
const close = (client: pg.Client): void => void client.end().catch(() => undefined)

/**
 * Holds the database for one server, until servers can hear each other: two that do not would each judge reports by fences and
 * devices that the other has changed. The lock goes with the connection, so a dead server's is free at once.
 *
 * @param onLost another server took the database while it could not be reached from here
 */
export const claimDatabase = async (url: string, log: Logger, onLost: () => void): Promise<Claim> => {
  let client = await open(url)
  let released = false

  const until = Date.now() + times.patience
  while (!(await tryLock(client))) {
    if (Date.now() > until) {
      close(client)
      throw new DatabaseTaken()
    }
    await pause(times.retry)
  }

  /** True once it is held again, false when somebody else holds it. */
  const claimAgain = async (lost: number): Promise<boolean> => {
    client = await open(url)
    if (await tryLock(client)) return true
    // One's own connection that the server does not know to be dead.
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted AND pid = $2`,
      [lockKey, lost],
    )
    close(client)
    return rowCount === 0 ? false : claimAgain(lost)
  }
  const keep = async (): Promise<void> => {
    while (!released) {
      await pause(times.beat, undefined, { ref: false })
      if (released) return
      try {
        await client.query('SELECT 1')
      } catch (error) {
        log.warn({ err: error }, 'the hold on the database was lost, it is taken again')
        const lost = (client as unknown as { readonly processID: number }).processID
        close(client)
        if (!(await takeBack(lost))) return onLost()
      }
    }
  }
  const takeBack = async (lost: number): Promise<boolean> => {
    while (!released) {
      try {
        return await claimAgain(lost)
      } catch (error) {
        log.debug({ err: error }, 'the database cannot be held yet')
        close(client)
        await pause(times.retry, undefined, { ref: false })
      }
    }
    return true
  }
  void keep()
  return {
    isAlone: true,
    release: async () => {
      released = true
      await client.end().catch((error: unknown) => log.debug({ err: error }, 'the hold on the database was gone already'))
    },
  }
}
