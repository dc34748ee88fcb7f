import { expect } from 'vitest'
import { createJournal } from '../src/kernel/journal.ts'
import { transactionsOf, type Kernel } from '../src/kernel/kernel.ts'
import type { Database } from '../src/kernel/db.ts'
import { createLog } from '../src/kernel/log.ts'
import { createSiteClock } from '../src/kernel/time.ts'
import { createHousekeeping, createPositionStore } from '../src/modules/positions/index.ts'

interface Chosen {
  /** ms since 1970. */
  readonly now?: () => number
  readonly positionDays?: number
  readonly dataLimit?: number
  /** Milliseconds that what came late waits. */
  readonly settle?: number
}

/** House-keeping on a database, as the server's job does it. */
export const housekeepingOf = (
  db: Database,
  { now = Date.now, positionDays = 365, dataLimit = 4_000_000_000, settle = 0 }: Chosen = {},
) => {
  const clock = createSiteClock('Asia/Shanghai', now)
  /** Steps that failed, in their order. */
  const faults: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: ({ step }: { step?: string }, text: string) => faults.push(step ?? text),
  }
  const kernel = {
    db,
    clock,
    log,
    config: { dataLimit },
    settings: { get: () => positionDays },
    journal: createJournal(db, clock.now),
    transaction: transactionsOf(db, createLog('silent')),
  } as unknown as Kernel
  const store = createPositionStore(kernel, settle)
  return { ...createHousekeeping(kernel, store), store, faults }
}

/** Rows that stand as they came, and hours that are packed with what they hold. */
export const placesOf = async (db: Database): Promise<{ raw: number; hours: number; packed: number }> => {
  const { rows } = await db.raw<{ raw: number; hours: number; packed: number }>(
    db.sql,
    `SELECT (SELECT count(*)::int FROM position) AS raw, count(*)::int AS hours, coalesce(sum(fixes), 0)::int AS packed FROM packed_position`,
  )
  return rows[0] as { raw: number; hours: number; packed: number }
}

/**
 * Packs until only so many rows stand as they came: what finds others in its way for some tenths of a second is left for the next
 * run, here as in the server.
 */
export const packAll = async (db: Database, left = 0): Promise<void> => {
  const house = housekeepingOf(db)
  await expect
    .poll(async () => {
      await house.run()
      return (await placesOf(db)).raw
    })
    .toBe(left)
  expect(house.faults).toEqual([])
}
