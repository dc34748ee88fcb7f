import { sql, type RawBuilder } from 'kysely'
import type { Asked } from '../../kernel/caller.ts'
import { formsOf, scoped } from '../../kernel/listing.ts'
import type { StoreContext } from './row.store.ts'

type Fragment = RawBuilder<unknown>

export interface AlarmFilter {
  readonly keyword?: string | undefined
  readonly alarmType?: number | undefined
  readonly alarmLevel?: number | undefined
  readonly areaId?: string | undefined
  readonly deptId?: string | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
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
  /** Where sums tell the number: of what they are kept by, times not being among it. */
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

/** Those of a state that a filter lets through. */
export const queryOf = async (
  context: StoreContext,
  state: keyof typeof states,
  { keyword, alarmType, alarmLevel, areaId, deptId, startTime, endTime }: AlarmFilter,
  asked: Asked,
): Promise<AlarmQuery> => {
  const { clock } = context
  const kept: Fragment[] = [states[state]]
  if (alarmType !== undefined) kept.push(sql`alarm_type = ${alarmType}`)
  if (alarmLevel !== undefined) kept.push(sql`alarm_level = ${alarmLevel}`)
  if (areaId !== undefined) kept.push(sql`area_id = ${areaId}::bigint`)
  const search = keyword ? await searchFor(context, keyword) : null
  const ofDept = deptId === undefined ? [] : [sql`dept_id = ${deptId}::bigint`]
  const times: Fragment[] = []
  if (startTime !== undefined) times.push(sql`find_time >= ${clock.fromWire(startTime)}`)
  if (endTime !== undefined) times.push(sql`find_time < ${clock.endOf(endTime)}`)
  const finer = [...(search ? [isInAny(search.forms)] : []), ...ofDept]
  return {
    asked,
    conditions: [...kept, ...(search ? [stands(search)] : []), ...ofDept, ...times],
    isFound: search?.isRare === true || deptId !== undefined || !asked.caller.scope.all,
    inSums: times.length === 0 ? sumsOf(kept, finer, asked) : null,
  }
}
