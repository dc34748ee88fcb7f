import { carryOut, type Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { Database, Trx } from './db.ts'
import type { DiskWatch } from './disk.ts'
import type { Queue } from './jobs/queue.ts'
import type { Journal } from './journal.ts'
import type { LiveHub } from './live-hub.ts'
import type { Logger } from './log.ts'
import type { Passwords } from './passwords.ts'
import type { Settings } from './settings.ts'
import type { SiteClock } from './time.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

export type { Trx } from './db.ts'

type After = () => void | Promise<void>

/** What every module stands on. */
export interface Kernel {
  readonly config: Config
  /** Of the product. */
  readonly version: string
  readonly log: Logger
  readonly db: Database
  /** The same database by connections of their own, for reports and calls for help: neither waits behind anybody's list. */
  readonly ingest: Database
  readonly clock: SiteClock
  readonly journal: Journal
  /** What this server and the others of the site tell each other. */
  readonly bus: Bus
  readonly live: LiveHub
  readonly settings: Settings
  readonly passwords: Passwords
  readonly disk: DiskWatch
  /** Whose word of where a request comes from is believed. */
  readonly proxies: TrustedProxies
  /** What is to be done in its turn, by whichever server has room for it. */
  readonly queue: Pick<Queue, 'send'>
  /** What this process is called among the servers of a database. */
  readonly server: string
  /** One transaction; `after` callbacks run once it is committed, in order. */
  readonly transaction: <T>(work: (trx: Trx, after: (then: After) => void) => Promise<T>) => Promise<T>
}

/**
 * Builds `Kernel.transaction` upon a database. What is committed is committed: work after it that fails changes nothing of the
 * answer, it is told to the log and tried again.
 */
export const transactionsOf =
  (db: Database, log: Logger): Kernel['transaction'] =>
  async (work) => {
    const afterwards: After[] = []
    const result = await db.transaction((trx) => work(trx, (then) => void afterwards.push(then)))
    for (const then of afterwards) await carryOut(then, log, 'after a commit')
    return result
  }
