import { sql, type Selectable } from 'kysely'
import type { LogRow } from '@vigil/contract/journal/entities.ts'
import { nameInLog } from '@vigil/contract/journal/log-object.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import { may, nobodysIn, type Asked } from '../../kernel/caller.ts'
import { all, listRows, streamRows } from '../../kernel/listing.ts'
import type { Tables } from '../../kernel/tables.ts'
import { masked } from './private.ts'
import { search, type Filter, type StoreContext } from './search.store.ts'

/** A row as it is told, before anybody looked whether its record is still there. */
export type ToldRow = Omit<LogRow, 'objectOpens'>
type Row = Selectable<Tables['journal']>

/** Rows that are gathered as quickly as an index is searched for the newest of them. */
const few = 2_000

const rowOf =
  ({ clock }: StoreContext, asked: Asked) =>
  (row: Row): ToldRow => {
    const shown = (record: unknown) => (may(asked.caller, 'private:view') ? record : masked(record, row.object))
    const told = {
      userId: row.person_id,
      userName: row.person_id === null ? nobodysIn(row.cname, asked.language) : row.cname,
      object: row.object,
      objectId: row.object_id,
      before: shown(row.before),
      after: shown(row.after),
    }
    return {
      ...told,
      id: row.id,
      time: clock.toWire(row.at),
      deptName: row.dept_name,
      module: row.module,
      action: row.action,
      objectName: nameInLog(told),
      ip: row.ip,
      userAgent: row.user_agent,
      result: row.result,
      repeated: row.repeated,
      costMs: row.cost_ms,
    }
  }
/** In the order of the ids given. */
const rowsOf = async (context: StoreContext, ids: readonly string[], asked: Asked): Promise<ToldRow[]> => {
  const { rows } = await sql<Row>`SELECT * FROM journal WHERE id = ANY(${ids}::bigint[])`.execute(context.db.sql)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).map(rowOf(context, asked))
}

const list = async (
  context: StoreContext,
  { pageNum, pageSize, sort, ...filter }: Filter & Paging,
  asked: Asked,
): Promise<ToldRow[] | Page<ToldRow>> => {
  const { total, conditions } = await search(context, filter, asked)
  const byTime = sort === 'time' || sort === '-time'
  // The numbers first, from an index alone however far back the page is: only its own rows are read whole.
  const found = await listRows<{ id: string }, string>(
    context.db,
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
  if (Array.isArray(found)) return rowsOf(context, found, asked)
  return { list: await rowsOf(context, found.list, asked), total: found.total }
}

async function* stream(context: StoreContext, { sort, ...filter }: Filter & Paging, asked: Asked): AsyncGenerator<ToldRow[]> {
  const { conditions } = await search(context, filter, asked)
  const listing = { columns: sql`*`, from: sql`journal`, where: conditions, sort: {}, map: rowOf(context, asked) }
  const order = sort === 'time' ? sql`at, id` : sql`at DESC, id DESC`
  yield* streamRows<Row, ToldRow>(context.db, { ...listing, order }, {})
}

export const createJournalRows = (context: StoreContext) => ({
  list: (query: Filter & Paging, asked: Asked) => list(context, query, asked),
  count: async (filter: Filter, asked: Asked): Promise<number> => (await search(context, filter, asked)).total,
  /** Every row of a list in batches, as of one moment. */
  stream: (query: Filter & Paging, asked: Asked) => stream(context, query, asked),
})
