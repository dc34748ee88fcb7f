import { sql, type RawBuilder } from 'kysely'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import { all, partAsked, sortAsked, streamRows } from '../../kernel/listing.ts'
import { queryOf, type AlarmFilter, type AlarmQuery } from './query.store.ts'
import { alarmOf, type AlarmRow, type StoreContext } from './row.store.ts'
import { countIn, toldBeyond, visible, visibleParts } from './seen.store.ts'

type Fragment = RawBuilder<unknown>

/**
 * Adds up, or counts in indexes: read in memory or from flash they cost less than PostgreSQL supposes, and the table several times as
 * much. One statement, so that what it adds is as of one moment.
 */
const count = async ({ db }: StoreContext, { asked, conditions, inSums }: AlarmQuery): Promise<number> => {
  const counted = (inSums ? toldBeyond(asked) : visibleParts(asked)).map((part) => countIn(part, conditions))
  const summed = inSums ? [sql`(SELECT coalesce(sum(alarms), 0) FROM ${inSums.table} WHERE ${all(inSums.conditions)})`] : []
  const total = sql<{ total: string }>`SELECT ${sql.join([...summed, ...counted], sql` + `)} AS total`
  const { rows } = inSums
    ? await total.execute(db.sql)
    : await db.transaction(async (trx) => {
        await sql`SET LOCAL random_page_cost = 1`.execute(trx)
        return total.execute(trx)
      })
  return Number(rows[0]?.total ?? 0)
}

const sortedBy: Readonly<Record<string, Fragment>> = {
  findTime: sql`find_time`,
  alarmLevel: sql`alarm_level`,
  alarmType: sql`alarm_type`,
  deviceName: sql`device_name`,
  handleTime: sql`handle_time`,
}
interface Order {
  /** What somebody sorts by. */
  readonly key: Fragment
  /** Total, so that pages do not overlap. */
  readonly forwards: Fragment
  /** The same from the end; null where nobody asks for that. */
  readonly backwards: Fragment | null
}
const orderOf = (paging: Paging): Order => {
  const by = sortAsked(paging, Object.keys(sortedBy))
  const key = by && sortedBy[by.field]
  if (!by || !key) return { key: sql`NULL`, forwards: sql`found DESC, id DESC`, backwards: sql`found, id` }
  const forwards = sql`key ${by.descending ? sql`DESC NULLS LAST` : sql`NULLS FIRST`}, found DESC, id DESC`
  return { key, forwards, backwards: null }
}

interface Part {
  readonly offset: number
  readonly size: number
}
/** The same rows counted from the end of a list. */
const fromEnd = ({ offset, size }: Part, total: number): Part => {
  const left = total - offset - size
  return { offset: Math.max(0, left), size: Math.max(0, size + Math.min(0, left)) }
}

/** Alarms that are gathered as quickly as the newest of them are found. */
const few = 2_000

/** In each part of what somebody sees no more ids are looked at than come before the end of a page; few are all gathered first. */
const idsOf = (
  { asked, conditions, isFound }: AlarmQuery,
  total: number,
  key: Fragment,
  order: Fragment,
  atMost: number,
): Fragment => {
  const parts = visibleParts(asked).map(
    (seen) => sql`SELECT id, find_time AS found, ${key} AS key FROM alarm WHERE ${all([seen, ...conditions])}`,
  )
  // The newest of few may stand behind everything else.
  if (isFound && total <= few) return sql`WITH few AS MATERIALIZED (${sql.join(parts, sql` UNION ALL `)}) SELECT * FROM few`
  return sql.join(
    parts.map((part) => sql`(SELECT * FROM (${part}) AS part ORDER BY ${order} LIMIT ${atMost})`),
    sql` UNION ALL `,
  )
}

/** The ids first, from indexes alone however far back the page is, then its rows; from the end where that is nearer. */
const rowsAt = async (
  context: StoreContext,
  query: AlarmQuery,
  part: Part & { readonly total: number },
  { key, forwards, backwards }: Order,
): Promise<Alarm[]> => {
  if (part.offset >= part.total) return []
  const back = backwards !== null && part.offset > part.total / 2
  const { offset, size } = back ? fromEnd(part, part.total) : part
  const order = back ? backwards : forwards
  const { rows } = await sql<AlarmRow>`WITH page AS (
      SELECT * FROM (${idsOf(query, part.total, key, order, offset + size)}) AS ids ORDER BY ${order} LIMIT ${size} OFFSET ${offset}
    ) SELECT alarm.* FROM page JOIN alarm USING (id) ORDER BY ${forwards}`.execute(context.db.sql)
  return rows.map((row) => alarmOf(context, row))
}

