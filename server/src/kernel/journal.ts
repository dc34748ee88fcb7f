import { setImmediate } from 'node:timers/promises'
import type { logAction, logModule } from '@vigil/contract/journal/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Asked } from './caller.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { chain, storable, written, type Link } from './journal-chain.ts'

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
  /** Writes down how often what was refused came again, once its minute is over or, at the end, at once. */
  settleRefusals: (when?: 'at once') => Promise<void>
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
/** Refusals that are counted at once; who makes up more has each of them written. */
const countedAtMost = 10_000

/** Strangers' refusals that are counted apart; what comes beyond is one count, whoever it was. */
const strangersAtMost = 100

interface Refused {
  readonly object: string
  readonly code: string
  readonly more: RefusedEntry
  readonly until: number
  /** The newest. */
  asked: Asked
  further: number
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
  const refusal = (
    { asked, object, code, more }: Pick<Refused, 'asked' | 'object' | 'code' | 'more'>,
    repeated: number,
  ): Told => ({
    asked,
    entry: { module: 'session', ...more, object, result: code },
    repeated,
  })

  const people = new Map<string, Refused>()
  const strangers = new Map<string, Refused>()
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
      const known = counts.get(key)
      if (known) {
        known.further += 1
        known.asked = asked
        return
      }
      const told = crowd ? { module: more.module ?? 'session', action: more.action } : more
      const first: Refused = { object, code, more: told, until: now() + minute, asked, further: 0 }
      if (counts.size < countedAtMost) counts.set(key, first)
      try {
        await db.transaction((trx) => tell(trx, [refusal(first, 1)]))
      } catch (error) {
        first.further += 1
        throw error
      }
    },
    settleRefusals: async (when) => {
      const over = [people, strangers].flatMap((counts) =>
        [...counts]
          .filter(([, { until }]) => when === 'at once' || until <= now())
          .map(([key, refused]) => ({ counts, key, refused })),
      )
      for (const { counts, key } of over) counts.delete(key)
      const again = over.filter(({ refused }) => refused.further > 0)
      if (again.length === 0) return
      const told = again.map(({ refused }) => refusal({ ...refused, asked: { ...refused.asked, since: now() } }, refused.further))
      try {
        await db.transaction((trx) => tell(trx, told))
      } catch (error) {
        // Kept for the next time, together with what came meanwhile.
        for (const { counts, key, refused } of again) {
          refused.further += counts.get(key)?.further ?? 0
          counts.set(key, refused)
        }
        throw error
      }
    },
  }
}
