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

/**
 * The journal of who did what. A row belongs into the transaction of the change it tells of, so that neither stands without
 * the other. The chain's head stays locked until that transaction ends: the journal is what a transaction does last, since
 * whoever locks anything after it makes everybody else wait, or waits in a circle.
 */
export interface Journal {
  write: (trx: Trx, asked: Asked, entry: Entry) => Promise<void>
  /** Many at once, in their order; a transaction that changes many records keeps them until its end. */
  writeAll: (trx: Trx, asked: Asked, entries: readonly Entry[]) => Promise<void>
  /** A refusal of a signed-in caller, in a transaction of its own; the same one within a minute is counted. */
  refused: (asked: Asked, object: string, code: string) => Promise<void>
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

interface Refused {
  readonly object: string
  readonly code: string
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
  const refusal = ({ asked, object, code }: Pick<Refused, 'asked' | 'object' | 'code'>, repeated: number): Told => ({
    asked,
    entry: { module: 'session', action: 'refused', object, result: code },
    repeated,
  })

  const refusals = new Map<string, Refused>()
  return {
    write: (trx, asked, entry) => tell(trx, [{ asked, entry, repeated: 1 }]),
    writeAll: (trx, asked, entries) =>
      tell(
        trx,
        entries.map((entry) => ({ asked, entry, repeated: 1 })),
      ),
    refused: async (asked, object, code) => {
      const key = `${asked.caller.userId} ${object} ${code}`
      const known = refusals.get(key)
      if (known) {
        known.further += 1
        known.asked = asked
        return
      }
      const first: Refused = { object, code, until: now() + minute, asked, further: 0 }
      if (refusals.size < countedAtMost) refusals.set(key, first)
      try {
        await db.transaction((trx) => tell(trx, [refusal(first, 1)]))
      } catch (error) {
        first.further += 1
        throw error
      }
    },
    settleRefusals: async (when) => {
      const over = [...refusals].filter(([, { until }]) => when === 'at once' || until <= now())
      for (const [key] of over) refusals.delete(key)
      const again = over.filter(([, { further }]) => further > 0)
      if (again.length === 0) return
      const told = again.map(([, refused]) => refusal({ ...refused, asked: { ...refused.asked, since: now() } }, refused.further))
      try {
        await db.transaction((trx) => tell(trx, told))
      } catch (error) {
        // Kept for the next time, together with what came meanwhile.
        for (const [key, refused] of again) {
          refused.further += refusals.get(key)?.further ?? 0
          refusals.set(key, refused)
        }
        throw error
      }
    },
  }
}
