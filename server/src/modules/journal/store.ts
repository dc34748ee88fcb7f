import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { journalCalls } from '@vigil/contract/journal/calls.ts'
import type { LogRow } from '@vigil/contract/journal/entities.ts'
import { logObjectsCalled } from '@vigil/contract/journal/log-object.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import { may, type Asked } from '../../kernel/caller.ts'
import type { Sql } from '../../kernel/db.ts'
import { instant, readBack } from '../../kernel/journal-chain.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { all, countRows, listRows, ofDept, streamRows } from '../../kernel/listing.ts'
import type { Tables } from '../../kernel/tables.ts'
import { masked } from './private.ts'
import type { ChainRow, Seal, Source } from './verify.ts'

type Filter = BodyOf<typeof journalCalls.listSysLogCountByCondition>
type Fragment = RawBuilder<unknown>
type Row = Selectable<Tables['journal']>

/** Rows dropped under one seal, so that a transaction stays short. */
const sealedAtMost = 20_000

/** Rows that are gathered as quickly as an index is searched for the newest of them. */
const few = 2_000

const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export const createJournalStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  /** The people whose rows a caller sees who does not see all, among those of a department where one is asked for. */
  const peopleOf = async ({ deptId, recursive }: Filter, { caller }: Asked): Promise<string[] | null> => {
    if (caller.scope.all && deptId === undefined) return null
    const seen = caller.scope.all
      ? sql`true`
      : sql`id = ${caller.userId}::bigint OR dept_id = ANY(${[...caller.scope.deptIds]}::bigint[])`
    const { rows } = await sql<{ id: string }>`SELECT id FROM accounts_person
      WHERE (${seen}) AND ${ofDept('dept_id', deptId, recursive)}`.execute(db.sql)
    return rows.map(({ id }) => id)
  }

  /** The values of a column that contain a keyword: they are few, each is looked for once. */
  const valuesLike = async (column: 'cname' | 'object', keyword: string): Promise<string[]> => {
    const name = sql.ref(column)
    const { rows } = await sql<{ value: string }>`WITH RECURSIVE each AS (
        SELECT min(${name}) AS value FROM journal
        UNION ALL SELECT (SELECT min(${name}) FROM journal WHERE ${name} > each.value) FROM each WHERE each.value IS NOT NULL
      ) SELECT value FROM each WHERE value ILIKE ${`%${pattern(keyword)}%`}`.execute(db.sql)
    return rows.map(({ value }) => value)
  }

  /** The ways in which a row meets a keyword. */
  const waysOf = async (keyword: string): Promise<Fragment[]> => {
    const [names, objects] = await Promise.all([valuesLike('cname', keyword), valuesLike('object', keyword)])
    const beginning = `${pattern(keyword)}%`
    return [
      sql`cname = ANY(${names})`,
      sql`object = ANY(${[...new Set([...objects, ...logObjectsCalled(keyword)])]})`,
      sql`object_id LIKE ${beginning}`,
      sql`ip LIKE ${beginning}`,
    ]
  }

  const conditionsOf = async (filter: Filter, asked: Asked): Promise<Fragment[]> => {
    const { userId, module, action, result, from, to, ids } = filter
    const people = await peopleOf(filter, asked)
    const conditions: Fragment[] = []
    if (people !== null) conditions.push(sql`person_id = ANY(${people}::bigint[])`)
    if (userId !== undefined) conditions.push(sql`person_id = ${userId}::bigint`)
    if (module !== undefined) conditions.push(sql`module = ${module}`)
    if (action !== undefined) conditions.push(sql`action = ${action}`)
    if (result !== undefined) conditions.push(result === 'success' ? sql`result = 'success'` : sql`result <> 'success'`)
    if (from !== undefined) conditions.push(sql`at >= ${clock.fromWire(from)}`)
    if (to !== undefined) conditions.push(sql`at < ${clock.endOf(to)}`)
    if (ids !== undefined) conditions.push(sql`id = ANY(${ids}::bigint[])`)
    return conditions
  }

  /** Numbers have no gap: the first and the last row tell how many there are. */
  const countAll = async (): Promise<number> => {
    const { rows } = await sql<{ total: string }>`SELECT id - coalesce((SELECT min(id) - 1 FROM journal), id) AS total
      FROM journal_head`.execute(db.sql)
    return Number(rows[0]?.total ?? 0)
  }
  const count = (conditions: readonly Fragment[]): Promise<number> => countRows(db, sql`journal`, conditions)

  /** How many rows a filter means, and the conditions that find them. */
  const search = async (filter: Filter, asked: Asked): Promise<{ total: number; conditions: Fragment[] }> => {
    const conditions = await conditionsOf(filter, asked)
    if (!filter.keyword) return { total: conditions.length === 0 ? await countAll() : await count(conditions), conditions }
    // Each way is counted in an index of its own, which is quick; most keywords are met in one way or none.
    const ways = await waysOf(filter.keyword)
    const counts = await Promise.all(ways.map((way) => count([...conditions, way])))
    const met = ways.filter((_, index) => counts[index] !== 0)
    const either = [...conditions, met.length === 0 ? sql`false` : sql.join(met, sql` OR `)]
    return { total: met.length < 2 ? counts.reduce((sum, one) => sum + one, 0) : await count(either), conditions: either }
  }

  const rowOf =
    (asked: Asked) =>
    (row: Row): LogRow => {
      const shown = (record: unknown) => (may(asked.caller, 'private:view') ? record : masked(record, row.object))
      return {
        id: row.id,
        time: clock.toWire(row.at),
        userId: row.person_id,
        userName: row.cname,
        deptName: row.dept_name,
        module: row.module,
        action: row.action,
        object: row.object,
        objectId: row.object_id,
        before: shown(row.before),
        after: shown(row.after),
        ip: row.ip,
        userAgent: row.user_agent,
        result: row.result,
        repeated: row.repeated,
        costMs: row.cost_ms,
      }
    }
  /** In the order of the ids given. */
  const rowsOf = async (ids: readonly string[], asked: Asked): Promise<LogRow[]> => {
    const { rows } = await sql<Row>`SELECT * FROM journal WHERE id = ANY(${ids}::bigint[])`.execute(db.sql)
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => found.get(id) ?? []).map(rowOf(asked))
  }

  /** Read as texts where a column's own type would round what it holds. */
  const chainRows = async (on: Sql | Trx, after: string | null, limit: number): Promise<ChainRow[]> => {
    const { rows } = await db.raw<ChainRow>(
      on,
      `SELECT id, trim_scale(extract(epoch FROM at) * 1000)::text AS at, person_id, cname, dept_name, module, action, object, object_id,
         before::text AS before, after::text AS after, ip, user_agent, result, repeated, cost_ms, hash
       FROM journal WHERE $1::bigint IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    )
    return rows.map((row) => ({ ...row, at: instant(row.at), before: readBack(row.before), after: readBack(row.after) }))
  }
  const sourceOn = (on: Sql | Trx): Source => ({
    rowsAfter: (id, limit) => chainRows(on, id, limit),
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

  return {
    list: async ({ pageNum, pageSize, sort, ...filter }: Filter & Paging, asked: Asked): Promise<LogRow[] | Page<LogRow>> => {
      const { total, conditions } = await search(filter, asked)
      const byTime = sort === 'time' || sort === '-time'
      // The numbers first, from an index alone however far back the page is: only its own rows are read whole.
      const found = await listRows<{ id: string }, string>(
        db,
        {
          columns: sql`id`,
          // Few rows are gathered, then sorted: the newest of them may stand behind everything else.
          from:
            total > few
              ? sql`journal`
              : sql`(WITH few AS MATERIALIZED (SELECT id, at FROM journal WHERE ${all(conditions)}) SELECT * FROM few) AS journal`,
          where: total > few ? conditions : [],
          sort: { time: sql`at` },
          order: sort === 'time' ? sql`at, id` : sql`at DESC, id DESC`,
          map: ({ id }) => id,
          count: () => Promise.resolve(total),
        },
        { pageNum, pageSize, sort: byTime ? undefined : sort },
      )
      if (Array.isArray(found)) return rowsOf(found, asked)
      return { list: await rowsOf(found.list, asked), total: found.total }
    },
    count: async (filter: Filter, asked: Asked): Promise<number> => (await search(filter, asked)).total,
    /** Every row of a list in batches, as of one moment. */
    stream: async function* ({ sort, ...filter }: Filter & Paging, asked: Asked): AsyncGenerator<LogRow[]> {
      const { conditions } = await search(filter, asked)
      const listing = { columns: sql`*`, from: sql`journal`, where: conditions, sort: {}, map: rowOf(asked) }
      const order = sort === 'time' ? sql`at, id` : sql`at DESC, id DESC`
      yield* streamRows<Row, LogRow>(db, { ...listing, order }, {})
    },

    source: (trx: Trx): Source => sourceOn(trx),
    /** The journal as it stands at one moment, however long it is read. */
    snapshot: <T>(work: (source: Source) => Promise<T>): Promise<T> =>
      db.transaction(async (trx) => {
        await db.raw(trx, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        return work(sourceOn(trx))
      }),

    /** The last of the oldest rows that are all older than a time, of so many as one seal may cover; null where there is none. */
    lastBefore: async (trx: Trx, before: Date): Promise<string | null> => {
      const { rows } = await db.raw<{ last: string | null }>(
        trx,
        `WITH oldest AS MATERIALIZED (SELECT id, at FROM journal ORDER BY id LIMIT $2), kept AS (SELECT min(id) AS id FROM oldest WHERE at >= $1)
         SELECT max(oldest.id) AS last FROM oldest, kept WHERE kept.id IS NULL OR oldest.id < kept.id`,
        [before, sealedAtMost],
      )
      return rows[0]?.last ?? null
    },
    addSeal: (trx: Trx, seal: Seal) => trx.insertInto('journal_seal').values(seal).execute(),
    drop: (trx: Trx, upTo: string) => trx.deleteFrom('journal').where('id', '<=', upTo).execute(),
  }
}
export type JournalStore = ReturnType<typeof createJournalStore>
