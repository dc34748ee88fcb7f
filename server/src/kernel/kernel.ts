import type { Config } from './config.ts'
import type { Database, Trx } from './db.ts'
import type { Journal } from './journal.ts'
import type { LiveHub } from './live-hub.ts'
import type { Logger } from './log.ts'
import type { Settings } from './settings.ts'
import type { SiteClock } from './time.ts'

export type { Trx } from './db.ts'

/** What every module stands on. */
export interface Kernel {
  readonly config: Config
  readonly log: Logger
  readonly db: Database
  /** The same database by connections of their own, for reports and calls for help: neither waits behind anybody's list. */
  readonly ingest: Database
  readonly clock: SiteClock
  readonly journal: Journal
  readonly live: LiveHub
  readonly settings: Settings
  /** One transaction; `after` callbacks run once it is committed, in order. */
  readonly transaction: <T>(work: (trx: Trx, after: (then: () => void | Promise<void>) => void) => Promise<T>) => Promise<T>
}

/** Builds `Kernel.transaction` upon a database. */
export const transactionsOf =
  (db: Database): Kernel['transaction'] =>
  async (work) => {
    const afterwards: (() => void | Promise<void>)[] = []
    const result = await db.transaction((trx) => work(trx, (then) => void afterwards.push(then)))
    for (const then of afterwards) await then()
    return result
  }
