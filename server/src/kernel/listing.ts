import { commonFields } from '@vigil/contract/body-fields.ts'
import { sql, type RawBuilder } from 'kysely'
import { wholeListLimit, type Page, type Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Caller } from './caller.ts'
import { createCompany, type Company } from './company.ts'
import { often, type Database } from './db.ts'
import { invalid, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'

type Fragment = RawBuilder<unknown>

interface Listing<Row, Item> {
  readonly columns: Fragment
  readonly from: Fragment
  /** What names a row, where `from` joins to it what is only shown: then that is read for the rows of a page alone. */
  readonly id?: Fragment
  readonly where: readonly Fragment[]
  /** Wire field name → what it sorts by. */
  readonly sort: Readonly<Record<string, Fragment>>
  /** Order where none is asked for; must be total, so that pages do not overlap. */
  readonly order: Fragment
  readonly map: (row: Row) => Item
  /** Where there is a quicker way to the total than counting the rows. */
  readonly count?: () => Promise<number>
}

/** What a keyword is looked for by: as it was typed, and in the form that names are kept in. */
export const formsOf = (keyword: string): string[] => [...new Set([keyword, keyword.normalize('NFKC')])]
export const patternsOf = (keyword: string): string[] => formsOf(keyword).map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`)

/** All of them at once. */
export const all = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((condition) => sql`(${condition})`),
        sql` AND `,
      )

/** The rows a list call answers: one page with its total when `pageSize` is given, else the whole list up to its limit. */
export const listRows = async <Row, Item>(
  db: Database,
  listing: Listing<Row, Item>,
  paging: Paging,
): Promise<Item[] | Page<Item>> => {
  const { rows, total } = await fetchRows(db, listing, paging)
  return paging.pageSize === undefined && paging.pageNum === undefined ? rows : { list: rows, total }
}

const counts = new WeakMap<Database, Company<number>>()

/** How many rows there are; many consoles that read the same list anew have it counted once for all of them. */
export const countRows = async (db: Database, from: Fragment, where: readonly Fragment[]): Promise<number> => {
  const statement = sql<{ total: string }>`SELECT count(*) AS total FROM ${from} WHERE ${all(where)}`
  const { sql: text, parameters } = statement.compile(db.sql)
  const company = counts.get(db) ?? createCompany<number>()
  counts.set(db, company)
  return await company(JSON.stringify([text, parameters]), async () => {
    const { rows } = await often(db.sql, statement)
    return Number(rows[0]?.total ?? 0)
  })
}

const batch = 1_000

/** Every row of a list in batches, however many, as of one moment; the connection is held until the last one was taken. */
export async function* streamRows<Row, Item>(db: Database, listing: Listing<Row, Item>, paging: Paging): AsyncGenerator<Item[]> {
  const { columns, from, where, map } = listing
  const select = sql`SELECT ${columns} FROM ${from} WHERE ${all(where)} ORDER BY ${orderOf(listing, paging)}`
  const trx = await db.sql.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`DECLARE listed NO SCROLL CURSOR FOR ${select}`.execute(trx)
    for (;;) {
      const { rows } = await sql<Row>`FETCH ${sql.lit(batch)} FROM listed`.execute(trx)
      if (rows.length > 0) yield rows.map(map)
      if (rows.length < batch) return
    }
  } finally {
    await trx.rollback().execute()
  }
}

const fetchRows = async <Row, Item>(
  db: Database,
  listing: Listing<Row, Item>,
  paging: Paging,
): Promise<{ rows: Item[]; total: number }> => {
  const { columns, from, id, where, map, count = () => countRows(db, from, where) } = listing
  const { whole, offset, size } = partAsked(paging)
  const order = orderOf(listing, paging)
  const part = sql`FROM ${from} WHERE ${all(where)} ORDER BY ${order} LIMIT ${whole ? size + 1 : size} OFFSET ${offset}`
  // PostgreSQL leaves out joins of which the numbers of a page need nothing.
  const select =
    whole || id === undefined
      ? sql<Row>`SELECT ${columns} ${part}`
      : sql<Row>`SELECT ${columns} FROM ${from} WHERE ${id} = ANY(ARRAY(SELECT ${id} ${part})) ORDER BY ${order}`
  const [{ rows }, counted] = await Promise.all([often(db.sql, select), whole ? null : count()])
  if (whole && rows.length > wholeListLimit) throw tooMany(await count())
  return { rows: rows.map(map), total: counted ?? rows.length }
}

/** Which part of a list is asked for: the whole of it, up to its limit, unless a page is. */
export const partAsked = ({ pageNum, pageSize }: Paging): { whole: boolean; offset: number; size: number } => {
  if (pageSize === undefined && pageNum === undefined) return { whole: true, offset: 0, size: wholeListLimit }
  const size = pageSize ?? 20
  return { whole: false, offset: ((pageNum ?? 1) - 1) * size, size }
}

/** For a list that is asked for whole and longer than that is answered. */
export const tooMany = (total: number): Refusal => new Refusal('tooManyRows', { total, limit: wholeListLimit })

/** There is no such order. */
export const unsorted = (): Refusal => invalid('sort', commonFields.sort, { zh: '不能按此字段', en: 'cannot be by this field' })

/** By which of these fields a list is to be sorted; null where none is asked for. */
export const sortAsked = ({ sort }: Paging, fields: readonly string[]): { field: string; descending: boolean } | null => {
  if (sort === undefined) return null
  const field = sort.replace(/^-/, '')
  if (!fields.includes(field)) {
    throw unsorted()
  }
  return { field, descending: sort.startsWith('-') }
}

const orderOf = <Row, Item>({ sort, order }: Listing<Row, Item>, paging: Paging): Fragment => {
  const asked = sortAsked(paging, Object.keys(sort))
  if (!asked) return order
  const column = sort[asked.field]
  return asked.descending ? sql`${column} DESC NULLS LAST, ${order}` : sql`${column} NULLS FIRST, ${order}`
}

/** Rows that a caller may see by the department they stand in: `maySee` in SQL. */
export const scoped = (scope: Scope, dept: Fragment): Fragment =>
  scope.all ? sql`true` : sql`(${dept} IS NULL OR ${dept} = ANY(${[...scope.deptIds]}::bigint[]))`

/**
 * People of whom a caller is told what they did: those who stand in his scope, and himself. What has no department is everybody's, but
 * who has none answers to the whole site.
 */
export const toldOf = ({ scope, userId }: Caller, person: Fragment, dept: Fragment): Fragment =>
  scope.all ? sql`true` : sql`(${person} = ${userId}::bigint OR ${dept} = ANY(${[...scope.deptIds]}::bigint[]))`

/** Rows of a department, and of those below it unless told otherwise; of all without one. */
export const ofDept = (column: string, deptId: string | undefined, recursive: boolean): Fragment => {
  if (deptId === undefined) return sql`true`
  if (!recursive) return sql`${sql.ref(column)} = ${deptId}::bigint`
  return sql`${sql.ref(column)} IN (
    WITH RECURSIVE below AS (
      SELECT id FROM accounts_dept WHERE id = ${deptId}::bigint
      UNION SELECT dept.id FROM accounts_dept AS dept JOIN below ON dept.pid = below.id
    ) SELECT id FROM below)`
}
