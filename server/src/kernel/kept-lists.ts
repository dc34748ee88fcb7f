import { sql } from 'kysely'
import type { Asked } from './caller.ts'
import { repeated, type Sql } from './db.ts'
import type { Fragment, ListBody, Loose, Reading } from './keeping.ts'
import { hiddenFrom, requireOpen, rowFor } from './kept-rows.ts'
import { at, columnOf, visible, type KeptTable } from './kept-table.ts'
import type { Trx } from './kernel.ts'
import { all, ofDept, patternsOf } from './listing.ts'

/** Which rows of a noun a list has. */

/** A number may lie beyond what its column holds: then it is compared as it is, and nothing is found. */
const comparable = ({ kinds }: KeptTable, name: string, value: unknown): unknown =>
  kinds.get(name)?.as.kind === 'number' ? sql`${value}::double precision` : value

const isTime = ({ times }: KeptTable, name: string, _value: unknown): _value is string => times.includes(name)

/** Both ends belong to it; the last second of a time is included whole. */
const rangeOf = (table: KeptTable, { clock }: Reading, name: string, from: unknown, to: unknown): readonly Fragment[] => {
  const source = table.sources.get(name)
  return [
    ...(from === undefined
      ? []
      : [sql`${source} >= ${isTime(table, name, from) ? clock.fromWire(from) : comparable(table, name, from)}`]),
    ...(to === undefined
      ? []
      : [isTime(table, name, to) ? sql`${source} < ${clock.endOf(to)}` : sql`${source} <= ${comparable(table, name, to)}`]),
  ]
}

const requireAllOpen = (table: KeptTable, filter: Loose, asked: Asked): void => {
  const { noun } = table.layout
  for (const name of noun.filters) if (filter[name] !== undefined) requireOpen(table, name, name, asked)
  for (const name of noun.ranges)
    for (const end of [`${name}From`, `${name}To`]) if (filter[end] !== undefined) requireOpen(table, name, end, asked)
}

const matching = (table: KeptTable, keyword: string | undefined, asked: Asked): readonly Fragment[] => {
  const patterns = keyword ? patternsOf(keyword) : []
  if (patterns.length === 0) return []
  const hidden = hiddenFrom(table, asked)
  const searched = table.layout.noun.search.filter((name) => !hidden.includes(name))
  if (searched.length === 0) return [sql`false`]
  const each = searched.flatMap((name) => patterns.map((pattern) => sql`${table.sources.get(name)}::text ILIKE ${pattern}`))
  return [sql.join(each, sql` OR `)]
}

const conditionsOf = (table: KeptTable, reading: Reading, body: ListBody, asked: Asked): readonly Fragment[] => {
  const { layout, deptColumn, sources } = table
  const { noun, narrow } = layout
  const filter = body as Loose & ListBody
  requireAllOpen(table, filter, asked)
  return [
    ...visible(table, asked),
    ...(deptColumn === null ? [] : [ofDept(deptColumn, body.deptId, body.recursive ?? true)]),
    ...matching(table, body.keyword, asked),
    ...(body.ids === undefined ? [] : [sql`${at(layout, 'id')} = ANY(${[...body.ids]}::bigint[])`]),
    ...noun.filters
      .filter((name) => filter[name] !== undefined)
      .map((name) => sql`${sources.get(name)} IS NOT DISTINCT FROM ${comparable(table, name, filter[name])}`),
    ...noun.ranges.flatMap((name) => rangeOf(table, reading, name, filter[`${name}From`], filter[`${name}To`])),
    ...(narrow?.(filter) ?? []),
  ]
}

export const listingOf = <Row>(table: KeptTable, reading: Reading, body: ListBody, asked: Asked) => {
  const { layout, columns, from, sources } = table
  if (body.sort !== undefined) requireOpen(table, body.sort.replace(/^-/, ''), 'sort', asked)
  const order = [...(layout.order ?? [columnOf(layout, layout.noun.title)]), 'id']
  return {
    columns,
    from,
    id: at(layout, 'id'),
    where: conditionsOf(table, reading, body, asked),
    sort: Object.fromEntries(sources),
    order: sql.join(order.map((column) => at(layout, column))),
    map: rowFor<Row>(table, reading, asked),
  }
}

/** How many rows of a list each department has, in one question of the database: narrowed and scoped as the list itself is. */
export const countsByDept = async (
  table: KeptTable,
  reading: Reading,
  body: ListBody,
  asked: Asked,
): Promise<{ deptId: string | null; count: number }[]> => {
  const { deptColumn, from } = table
  if (deptColumn === null) return []
  const { rows } = await sql<{ deptId: string | null; count: number }>`
    SELECT ${sql.ref(deptColumn)}::text AS "deptId", count(*)::int AS count FROM ${from}
    WHERE ${all(conditionsOf(table, reading, body, asked))} GROUP BY 1`.execute(reading.db.sql)
  return rows
}

export const oneWhere = async <Row>(
  table: KeptTable,
  reading: Reading,
  on: Sql | Trx,
  where: Fragment,
  asked: Asked,
): Promise<Row | null> => {
  const conditions = sql.join([...visible(table, asked), where], sql` AND `)
  const { rows } = await repeated(on, sql<Loose>`SELECT ${table.columns} FROM ${table.from} WHERE ${conditions}`)
  return rows[0] ? rowFor<Row>(table, reading, asked)(rows[0]) : null
}
