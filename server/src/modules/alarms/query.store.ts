import { sql, type RawBuilder } from 'kysely'
import { alarmDomain } from '@vigil/contract/alarms/domain.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { countedBy, countedDaysAtMost, type PickedFigure } from '@vigil/contract/alarms/statistics.ts'
import type { Asked } from '../../kernel/caller.ts'
import { formsOf, ofDept, scoped } from '../../kernel/listing.ts'
import { invalid } from '../../kernel/refusal.ts'
import { countedIn, hourAt, operatorKey, took } from './counted.store.ts'
import type { StoreContext } from './row.store.ts'
import { wanted } from './seen.store.ts'

type Fragment = RawBuilder<unknown>

interface Place {
  readonly areaId: string | null
  readonly areaName: string
}
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
  readonly wanted?: true | undefined
  readonly anyStatus?: boolean | undefined
  readonly openOnly?: true | undefined
  readonly hours?: { readonly from: number; readonly until: number } | undefined
  readonly handledBy?: string | undefined
  readonly slowerThan?: number | undefined
  readonly source?: Pick<Alarm['source'], 'kind' | 'id'> | undefined
  readonly place?: Place | undefined
  readonly notPlaces?: readonly Place[] | undefined
  readonly counted?: { readonly figure: PickedFigure; readonly startTime: string; readonly endTime: string } | undefined
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

/** As a calendar has them, whatever clocks are put back between. */
const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 86_400_000

const isOfPlace = ({ areaId, areaName }: Place): Fragment =>
  sql`area_id IS NOT DISTINCT FROM ${areaId}::bigint AND coalesce(area_name, '') = ${areaName}`

/** What a number of the statistics counts, by which no sum is kept either. */
const behindNumber = async (context: StoreContext, filter: AlarmFilter, asked: Asked): Promise<Fragment[]> => {
  const { hours, handledBy, slowerThan, source, place, notPlaces = [], counted } = filter
  const isNumber = Object.keys(countedBy).some((name) => filter[name as keyof typeof countedBy] !== undefined)
  const { clock } = context
  if (counted && daysBetween(counted.startTime, counted.endTime) > countedDaysAtMost)
    throw invalid('counted', alarmDomain.asked.counted, {
      zh: `最多 ${countedDaysAtMost} 天`,
      en: `is of ${countedDaysAtMost} days at most`,
    })
  const at = hourAt(clock.timeZone)
  return [
    ...(isNumber ? [wanted] : []),
    ...(hours === undefined ? [] : [sql`${at} >= ${hours.from} AND ${at} < ${hours.until}`]),
    ...(handledBy === undefined ? [] : [sql`handle_user <> '' AND ${operatorKey} = ${handledBy}`]),
    ...(slowerThan === undefined ? [] : [sql`${took} > ${slowerThan}::float8`]),
    ...(source === undefined ? [] : [sql`source_kind = ${source.kind} AND source_id = ${source.id}`]),
    ...(place === undefined ? [] : [isOfPlace(place)]),
    ...notPlaces.map((one) => sql`NOT (${isOfPlace(one)})`),
    ...(counted === undefined
      ? []
      : await countedIn(
          context,
          counted.figure,
          { from: clock.fromWire(counted.startTime), to: clock.fromWire(counted.endTime) },
          asked,
        )),
  ]
}

/** Those of a state that a filter lets through. */
export const queryOf = async (
  context: StoreContext,
  state: keyof typeof states,
  filter: AlarmFilter,
  asked: Asked,
): Promise<AlarmQuery> => {
  const { keyword, alarmType, alarmLevel, areaId, deptId, recursive = true, status, ids, anyStatus, openOnly, source } = filter
  const kept: Fragment[] = openOnly
    ? [states.waiting]
    : anyStatus
      ? []
      : [status === undefined ? states[state] : sql`(${states[state]} AND status = ${status})`]
  if (alarmType !== undefined) kept.push(sql`alarm_type = ${alarmType}`)
  if (alarmLevel !== undefined) kept.push(sql`alarm_level = ${alarmLevel}`)
  if (areaId !== undefined) kept.push(sql`area_id = ${areaId}::bigint`)
  const search = keyword ? await searchFor(context, keyword) : null
  const inDept = deptId === undefined ? [] : [ofDept('dept_id', deptId, recursive)]
  const others = [...uncounted(context, filter), ...(await behindNumber(context, filter, asked))]
  const finer = [...(search ? [isInAny(search.forms)] : []), ...inDept]
  return {
    asked,
    conditions: [...kept, ...(search ? [stands(search)] : []), ...inDept, ...others],
    isFound:
      search?.isRare === true || deptId !== undefined || ids !== undefined || source !== undefined || !asked.caller.scope.all,
    inSums: others.length === 0 ? sumsOf(kept, finer, asked) : null,
  }
}
