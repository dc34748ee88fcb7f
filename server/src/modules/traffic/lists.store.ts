import { sql, type RawBuilder } from 'kysely'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { all, listRows, ofDept, patternsOf, scoped, streamRows } from '../../kernel/listing.ts'
import { platePatterns, platesOf } from '../../kernel/plates.ts'
import { countPasses, passConditions, sumsOf, type PassFilter } from './pass-counts.store.ts'
import {
  passColumns,
  passOf,
  speedingColumns,
  speedingOf,
  stopColumns,
  stopOf,
  type PassRow,
  type SpeedingRecord,
  type SpeedingRow,
  type StopRow,
  type TrafficStop,
  type VehiclePass,
} from './rows.store.ts'
import { joins, stopJoins } from './see.store.ts'
import { unaddressed } from './rules.ts'
import { deptsAsked, inDepts, type Depts } from './asked-depts.store.ts'

type Fragment = RawBuilder<unknown>
type Context = Pick<Kernel, 'db' | 'clock'>
type Body<Name extends keyof typeof trafficCalls> = BodyOf<(typeof trafficCalls)[Name]>
type SpeedingFilter = Omit<Body<'getZdTrafficOverCount'>, 'deptId' | 'recursive'>
type StopFilter = Omit<Body<'getZdTrafficStopCount'>, 'deptId' | 'recursive'>
type Counted = { readonly deptId: string | null; readonly count: number }[]

const newest = { forwards: sql`one.pass_time DESC, one.id DESC`, backwards: sql`one.pass_time, one.id` }
/** Passes stand in the order of their time alone: nothing else is quick among millions. */
const passOrder = ({ sort, ...part }: Paging): { readonly order: Fragment; readonly paging: Paging } => {
  if (sort === 'passTime') return { order: newest.backwards, paging: part }
  return { order: newest.forwards, paging: sort === undefined || sort === '-passTime' ? part : { ...part, sort } }
}

/** So many of the newest of each department that is asked for: its own index finds them, that of the time alone may find very few. */
const passesFrom = (
  depts: Depts | null,
  where: readonly Fragment[],
  order: Fragment,
  { pageNum = 1, pageSize = 20 }: Paging,
): Fragment => {
  if (depts === null) return sql`vehicle_pass AS one`
  const atMost = pageNum * pageSize
  const part = (dept: Fragment): Fragment =>
    sql`(SELECT one.* FROM vehicle_pass AS one WHERE ${all([dept, ...where])} ORDER BY ${order} LIMIT ${atMost})`
  const parts = [
    sql`SELECT each.* FROM unnest(${[...depts.ids]}::bigint[]) AS dept (id) CROSS JOIN LATERAL ${part(sql`one.dept_id = dept.id`)} AS each`,
    ...(depts.orNone ? [part(sql`one.dept_id IS NULL`)] : []),
  ]
  return sql`(${sql.join(parts, sql` UNION ALL `)}) AS one`
}

const byVehicle = (keyword: string | undefined): Fragment[] =>
  keyword
    ? [
        sql`one.plate_number ILIKE ANY(${platePatterns(keyword)}) OR one.driver ILIKE ANY(${patternsOf(keyword)})
          OR one.owner ILIKE ANY(${patternsOf(keyword)})`,
      ]
    : []
const ofPlate = (plate: string | undefined): Fragment[] =>
  plate === undefined ? [] : [sql`one.plate_number = ANY(${platesOf(plate)}::text[])`]

