import type { Sql } from '../../kernel/db.ts'
import { instant, readBack } from '../../kernel/journal-chain.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { StoreContext } from './search.store.ts'
import type { ChainRow, Seal, Source } from './verify.ts'

type Database = StoreContext['db']

/** Rows dropped under one seal, so that a transaction stays short. */
const sealedAtMost = 20_000

/** Read as texts where a column's own type would round what it holds. */
const chainRows = async (db: Database, on: Sql | Trx, after: string | null, limit: number): Promise<ChainRow[]> => {
  const { rows } = await db.raw<ChainRow>(
    on,
    `SELECT id, trim_scale(extract(epoch FROM at) * 1000)::text AS at, person_id, cname, dept_name, module, action, object, object_id,
       before::text AS before, after::text AS after, ip, user_agent, result, repeated, cost_ms, hash
     FROM journal WHERE $1::bigint IS NULL OR id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => ({ ...row, at: instant(row.at), before: readBack(row.before), after: readBack(row.after) }))
}

const sourceOn = (db: Database, on: Sql | Trx): Source => ({
  rowsAfter: (id, limit) => chainRows(db, on, id, limit),
  seals: async () => {
    const { rows } = await db.raw<Seal>(
      on,
      `SELECT id, trim_scale(extract(epoch FROM at) * 1000)::text AS at, up_to, up_to_hash, rows, hash FROM journal_seal ORDER BY id`,
    )
    return rows.map((row) => ({ ...row, at: instant(row.at) }))
  },
  head: async () => {
    const { rows } = await db.raw<{ id: string; hash: Buffer }>(on, 'SELECT id, hash FROM journal_head')
    return rows[0] ?? null
  },
})

const snapshot = <T>(db: Database, work: (source: Source) => Promise<T>): Promise<T> =>
  db.transaction(async (trx) => {
    await db.raw(trx, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return work(sourceOn(db, trx))
  })

const lastBefore = async (db: Database, trx: Trx, before: Date): Promise<string | null> => {
  const { rows } = await db.raw<{ last: string | null }>(
    trx,
    `WITH oldest AS MATERIALIZED (SELECT id, at FROM journal ORDER BY id LIMIT $2), kept AS (SELECT min(id) AS id FROM oldest WHERE at >= $1)
     SELECT max(oldest.id) AS last FROM oldest, kept WHERE kept.id IS NULL OR oldest.id < kept.id`,
    [before, sealedAtMost],
  )
  return rows[0]?.last ?? null
}

export const createJournalChain = ({ db }: StoreContext) => ({
  source: (trx: Trx): Source => sourceOn(db, trx),
  /** The journal as it stands at one moment, however long it is read. */
  snapshot: <T>(work: (source: Source) => Promise<T>) => snapshot(db, work),
  /** The last of the oldest rows that are all older than a time, of so many as one seal may cover; null where there is none. */
  lastBefore: (trx: Trx, before: Date) => lastBefore(db, trx, before),
  addSeal: (trx: Trx, seal: Seal) => trx.insertInto('journal_seal').values(seal).execute(),
  drop: (trx: Trx, upTo: string) => trx.deleteFrom('journal').where('id', '<=', upTo).execute(),
})
