import type { Asked } from './caller.ts'
import { tell, type Entry, type JournalContext, type Told } from './journal-rows.ts'
import { NotReady } from './refusal.ts'

/** What comes again and again is counted, and told in one row. */

const minute = 60_000
/** What is counted at one time; who makes up more has each of them written. */
const countedAtMost = 10_000

export interface Counted {
  readonly entry: Entry
  readonly until: number
  /** The newest. */
  asked: Asked
  /** How many came that no row tells of yet. */
  further: number
  /** How often its row alone could not be written. */
  failed: number
}

/**
 * Rows that may fail before the others are left for the next time: a journal that takes none is not asked for each of them. There is
 * no next time at the end.
 */
const failingAtMost = { now: 3, atTheEnd: 100 } as const

/** Counted for as long as it is to be. */
interface Settled {
  readonly counts: Map<string, Counted>
  readonly key: string
  readonly counted: Counted
}

type Counts = Map<string, Counted>

/** Counts one that came; the first of its kind is written, at once or in a minute. Throws when that cannot be written now. */
export const count = async (
  context: JournalContext,
  counts: Counts,
  key: string,
  { asked, entry, repeated }: Told,
  first: 'at once' | 'in a minute',
): Promise<void> => {
  const known = counts.get(key)
  if (known) {
    known.further += repeated
    known.asked = asked
    return
  }
  const fresh: Counted = { entry, until: context.now() + minute, asked, further: 0, failed: 0 }
  const isKept = counts.size < countedAtMost
  if (isKept) counts.set(key, fresh)
  if (isKept && first === 'in a minute') {
    fresh.further = repeated
    return
  }
  try {
    await context.db.transaction((trx) => tell(context, trx, [{ asked, entry, repeated }]))
  } catch (error) {
    fresh.further += repeated
    throw error
  }
}

const tellCounts = (context: JournalContext, over: readonly Settled[]): Promise<void> =>
  context.db.transaction((trx) =>
    tell(
      context,
      trx,
      over.map(({ counted: { asked, entry, further } }) => ({
        asked: { ...asked, since: context.now() },
        entry,
        repeated: further,
      })),
    ),
  )

const keep = ({ counts, key, counted }: Settled): void => {
  counted.further += counts.get(key)?.further ?? 0
  counts.set(key, counted)
}

/**
 * What cannot be written now is kept for the next time, together with what came meanwhile. A list that fails is halved, so that
 * one row keeps no other from being written.
 */
const settle = async (context: JournalContext, over: readonly Settled[], failures: unknown[], most: number): Promise<void> => {
  if (failures.length >= most || failures.at(-1) instanceof NotReady) {
    for (const one of over) keep(one)
    return
  }
  try {
    await tellCounts(context, over)
  } catch (error) {
    const isReady = !(error instanceof NotReady)
    if (over.length > 1 && isReady) {
      const middle = Math.ceil(over.length / 2)
      await settle(context, over.slice(0, middle), failures, most)
      await settle(context, over.slice(middle), failures, most)
      return
    }
    failures.push(error)
    for (const one of over) {
      if (isReady) one.counted.failed += 1
      keep(one)
    }
  }
}

/** Writes down how often what is counted came again, once its minute is over or, at the end, at once. */
export const settleCounts = async (
  context: JournalContext,
  all: readonly Counts[],
  when: 'at once' | undefined,
): Promise<void> => {
  const over = all.flatMap((counts) =>
    [...counts]
      .filter(([, { until }]) => when === 'at once' || until <= context.now())
      .map(([key, counted]) => ({ counts, key, counted })),
  )
  for (const { counts, key } of over) counts.delete(key)
  // What failed before comes last, so that it uses up nobody else's tries.
  const again = over
    .filter(({ counted }) => counted.further > 0)
    .toSorted((one, other) => one.counted.failed - other.counted.failed)
  const failures: unknown[] = []
  if (again.length > 0) await settle(context, again, failures, when === 'at once' ? failingAtMost.atTheEnd : failingAtMost.now)
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} counts cannot be written: ${String(failures[0])}`)
  if (failures.length === 1) throw failures[0]
}