const within = ({ clock }: Context, column: string, from: string | undefined, to: string | undefined): Fragment[] => [
  ...(from === undefined ? [] : [sql`${sql.ref(column)} >= ${clock.fromWire(from)}`]),
  ...(to === undefined ? [] : [sql`${sql.ref(column)} < ${clock.endOf(to)}`]),
]
const equal = (column: string, value: unknown): Fragment[] => (value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`])
const ofIds = (ids: readonly string[] | undefined): Fragment[] =>
  ids === undefined ? [] : [sql`one.id = ANY(${[...ids]}::bigint[])`]

const speedingWhere = (context: Context, filter: SpeedingFilter): Fragment[] => [
  ...byVehicle(filter.keyword),
  ...ofIds(filter.ids),
  ...ofPlate(filter.plateNumber),
  ...equal('one.place', filter.illegalPlace),
  ...equal('one.status', filter.status),
  ...within(context, 'one.pass_time', filter.passTimeFrom, filter.passTimeTo),
  ...(filter.nSpeedFrom === undefined ? [] : [sql`one.speed >= ${filter.nSpeedFrom}::float8`]),
  ...(filter.nSpeedTo === undefined ? [] : [sql`one.speed <= ${filter.nSpeedTo}::float8`]),
]
const stopWhere = (context: Context, filter: StopFilter): Fragment[] => [
  ...byVehicle(filter.keyword),
  ...ofIds(filter.ids),
  ...ofPlate(filter.plateNumber),
  ...equal('one.place', filter.illegalPlace),
  ...equal('one.kind', filter.kind),
  ...equal('one.status', filter.status),
  ...(filter.isIllegal === undefined ? [] : [sql`one.is_illegal = ${filter.isIllegal === 1}`]),
  ...within(context, 'one.pass_time', filter.passTimeFrom, filter.passTimeTo),
  ...within(context, 'one.start_time', filter.startTimeFrom, filter.startTimeTo),
]
const shownTo =
  ({ caller }: Asked) =>
  <One extends { readonly ip: string }>(one: One): One =>
    caller.wall ? unaddressed(one) : one
const seenBy = ({ caller: { scope } }: Asked): Fragment => scoped(scope, sql`one.dept_id`)

const speedingSort = {
  plateNumber: sql`one.plate_number`,
  illegalPlace: sql`one.place`,
  passTime: sql`one.pass_time`,
  nSpeed: sql`one.speed`,
  nUpperSpeedLimit: sql`one."limit"`,
  maxSpeed: sql`one.max_speed`,
  status: sql`one.status`,
  deptName: sql`dept.name`,
}
const stopSort = {
  plateNumber: sql`one.plate_number`,
  illegalPlace: sql`one.place`,
  kind: sql`one.kind`,
  passTime: sql`one.pass_time`,
  stopTime: sql`one.stop_time`,
  startTime: sql`one.start_time`,
  endTime: sql`one.end_time`,
  nSpeed: sql`one.speed`,
  status: sql`one.status`,
  deptName: sql`dept.name`,
}

/** Which pictures somebody may open: those of the records that he may see. */
const mayOpen = async ({ db }: Context, fileIds: readonly string[], caller: Caller): Promise<ReadonlySet<string>> => {
  const tables = [
    ...(mayAsk(caller, trafficCalls.listZdTraffic.needs) ? ['vehicle_pass'] : []),
    ...(mayAsk(caller, trafficCalls.listZdTrafficOver.needs) ? ['speeding_record'] : []),
    ...(mayAsk(caller, trafficCalls.getZdTrafficStopById.needs) ? ['traffic_stop'] : []),
  ]
  if (tables.length === 0 || fileIds.length === 0) return new Set()
  const named = tables.flatMap((table) =>
    ['big_image', 'plate_image'].map(
      (column) => sql`SELECT ${sql.ref(column)} AS id FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} = ANY(${[...fileIds]}::text[]) AND ${sql.ref(column)} <> '' AND ${scoped(caller.scope, sql`dept_id`)}`,
    ),
  )
  const { rows } = await sql<{ id: string }>`${sql.join(named, sql` UNION `)}`.execute(db.sql)
  return new Set(rows.map(({ id }) => id))
}

/** All passes that a filter finds, in the order of their time. */
async function* streamPasses(
  context: Context,
  { deptId, recursive, ...body }: Body<'listZdTraffic'>,
  asked: Asked,
): AsyncGenerator<VehiclePass[]> {
  const { db, clock } = context
  const depts = await deptsAsked(db, asked.caller.scope, deptId, recursive)
  const { order, paging } = passOrder(body)
  const where = [...(await passConditions(context, body)), inDepts(depts, sql`one.dept_id`)]
  const map = (row: PassRow) => shownTo(asked)(passOf(clock, row))
  const listing = { columns: passColumns, from: sql`vehicle_pass AS one ${joins}`, where, sort: {}, order, map }
  yield* streamRows<PassRow, VehiclePass>(db, listing, paging)
}

export const createTrafficLists = (context: Context) => {
  const { db, clock } = context
  const countsOf = async (table: string, where: readonly Fragment[]): Promise<Counted> => {
    const { rows } = await sql<Counted[number]>`SELECT one.dept_id::text AS "deptId", count(*)::int AS count
      FROM ${sql.table(table)} AS one WHERE ${all(where)} GROUP BY 1`.execute(db.sql)
    return rows
  }
  const countOf = async (table: string, where: readonly Fragment[]): Promise<number> => {
    const { rows } = await sql<{ total: string }>`SELECT count(*) AS total FROM ${sql.table(table)} AS one
      WHERE ${all(where)}`.execute(db.sql)
    return Number(rows[0]?.total ?? 0)
  }
  const speedingListing = ({ deptId, recursive, ...body }: Body<'listZdTrafficOver'>, asked: Asked) => ({
    columns: speedingColumns,
    from: sql`speeding_record AS one ${joins}`,
    id: sql`one.id`,
    where: [seenBy(asked), ofDept('one.dept_id', deptId, recursive), ...speedingWhere(context, body)],
    sort: speedingSort,
    order: newest.forwards,
    map: (row: SpeedingRow) => shownTo(asked)(speedingOf(clock, row)),
  })
  const stopListing = ({ deptId, recursive, ...body }: Body<'listZdTrafficStop'>, asked: Asked) => ({
    columns: stopColumns,
    from: sql`traffic_stop AS one ${stopJoins}`,
    id: sql`one.id`,
    where: [seenBy(asked), ofDept('one.dept_id', deptId, recursive), ...stopWhere(context, body)],
    sort: stopSort,
    order: sql`one.found_at DESC, one.id DESC`,
    map: (row: StopRow) => shownTo(asked)(stopOf(clock, row)),
  })
  return {
    /** Every row of each list in batches, as of one moment. */
    streams: {
      passes: (body: Body<'listZdTraffic'>, asked: Asked) => streamPasses(context, body, asked),
      speeding: (body: Body<'listZdTrafficOver'>, asked: Asked) =>
        streamRows<SpeedingRow, SpeedingRecord>(db, speedingListing(body, asked), body),
      stops: (body: Body<'listZdTrafficStop'>, asked: Asked) =>
        streamRows<StopRow, TrafficStop>(db, stopListing(body, asked), body),
    },
    passes: async (
      { deptId, recursive, ...body }: Body<'listZdTraffic'>,
      asked: Asked,
    ): Promise<VehiclePass[] | Page<VehiclePass>> => {
      const filter: PassFilter = body
      const depts = await deptsAsked(db, asked.caller.scope, deptId, recursive)
      const { order, paging } = passOrder(body)
      const where = await passConditions(context, filter)
      const isWhole = body.pageSize === undefined && body.pageNum === undefined
      const parted = isWhole || paging.sort !== undefined ? null : depts
      return listRows<PassRow, VehiclePass>(
        db,
        {
          columns: passColumns,
          from: sql`${passesFrom(parted, where, order, body)} ${joins}`,
          where: parted === null ? [...where, inDepts(depts, sql`one.dept_id`)] : [],
          sort: {},
          order,
          map: (row) => shownTo(asked)(passOf(clock, row)),
          count: () => countPasses(context, filter, depts),
        },
        paging,
      )
    },
    countPasses: async ({ deptId, recursive, ...filter }: Body<'getZdTrafficCount'>, asked: Asked): Promise<number> =>
      countPasses(context, filter, await deptsAsked(db, asked.caller.scope, deptId, recursive)),
    passesByDept: async (filter: Body<'countZdTrafficByDeptId'>, asked: Asked): Promise<Counted> => {
      const depts = await deptsAsked(db, asked.caller.scope, undefined, true)
      const { rows } = await sql<Counted[number]>`SELECT dept_id::text AS "deptId", sum(passes)::int AS count
        FROM ${await sumsOf(context, filter, depts)} AS passes GROUP BY 1 HAVING sum(passes) > 0`.execute(db.sql)
      return rows
    },

    speeding: (body: Body<'listZdTrafficOver'>, asked: Asked) =>
      listRows<SpeedingRow, SpeedingRecord>(db, speedingListing(body, asked), body),
    countSpeeding: ({ deptId, recursive, ...filter }: Body<'getZdTrafficOverCount'>, asked: Asked) =>
      countOf('speeding_record', [seenBy(asked), ofDept('one.dept_id', deptId, recursive), ...speedingWhere(context, filter)]),
    speedingByDept: (filter: Body<'countZdTrafficOverByDeptId'>, asked: Asked) =>
      countsOf('speeding_record', [seenBy(asked), ...speedingWhere(context, filter)]),

    stops: (body: Body<'listZdTrafficStop'>, asked: Asked) => listRows<StopRow, TrafficStop>(db, stopListing(body, asked), body),
    countStops: ({ deptId, recursive, ...filter }: Body<'getZdTrafficStopCount'>, asked: Asked) =>
      countOf('traffic_stop', [seenBy(asked), ofDept('one.dept_id', deptId, recursive), ...stopWhere(context, filter)]),
    stopsByDept: (filter: Body<'countZdTrafficStopByDeptId'>, asked: Asked) =>
      countsOf('traffic_stop', [seenBy(asked), ...stopWhere(context, filter)]),
    stop: async (id: string, asked: Asked): Promise<TrafficStop | null> => {
      const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
        WHERE one.id = ${id}::bigint AND ${seenBy(asked)}`.execute(db.sql)
      return rows[0] ? shownTo(asked)(stopOf(clock, rows[0])) : null
    },
    stopOfAlarm: async (alarmId: string, asked: Asked): Promise<TrafficStop | null> => {
      const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
        WHERE one.alarm_id = ${alarmId}::bigint AND ${seenBy(asked)} ORDER BY one.id LIMIT 1`.execute(db.sql)
      return rows[0] ? shownTo(asked)(stopOf(clock, rows[0])) : null
    },
    /** Of a vehicle that may still be stopped. */
    newestStop: async (asked: Asked): Promise<TrafficStop | null> => {
      const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
        WHERE one.kind = 'speeding' AND one.status < 2 AND NOT one.is_late AND ${seenBy(asked)}
        ORDER BY one.found_at DESC, one.id DESC LIMIT 1`.execute(db.sql)
      return rows[0] ? shownTo(asked)(stopOf(clock, rows[0])) : null
    },
    mayOpen: (fileIds: readonly string[], caller: Caller) => mayOpen(context, fileIds, caller),
    /** Of the log's rows those that tell of a stop or a speeding record that the caller may read. */
    seen: async (
      table: 'traffic_stop' | 'speeding_record',
      ids: readonly string[],
      asked: Asked,
    ): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text AS id FROM ${sql.table(table)} AS one
        WHERE id = ANY(${[...ids]}::bigint[]) AND ${seenBy(asked)}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
  }
}
