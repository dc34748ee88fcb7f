import { sql, type RawBuilder } from 'kysely'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { all } from '../../kernel/listing.ts'
import { platePatterns, platesOf } from '../../kernel/plates.ts'
import { inDepts, type Depts } from './asked-depts.store.ts'

type Fragment = RawBuilder<unknown>
type Context = Pick<Kernel, 'db' | 'clock'>
export type PassFilter = BodyOf<typeof trafficCalls.countZdTrafficByDeptId>

const quarter = 900_000
/** Quarters that one statement adds up. */
const quartersAtOnce = 500
/** A part of a plate that so many have says nothing: it is asked of the passes themselves. */
const platesAtMost = 2_000

const equal = (column: string, value: unknown): Fragment[] =>
  value === undefined ? [] : [sql`one.${sql.ref(column)} = ${value}`]
/** What passes and the sums of them alike are narrowed by. */
const inBoth = ({ place, direction, illegal, listType }: PassFilter): Fragment[] => [
  ...equal('place', place),
  ...equal('direction', direction),
  ...(illegal === undefined ? [] : [illegal === 1 ? sql`one.illegal` : sql`NOT one.illegal`]),
  ...equal('list_type', listType),
]
const isInSums = ({ keyword, ids, plateNumber, speedFrom, speedTo }: PassFilter): boolean =>
  !keyword && [ids, plateNumber, speedFrom, speedTo].every((value) => value === undefined)

interface Period {
  readonly from: Date | null
  /** Not included. */
  readonly to: Date | null
}
const periodOf = ({ clock }: Context, { passTimeFrom, passTimeTo }: PassFilter): Period => ({
  from: passTimeFrom === undefined ? null : clock.fromWire(passTimeFrom),
  to: passTimeTo === undefined ? null : clock.endOf(passTimeTo),
})
const inPeriod = (column: string, { from, to }: Period): Fragment[] => [
  ...(from === null ? [] : [sql`one.${sql.ref(column)} >= ${from}`]),
  ...(to === null ? [] : [sql`one.${sql.ref(column)} < ${to}`]),
]

/** A part of a plate is looked for among the plates that ever passed. */
const plateConditions = async ({ db }: Context, keyword: string | undefined): Promise<Fragment[]> => {
  if (!keyword) return []
  const { rows } = await sql<{ plate: string }>`SELECT plate_number AS plate FROM vehicle_plate
    WHERE plate_number ILIKE ANY(${platePatterns(keyword)}) LIMIT ${platesAtMost + 1}`.execute(db.sql)
  if (rows.length > platesAtMost) return [sql`one.plate_number ILIKE ANY(${platePatterns(keyword)})`]
  return [sql`one.plate_number = ANY(${rows.map(({ plate }) => plate)}::text[])`]
}

/** What a row of `vehicle_pass AS one` is that a filter finds. */
export const passConditions = async (context: Context, filter: PassFilter): Promise<Fragment[]> => [
  ...inBoth(filter),
  ...inPeriod('pass_time', periodOf(context, filter)),
  ...(await plateConditions(context, filter.keyword)),
  ...(filter.plateNumber === undefined ? [] : [sql`one.plate_number = ANY(${platesOf(filter.plateNumber)}::text[])`]),
  ...(filter.ids === undefined ? [] : [sql`one.id = ANY(${[...filter.ids]}::bigint[])`]),
  ...(filter.speedFrom === undefined ? [] : [sql`one.speed >= ${filter.speedFrom}::float8`]),
  ...(filter.speedTo === undefined ? [] : [sql`one.speed <= ${filter.speedTo}::float8`]),
]

/** Rows of `at`, `dept_id`, `place`, `owner` and how many `passes`: of whole quarters from the sums, of the rest one by one. */
export const sumsOf = async (context: Context, filter: PassFilter, depts: Depts | null): Promise<Fragment> => {
  const seen = inDepts(depts, sql`one.dept_id`)
  const single = (where: readonly Fragment[]): Fragment =>
    sql`SELECT one.pass_time AS at, one.dept_id, one.place, one.owner, 1 AS passes FROM vehicle_pass AS one WHERE ${all([seen, ...where])}`
  if (!isInSums(filter)) return sql`(${single(await passConditions(context, filter))})`
  const { from, to } = periodOf(context, filter)
  const first = from && new Date(Math.ceil(from.getTime() / quarter) * quarter)
  const last = to && new Date(Math.floor(to.getTime() / quarter) * quarter)
  if (first && last && first >= last) return sql`(${single([...inBoth(filter), ...inPeriod('pass_time', { from, to })])})`
  const parts = [
    sql`SELECT one.quarter AS at, one.dept_id, one.place, one.owner, one.passes FROM traffic_quarter AS one
      WHERE ${all([seen, ...inBoth(filter), ...inPeriod('quarter', { from: first, to: last })])}`,
    ...(from && first && from < first ? [single([...inBoth(filter), ...inPeriod('pass_time', { from, to: first })])] : []),
    ...(to && last && last < to ? [single([...inBoth(filter), ...inPeriod('pass_time', { from: last, to })])] : []),
  ]
  return sql`(${sql.join(parts, sql` UNION ALL `)})`
}

export const countPasses = async (context: Context, filter: PassFilter, depts: Depts | null): Promise<number> => {
  const { rows } = await sql<{ total: string }>`SELECT coalesce(sum(passes), 0) AS total
    FROM ${await sumsOf(context, filter, depts)} AS passes`.execute(context.db.sql)
  return Number(rows[0]?.total ?? 0)
}

/** Puts one row for many; what another transaction adds up at the same time is left to it. */
export const addUpPasses = async ({ db }: Context): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ added: string }>`WITH gone AS (
        DELETE FROM traffic_quarter WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM traffic_quarter WHERE quarter IN (
            SELECT DISTINCT quarter FROM traffic_quarter WHERE NOT summed ORDER BY quarter LIMIT ${quartersAtOnce}
          ) FOR UPDATE SKIP LOCKED)) RETURNING *
      ), put AS (
        INSERT INTO traffic_quarter SELECT quarter, dept_id, place, direction, illegal, list_type, owner, sum(passes), true FROM gone
          GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(passes) <> 0
      ) SELECT count(*) AS added FROM gone WHERE NOT summed`.execute(db.sql)
    if (Number(rows[0]?.added ?? 0) === 0) return
  }
}
