import { setImmediate } from 'node:timers/promises'
import type { logAction, logModule } from '@vigil/contract/journal/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import type { Asked } from './caller.ts'
import { prepared, type Database, type Trx } from './db.ts'
import { chain, storable, written, type Link } from './journal-chain.ts'

/** Rows of the journal, each chained to the one before it. */

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

/** Where rows are written, and the time that they are given. */
export interface JournalContext {
  readonly db: Database
  readonly now: () => number
}

export interface Told {
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

type Draft = ReturnType<typeof draft>

const draftAll = async (told: readonly Told[]): Promise<Draft[]> => {
  const drafts: Draft[] = []
  for (const one of told) {
    // Others have their turn while a long list is prepared, before anybody waits for the head.
    if (drafts.length % 100 === 99) await setImmediate()
    drafts.push(draft(one))
  }
  return drafts
}

/** Locks the chain's head until the transaction ends. */
const headOf = async ({ db }: JournalContext, trx: Trx): Promise<Link> => {
  const { rows } = await db.raw<{ id: string; hash: Buffer }>(trx, takeHead)
  const [head] = rows
  if (!head) throw new Error('the head of the journal is missing')
  return { id: BigInt(head.id), hash: head.hash }
}

/** Appends rows after `before`, all of one moment; the last of them. */
const appendTo = async (
  { db }: JournalContext,
  trx: Trx,
  before: Link,
  drafts: readonly Draft[],
  time: number,
): Promise<Link> => {
  const at = new Date(time).toISOString()
  let last = before
  const rows = drafts.map(({ since, ...known }) => {
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
  return last
}

/** Writes rows in their order, in the transaction of what they tell of. */
export const tell = async (context: JournalContext, trx: Trx, told: readonly Told[]): Promise<void> => {
  if (told.length === 0) return
  const drafts = await draftAll(told)
  let last = await headOf(context, trx)
  const time = context.now()
  for (let start = 0; start < drafts.length; start += batch)
    last = await appendTo(context, trx, last, drafts.slice(start, start + batch), time)
}
