import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import { formsOf, ofDept, scoped } from '../../kernel/listing.ts'
import type { StoreContext } from './row.store.ts'

type Fragment = RawBuilder<unknown>

export interface AlarmFilter {
  readonly keyword?: string | undefined
  readonly alarmType?: number | undefined
  readonly alarmLevel?: number | undefined
  readonly areaId?: string | undefined
  readonly deptId?: string | undefined
  readonly recursive?: boolean | undefined
  readonly condition?: string | undefined
  readonly status?: number | undefined
  readonly shelved?: boolean | undefined
  readonly reasonCode?: string | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly ids?: readonly string[] | undefined
}

/** How a keyword is looked for: rare ones by their characters, others while alarms are read in their order. */
interface Search {
  readonly forms: readonly string[]
  readonly isRare: boolean
}
const isIn = (form: string): Fragment => sql`strpos(searched, lower(${form})) > 0`
const isInAny = (forms: readonly string[]): Fragment => sql.join(forms.map(isIn), sql` OR `)
const stands = ({ forms, isRare }: Search): Fragment =>
  isRare
    ? sql.join(
        forms.map((form) => sql`(alarm_grams(searched) @> alarm_grams(lower(${form})) AND ${isIn(form)})`),
        sql` OR `,
      )
    : isInAny(forms)

/** Of all alarms; so many more are found sooner in their order than one by one. */
const rareShare = 0.01
/**
 * One table page in five hundred tells how often a keyword is met. PostgreSQL would guess from each pair of characters by itself, and
 * then read a large part of the table row by row. A single character stands in too many alarms for any index.
 */
const searchFor = async ({ db }: StoreContext, keyword: string): Promise<Search> => {
  const forms = formsOf(keyword)
  if (forms.some((form) => [...form].length < 2)) return { forms, isRare: false }
  const { rows } = await sql<{ share: number | null }>`SELECT avg((${isInAny(forms)})::int)::float8 AS share
    FROM alarm TABLESAMPLE SYSTEM (0.2)`.execute(db.sql)
  return { forms, isRare: (rows[0]?.share ?? 0) < rareShare }
}

const states = { waiting: sql`status < 2`, unhandled: sql`status = 0`, handled: sql`status = 2` } as const

/** Which alarms somebody asks for. */
export interface AlarmQuery {
  readonly asked: Asked
  readonly conditions: readonly Fragment[]
  /** Whether an index finds them by themselves, by their keyword or their department, not only on the way through all of them in order. */
  readonly isFound: boolean
  /** Where sums tell the number: nothing is asked for that they are not kept by, as times are. */
  readonly inSums: Sums | null
}

/** Which sums, and which of their rows: of all that somebody sees, but what he was told of beyond his scope. */
interface Sums {
  readonly table: Fragment
  readonly conditions: readonly Fragment[]
}
/** Few rows tell of everything; by text and department there are many more. */
const sumsOf = (kept: readonly Fragment[], finer: readonly Fragment[], { caller: { scope } }: Asked): Sums =>
  scope.all && finer.length === 0
    ? { table: sql`alarm_total`, conditions: kept }
    : {
        table: sql`alarm_text_total`,
        conditions: [...kept, ...finer, ...(scope.all ? [] : [scoped(scope, sql.ref('dept_id'))])],
      }

/** What no sum is kept by, so that alarms are counted one by one. */
const uncounted = (
  { clock }: StoreContext,
  { condition, reasonCode, startTime, endTime, ids, shelved }: AlarmFilter,
): Fragment[] => [
  ...(shelved === undefined ? [] : [shelved ? sql`shelved_until IS NOT NULL` : sql`shelved_until IS NULL`]),
  ...(condition === undefined ? [] : [sql`condition = ${condition}`]),
  ...(reasonCode === undefined ? [] : [sql`reason_code = ${reasonCode}`]),
  ...(startTime === undefined ? [] : [sql`find_time >= ${clock.fromWire(startTime)}`]),
  ...(endTime === undefined ? [] : [sql`find_time < ${clock.endOf(endTime)}`]),
  ...(ids === undefined ? [] : [sql`id = ANY(${[...ids]}::bigint[])`]),
]

/** Those of a state that a filter lets through. */
export const queryOf = async (
  context: StoreContext,
  state: keyof typeof states,
  filter: AlarmFilter,
  asked: Asked,
): Promise<AlarmQuery> => {
  const { keyword, alarmType, alarmLevel, areaId, deptId, recursive = true, status, ids } = filter
  const kept: Fragment[] = [status === undefined ? states[state] : sql`(${states[state]} AND status = ${status})`]
  if (alarmType !== undefined) kept.push(sql`alarm_type = ${alarmType}`)
  if (alarmLevel !== undefined) kept.push(sql`alarm_level = ${alarmLevel}`)
  if (areaId !== undefined) kept.push(sql`area_id = ${areaId}::bigint`)
  const search = keyword ? await searchFor(context, keyword) : null
  const inDept = deptId === undefined ? [] : [ofDept('dept_id', deptId, recursive)]
  const others = uncounted(context, filter)
  const finer = [...(search ? [isInAny(search.forms)] : []), ...inDept]
  return {
    asked,
    conditions: [...kept, ...(search ? [stands(search)] : []), ...inDept, ...others],
    isFound: search?.isRare === true || deptId !== undefined || ids !== undefined || !asked.caller.scope.all,
    inSums: others.length === 0 ? sumsOf(kept, finer, asked) : null,
  }
}
