import type { Asked } from './caller.ts'
import type { Database, Trx } from './db.ts'
import { lastChange, type LastChange, type Version } from './journal-changes.ts'
import { count, settleCounts, type Counted } from './journal-counts.ts'
import { tell, type Entry, type JournalContext } from './journal-rows.ts'

export type { Entry, LogModule } from './journal-rows.ts'

/** What more is told of a refusal; of the module of sessions unless it says another. */
type RefusedEntry = Pick<Entry, 'action' | 'objectId' | 'after'> & Partial<Pick<Entry, 'module'>>

/**
 * The journal of who did what. A row belongs into the transaction of the change it tells of, so that neither stands without
 * the other. The chain's head stays locked until that transaction ends: the journal is what a transaction does last, since
 * whoever locks anything after it makes everybody else wait, or waits in a circle.
 */
export interface Journal {
  write: (trx: Trx, asked: Asked, entry: Entry) => Promise<void>
  /** Many at once, in their order; a transaction that changes many records keeps them until its end. */
  writeAll: (trx: Trx, asked: Asked, entries: readonly Entry[]) => Promise<void>
  /** Who made a version of a record, as far as the caller is told of him, and when; null for one whose row is gone by now. */
  lastChange: (trx: Trx, of: Version, asked: Asked) => Promise<LastChange | null>
  /**
   * A refusal, in a transaction of its own; the same one of the same person, or stranger's address, within a minute is counted.
   * It is told as refused, or as the action that it was to be.
   */
  refused: (asked: Asked, object: string, code: string, more?: RefusedEntry) => Promise<void>
  /**
   * What somebody did so many times and what is stored already: it waits for no journal, and a journal that cannot be written now
   * is later. The same of the same person within a minute is counted; the first is written at once, or with what follows it.
   */
  counted: (asked: Asked, entry: Entry, times: number, first: 'at once' | 'in a minute') => void
  /** Writes down how often what was refused or is counted came again, once its minute is over or, at the end, at once. */
  settleCounts: (when?: 'at once') => Promise<void>
}

/** Strangers' refusals that are counted apart; what comes beyond is one count, whoever it was. */
const strangersAtMost = 100

/** What is counted, and rows that nobody waits for. */
interface Counting extends JournalContext {
  readonly people: Map<string, Counted>
  readonly strangers: Map<string, Counted>
  readonly writing: Set<Promise<void>>
}

const refused = async (
  counting: Counting,
  asked: Asked,
  object: string,
  code: string,
  more: RefusedEntry = { action: 'refused' },
): Promise<void> => {
  const { people, strangers } = counting
  const { userId } = asked.caller
  const counts = userId === '' ? strangers : people
  const own = `${userId || asked.ip} ${object} ${code} ${more.objectId ?? ''}`
  const crowd = counts === strangers && !strangers.has(own) && strangers.size >= strangersAtMost
  const key = crowd ? `${object} ${code}` : own
  const told = crowd ? { module: more.module ?? 'session', action: more.action } : more
  const entry: Entry = { module: 'session', ...told, object, result: code }
  await count(counting, counts, key, { asked, entry, repeated: 1 }, 'at once')
}

const counted = (counting: Counting, ...[asked, entry, times, first]: Parameters<Journal['counted']>): void => {
  const { people, writing } = counting
  const { action, object, objectId = '', after = null } = entry
  const key = `${asked.caller.userId} ${action} ${object} ${objectId} ${JSON.stringify(after)}`
  // What fails is counted as what is yet to be written, and every settling tells why it fails.
  const written = count(counting, people, key, { asked, entry, repeated: times }, first).catch(() => undefined)
  writing.add(written)
  void written.finally(() => writing.delete(written))
}

export const createJournal = (db: Database, now: () => number): Journal => {
  const counting: Counting = { db, now, people: new Map(), strangers: new Map(), writing: new Set() }
  const { people, strangers, writing } = counting
  return {
    write: (trx, asked, entry) => tell(counting, trx, [{ asked, entry, repeated: 1 }]),
    writeAll: (trx, asked, entries) =>
      tell(
        counting,
        trx,
        entries.map((entry) => ({ asked, entry, repeated: 1 })),
      ),
    lastChange,
    refused: (...told) => refused(counting, ...told),
    counted: (...told) => counted(counting, ...told),
    settleCounts: async (when) => {
      if (when === 'at once') await Promise.all(writing)
      await settleCounts(counting, [people, strangers], when)
    },
  }
}