/** How many there are comes first: it says by which way the page is found soonest. */
const page = async (context: StoreContext, query: AlarmQuery, { pageNum = 1, pageSize, sort }: Paging): Promise<Page<Alarm>> => {
  const order = orderOf({ sort })
  const total = await count(context, query)
  return { list: await rowsAt(context, query, { ...partAsked({ pageNum, pageSize }), total }, order), total }
}

/** Open ones, level one first, newest first. */
const open = async (context: StoreContext, limit: number, asked: Asked): Promise<{ list: Alarm[]; total: number }> => {
  const query = await queryOf(context, 'waiting', {}, asked)
  const [{ rows }, total] = await Promise.all([
    sql<AlarmRow>`SELECT * FROM alarm WHERE ${all([...query.conditions, visible(asked)])}
      ORDER BY alarm_level, find_time DESC, id DESC LIMIT ${limit}`.execute(context.db.sql),
    count(context, query),
  ])
  return { list: rows.map((row) => alarmOf(context, row)), total }
}

/** What is put aside calls nobody. */
const newest = async (context: StoreContext, asked: Asked): Promise<Alarm | null> => {
  const query = await queryOf(context, 'unhandled', {}, asked)
  const total = await count(context, query)
  const standing = { ...query, conditions: [...query.conditions, sql`shelved_until IS NULL`] }
  return (await rowsAt(context, standing, { offset: 0, size: 1, total }, orderOf({})))[0] ?? null
}

const countUnhandled = async (context: StoreContext, asked: Asked): Promise<{ alarmLevel: number; count: number }[]> => {
  const { conditions, inSums } = await queryOf(context, 'unhandled', {}, asked)
  // Few are ever put aside. Who does not see everything is told of some beyond his scope, of which no sum tells; those that wait are in an index of their own.
  const counted =
    inSums && asked.caller.scope.all
      ? sql`SELECT alarm_level AS level, sum(alarms) AS count FROM (
          SELECT alarm_level, alarms FROM ${inSums.table} WHERE ${all(inSums.conditions)}
          UNION ALL SELECT alarm_level, -1 FROM alarm WHERE ${all([sql`shelved_until IS NOT NULL`, ...conditions, visible(asked)])}
        ) AS numbers GROUP BY 1`
      : sql`SELECT alarm_level AS level, count(*) FROM alarm
          WHERE ${all([sql`shelved_until IS NULL`, ...conditions, visible(asked)])} GROUP BY 1`
  const { rows } = await sql<{ level: number; count: string }>`${counted}`.execute(context.db.sql)
  return [1, 2, 3].map((level) => ({ alarmLevel: level, count: Number(rows.find((row) => row.level === level)?.count ?? 0) }))
}

/** Handled ones in batches, as of one moment, in the order of their list. */
async function* stream(context: StoreContext, filter: AlarmFilter & Paging, asked: Asked): AsyncGenerator<Alarm[]> {
  const { conditions } = await queryOf(context, 'handled', filter, asked)
  const listing = { columns: sql`*`, from: sql`alarm`, where: [...conditions, visible(asked)], sort: sortedBy }
  const order = sql`find_time DESC, id DESC`
  yield* streamRows<AlarmRow, Alarm>(
    context.db,
    { ...listing, order, map: (row) => alarmOf(context, row) },
    { sort: filter.sort },
  )
}

export const createAlarmLists = (context: StoreContext) => ({
  open: (asked: Asked, limit: number) => open(context, limit, asked),
  newest: (asked: Asked) => newest(context, asked),
  countUnhandled: (asked: Asked) => countUnhandled(context, asked),
  page: async (handled: boolean, filter: AlarmFilter & Paging, asked: Asked) =>
    page(context, await queryOf(context, handled ? 'handled' : 'waiting', filter, asked), filter),
  stream: (filter: AlarmFilter & Paging, asked: Asked) => stream(context, filter, asked),
  countHandled: async (filter: AlarmFilter, asked: Asked) => count(context, await queryOf(context, 'handled', filter, asked)),
})
