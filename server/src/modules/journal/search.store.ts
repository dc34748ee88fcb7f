import { sql, type RawBuilder } from 'kysely'
import type { journalCalls } from '@vigil/contract/journal/calls.ts'
import { logParts, type PartOfLog } from '@vigil/contract/journal/entities.ts'
import { logObjectsCalled } from '@vigil/contract/journal/log-object.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { nobodysCalled, type Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { countRows, ofDept, toldOf } from '../../kernel/listing.ts'

/** What the stores of the journal stand on. */
export type StoreContext = Pick<Kernel, 'db' | 'clock'>
export type Filter = BodyOf<typeof journalCalls.listSysLogCountByCondition>
type Fragment = RawBuilder<unknown>

const pattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** The people whose rows a caller sees who does not see all, among those of a department where one is asked for. */
const peopleOf = async ({ db }: StoreContext, { deptId, recursive }: Filter, { caller }: Asked): Promise<string[] | null> => {
  if (caller.scope.all && deptId === undefined) return null
  const { rows } = await sql<{ id: string }>`SELECT id FROM accounts_person
    WHERE ${toldOf(caller, sql`id`, sql`dept_id`)} AND ${ofDept('dept_id', deptId, recursive)}`.execute(db.sql)
  return rows.map(({ id }) => id)
}

/** The values of a column that contain a keyword: they are few, each is looked for once. */
const valuesLike = async ({ db }: StoreContext, column: 'cname' | 'object', keyword: string): Promise<string[]> => {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`WITH RECURSIVE each AS (
      SELECT min(${name}) AS value FROM journal
      UNION ALL SELECT (SELECT min(${name}) FROM journal WHERE ${name} > each.value) FROM each WHERE each.value IS NOT NULL
    ) SELECT value FROM each WHERE value ILIKE ${`%${pattern(keyword)}%`}`.execute(db.sql)
  return rows.map(({ value }) => value)
}

/** The ways in which a row meets a keyword. */
const waysOf = async (context: StoreContext, keyword: string, { language }: Asked): Promise<Fragment[]> => {
  const [names, objects] = await Promise.all([valuesLike(context, 'cname', keyword), valuesLike(context, 'object', keyword)])
  const beginning = `${pattern(keyword)}%`
  return [
    sql`cname = ANY(${[...new Set([...names, ...nobodysCalled(keyword, language)])]})`,
    sql`object = ANY(${[...new Set([...objects, ...logObjectsCalled(keyword)])]})`,
    sql`object_id LIKE ${beginning}`,
    sql`ip LIKE ${beginning}`,
  ]
}

const resultIs = (result: NonNullable<Filter['result']>): Fragment =>
  result === 'success' ? sql`result = 'success'` : sql`result <> 'success'`

const inPart = (part: NonNullable<Filter['part']>): Fragment[] => {
  const { result, modules, actions }: PartOfLog = logParts[part]
  return [
    resultIs(result),
    ...(modules ? [sql`module = ANY(${modules}::text[])`] : []),
    ...(actions ? [sql`action = ANY(${actions}::text[])`] : []),
  ]
}

const conditionsOf = async (context: StoreContext, filter: Filter, asked: Asked): Promise<Fragment[]> => {
  const { clock } = context
  const { userId, part, module, action, result, from, to, ids } = filter
  const people = await peopleOf(context, filter, asked)
  const conditions: Fragment[] = []
  if (people !== null) conditions.push(sql`person_id = ANY(${people}::bigint[])`)
  if (userId !== undefined) conditions.push(sql`person_id = ${userId}::bigint`)
  if (part !== undefined) conditions.push(...inPart(part))
  if (module !== undefined) conditions.push(sql`module = ${module}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (result !== undefined) conditions.push(resultIs(result))
  if (from !== undefined) conditions.push(sql`at >= ${clock.fromWire(from)}`)
  if (to !== undefined) conditions.push(sql`at < ${clock.endOf(to)}`)
  if (ids !== undefined) conditions.push(sql`id = ANY(${ids}::bigint[])`)
  return conditions
}

/** Numbers have no gap: the first and the last row tell how many there are. */
const countAll = async ({ db }: StoreContext): Promise<number> => {
  const { rows } = await sql<{ total: string }>`SELECT id - coalesce((SELECT min(id) - 1 FROM journal), id) AS total
    FROM journal_head`.execute(db.sql)
  return Number(rows[0]?.total ?? 0)
}

interface Found {
  readonly total: number
  readonly conditions: readonly Fragment[]
}
/** How many rows a filter means, and the conditions that find them. */
export const search = async (context: StoreContext, filter: Filter, asked: Asked): Promise<Found> => {
  const count = (conditions: readonly Fragment[]): Promise<number> => countRows(context.db, sql`journal`, conditions)
  const conditions = await conditionsOf(context, filter, asked)
  if (!filter.keyword) return { total: conditions.length === 0 ? await countAll(context) : await count(conditions), conditions }
  // Each way is counted in an index of its own, which is quick; most keywords are met in one way or none.
  const ways = await waysOf(context, filter.keyword, asked)
  const counts = await Promise.all(ways.map((way) => count([...conditions, way])))
  const met = ways.filter((_, index) => counts[index] !== 0)
  const either = [...conditions, met.length === 0 ? sql`false` : sql.join(met, sql` OR `)]
  return { total: met.length < 2 ? counts.reduce((sum, one) => sum + one, 0) : await count(either), conditions: either }
}
