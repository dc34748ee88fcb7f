import { setImmediate } from 'node:timers/promises'
import type { logAction, logModule } from '@vigil/contract/journal/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Asked } from './caller.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { chain, storable, written, type Link } from './journal-chain.ts'
import { NotReady } from './refusal.ts'

export type LogModule = CodeOf<typeof logModule>

export interface Entry {
  readonly module: LogModule
  readonly action: CodeOf<typeof logAction>
  readonly object: string
  readonly objectId?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly result?: string
}

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

const takeHead = prepared('take_journal_head', 'SELECT id, hash FROM journal_head FOR UPDATE')
const append = prepared(
  'append_to_journal',
  `WITH head AS (UPDATE journal_head SET id = $1, hash = $2)
   INSERT INTO journal (id, at, person_id, cname, dept_name, module, action, object, object_id, before, after, ip, user_agent, result,
     repeated, cost_ms, hash)
   SELECT id, $3::timestamptz, person_id, cname, dept_name, module, action, object, object_id, before::jsonb, after::jsonb, ip, user_agent, result,
     repeated, cost_ms, hash
   FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[],
     $13::text[], $14::text[], $15::text[], $16::text[], $17::int[], $18::int[], $19::bytea[]) AS told (id, person_id, cname, dept_name,
     module, action, object, object_id, before, after, ip, user_agent, result, repeated, cost_ms, hash)`,
)

/** Rows of one statement. */
const batch = 1000

interface Told {
  readonly asked: Asked
  readonly entry: Entry
  readonly repeated: number
}

/** No longer than an index takes, whatever a client sends. */
const short = (value: string, most = 200): string => storable(value.slice(0, most))

/** What of a row is known before its place in the chain is. */
const draft = ({ asked: { caller, ip, userAgent, since }, entry, repeated }: Told) => ({
  person_id: caller.userId || null,
  cname: short(caller.cname),
  dept_name: short(caller.deptName),
  module: entry.module,
  action: entry.action,
  object: short(entry.object),
  object_id: short(entry.objectId ?? ''),
  before: written(entry.before),
  after: written(entry.after),
  ip: short(ip),
  user_agent: short(userAgent, 300),
  result: short(entry.result ?? 'success'),
  repeated,
  since,
})

const minute = 60_000
/** What is counted at one time; who makes up more has each of them written. */
const countedAtMost = 10_000

/** Strangers' refusals that are counted apart; what comes beyond is one count, whoever it was. */
const strangersAtMost = 100

