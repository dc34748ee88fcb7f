import { createHash } from 'node:crypto'
import type { Database, Trx } from './db.ts'
import type { Asked } from './caller.ts'

export interface Entry {
  readonly module: string
  readonly action: 'signIn' | 'signOut' | 'create' | 'update' | 'delete' | 'look' | 'handle' | 'refused' | 'import' | 'export'
  readonly object: string
  readonly objectId?: string
  readonly before?: unknown
  readonly after?: unknown
  readonly result?: string
}

/** Keys that never enter the journal, whatever record they stand in. */
const secret = /password|pwd|token|secret|hash|ticket/i

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return null
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([key, item]) => item !== undefined && !secret.test(key))
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, plain(item)]))
  }
  return value
}

/** The text a row's hash is made of: keys sorted, so that it comes out the same when read back from jsonb. */
export const canonical = (row: Readonly<Record<string, unknown>>): string => JSON.stringify(plain(row))
export const chain = (previous: Buffer, row: Readonly<Record<string, unknown>>): Buffer =>
  createHash('sha256').update(previous).update(canonical(row)).digest()

/**
 * The journal of who did what. `write` belongs into the transaction of the change it tells of, so that neither stands
 * without the other; it holds the chain's head until that transaction ends.
 */
export interface Journal {
  write: (trx: Trx, asked: Asked, entry: Entry) => Promise<void>
  /** A refusal of a signed-in caller, in a transaction of its own; the same one within a minute is counted. */
  refused: (asked: Asked, object: string, code: string) => Promise<void>
}

export const createJournal = (db: Database, now: () => number): Journal => {
  const write = async (trx: Trx, asked: Asked, entry: Entry, repeated = 1): Promise<void> => {
    const at = new Date(now())
    const head = await trx.selectFrom('journal_head').select(['id', 'hash']).forUpdate().executeTakeFirstOrThrow()
    const row = {
      id: String(BigInt(head.id) + 1n),
      at,
      person_id: asked.caller.userId || null,
      cname: asked.caller.cname,
      dept_name: asked.caller.deptName,
      module: entry.module,
      action: entry.action,
      object: entry.object,
      object_id: entry.objectId ?? '',
      before: entry.before === undefined ? null : plain(entry.before),
      after: entry.after === undefined ? null : plain(entry.after),
      ip: asked.ip,
      user_agent: asked.userAgent.slice(0, 300),
      result: entry.result ?? 'success',
      repeated,
      cost_ms: Math.max(0, Math.round(now() - asked.since)),
    }
    const hash = chain(head.hash, row)
    const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
    await trx
      .insertInto('journal')
      .values({ ...row, before: json(row.before), after: json(row.after), hash })
      .execute()
    await trx.updateTable('journal_head').set({ id: row.id, hash }).execute()
  }

  const minute = 60_000
  const refusals = new Map<string, { until: number; further: number }>()
  return {
    write: (trx, asked, entry) => write(trx, asked, entry),
    refused: async (asked, object, code) => {
      const key = `${asked.caller.userId} ${object} ${code}`
      const known = refusals.get(key)
      if (known && known.until > now()) {
        known.further += 1
        return
      }
      if (refusals.size > 10_000) refusals.clear()
      refusals.set(key, { until: now() + minute, further: 0 })
      const entry = { module: 'session', action: 'refused', object, result: code } as const
      await db.transaction((trx) => write(trx, asked, entry, 1 + (known?.further ?? 0)))
    },
  }
}