interface Counted {
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

export const createJournal = (db: Database, now: () => number): Journal => {
  const tell = async (trx: Trx, told: readonly Told[]): Promise<void> => {
    if (told.length === 0) return
    const drafts: ReturnType<typeof draft>[] = []
    for (const one of told) {
      // Others have their turn while a long list is prepared, before anybody waits for the head.
      if (drafts.length % 100 === 99) await setImmediate()
      drafts.push(draft(one))
    }
    const { rows: heads } = await db.raw<{ id: string; hash: Buffer }>(trx, takeHead)
    const [head] = heads
    if (!head) throw new Error('the head of the journal is missing')
    let last: Link = { id: BigInt(head.id), hash: head.hash }
    const time = now()
    const at = new Date(time).toISOString()
    for (let start = 0; start < drafts.length; start += batch) {
      const rows = drafts.slice(start, start + batch).map(({ since, ...known }) => {
        const id = last.id + 1n
        const content = { ...known, id: String(id), at, cost_ms: Math.max(0, Math.round(time - since)) }
        last = { id, hash: chain(last.hash, content) }
        return { ...content, hash: last.hash }
      })
      const each = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key])
      await db.raw(trx, append, [
        String(last.id),
        last.hash,
        at,
        each('id'),
        each('person_id'),
        each('cname'),
        each('dept_name'),
        each('module'),
        each('action'),
        each('object'),
        each('object_id'),
        each('before'),
        each('after'),
        each('ip'),
        each('user_agent'),
        each('result'),
        each('repeated'),
        each('cost_ms'),
        each('hash'),
      ])
    }
  }
  const people = new Map<string, Counted>()
  const strangers = new Map<string, Counted>()
  /** Rows that nobody waits for. */
  const writing = new Set<Promise<void>>()

  const count = async (
    counts: Map<string, Counted>,
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
    const fresh: Counted = { entry, until: now() + minute, asked, further: 0, failed: 0 }
    const isKept = counts.size < countedAtMost
    if (isKept) counts.set(key, fresh)
    if (isKept && first === 'in a minute') {
      fresh.further = repeated
      return
    }
    try {
      await db.transaction((trx) => tell(trx, [{ asked, entry, repeated }]))
    } catch (error) {
      fresh.further += repeated
      throw error
    }
  }
  const tellCounts = (over: readonly Settled[]): Promise<void> =>
    db.transaction((trx) =>
      tell(
        trx,
        over.map(({ counted: { asked, entry, further } }) => ({
          asked: { ...asked, since: now() },
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
  const settle = async (over: readonly Settled[], failures: unknown[], most: number): Promise<void> => {
    if (failures.length >= most || failures.at(-1) instanceof NotReady) {
      for (const one of over) keep(one)
      return
    }
    try {
      await tellCounts(over)
    } catch (error) {
      const isReady = !(error instanceof NotReady)
      if (over.length > 1 && isReady) {
        const middle = Math.ceil(over.length / 2)
        await settle(over.slice(0, middle), failures, most)
        await settle(over.slice(middle), failures, most)
        return
      }
      failures.push(error)
      for (const one of over) {
        if (isReady) one.counted.failed += 1
        keep(one)
      }
    }
  }
  return {
    write: (trx, asked, entry) => tell(trx, [{ asked, entry, repeated: 1 }]),
    writeAll: (trx, asked, entries) =>
      tell(
        trx,
        entries.map((entry) => ({ asked, entry, repeated: 1 })),
      ),
    refused: async (asked, object, code, more = { action: 'refused' }) => {
      const { userId } = asked.caller
      const counts = userId === '' ? strangers : people
      const own = `${userId || asked.ip} ${object} ${code} ${more.objectId ?? ''}`
      const crowd = counts === strangers && !strangers.has(own) && strangers.size >= strangersAtMost
      const key = crowd ? `${object} ${code}` : own
      const told = crowd ? { module: more.module ?? 'session', action: more.action } : more
      const entry: Entry = { module: 'session', ...told, object, result: code }
      await count(counts, key, { asked, entry, repeated: 1 }, 'at once')
    },
    counted: (asked, entry, times, first) => {
      const { action, object, objectId = '', after = null } = entry
      const key = `${asked.caller.userId} ${action} ${object} ${objectId} ${JSON.stringify(after)}`
      // What fails is counted as what is yet to be written, and every settling tells why it fails.
      const written = count(people, key, { asked, entry, repeated: times }, first).catch(() => undefined)
      writing.add(written)
      void written.finally(() => writing.delete(written))
    },
    settleCounts: async (when) => {
      if (when === 'at once') await Promise.all(writing)
      const over = [people, strangers].flatMap((counts) =>
        [...counts]
          .filter(([, { until }]) => when === 'at once' || until <= now())
          .map(([key, counted]) => ({ counts, key, counted })),
      )
      for (const { counts, key } of over) counts.delete(key)
      // What failed before comes last, so that it uses up nobody else's tries.
      const again = over
        .filter(({ counted }) => counted.further > 0)
        .toSorted((one, other) => one.counted.failed - other.counted.failed)
      const failures: unknown[] = []
      if (again.length > 0) await settle(again, failures, when === 'at once' ? failingAtMost.atTheEnd : failingAtMost.now)
      if (failures.length > 1)
        throw new AggregateError(failures, `${failures.length} counts cannot be written: ${String(failures[0])}`)
      if (failures.length === 1) throw failures[0]
    },
  }
}
