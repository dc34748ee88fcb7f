import { sql, type RawBuilder } from 'kysely'
import { wholeListLimit } from '@vigil/contract/kernel/shapes.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { all, ofDept, patternsOf, scoped } from '../../kernel/listing.ts'
import { oddFor } from './rules.ts'

type Fragment = RawBuilder<unknown>

/** Whom the list may have, before it is judged whether he is inside. */
export interface Standing {
  readonly key: string
  readonly version: number
  readonly personId: string | null
  readonly name: string
  readonly number: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly direction: number | null
  readonly since: Date | null
  readonly gateName: string
  readonly odd: string
  readonly corrected: boolean | null
  readonly reason: string
  readonly by: string
  readonly correctedAt: Date | null
  readonly tagNo: string | null
  readonly tagHeard: Date | null
}
export interface VisitorInside {
  readonly visitId: string
  readonly version: number
  readonly name: string
  readonly plateNumber: string
  readonly peerCount: number
  readonly deptId: string | null
  readonly deptName: string | null
  readonly since: Date
  readonly gateName: string
  readonly tagNo: string
  readonly tagHeard: Date | null
}

export interface VehicleInside {
  readonly plateNumber: string
  readonly version: number
  readonly owner: string
  /** By its last pass. */
  readonly isIn: boolean
  readonly deptId: string | null
  readonly deptName: string | null
  readonly since: Date
  readonly gateName: string
  readonly odd: string
  readonly corrected: boolean | null
  readonly reason: string
  readonly by: string
  readonly correctedAt: Date | null
}

/** What somebody says of a person or a vehicle; null takes back what was said. */
interface Said {
  readonly isInside: boolean | null
  readonly reason: string
  readonly by: string
  readonly at: Date
}
/** What a correction is of, locked. */
interface Corrected {
  readonly version: number
  readonly deptId: string | null
  readonly name: string
}

/**
 * `heardSince`: who is silent for longer counts as offline; `insideSince`: of whom the site has no record, and which vehicle, came in
 * before that is inside no more, unless somebody said so.
 */
interface When {
  readonly now: Date
  readonly insideSince: Date
  readonly heardSince: Date
}
export interface InsideFilter {
  readonly deptId?: string | undefined
  readonly recursive: boolean
  readonly keyword?: string | undefined
  /** Only this one. */
  readonly key?: string | undefined
}

const vehicleKey = /^m(.+)$/
/** Of a key that names a vehicle its plate, else null. */
export const plateIn = (key: string): string | null => vehicleKey.exec(key)?.[1] ?? null
/** Rows with how many there are of them, however few are read. */
type Counted<Row> = Row & { readonly total: string }
interface Part<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}
const partOf = <Row>(rows: readonly Counted<Row>[]): Part<Row> => ({ rows, total: Number(rows[0]?.total ?? 0) })

/** People by their last passage and by their tags, each once: who is counted by a number that a person's record has is that person. */
const standing = (heardSince: Date): Fragment => sql`(
  WITH tag AS (
    SELECT DISTINCT ON (device.person_id) device.person_id, device.label AS tag_no, heard.heard_at
    FROM devices_watched AS device JOIN positions_heard AS heard ON heard.device_id = device.id
    WHERE device.person_id IS NOT NULL AND device.kind <> 'car' AND device.enabled AND heard.heard_at > ${heardSince}
    ORDER BY device.person_id, heard.heard_at DESC
  ), known AS (
    SELECT DISTINCT ON (coalesce('p' || coalesce(passed.person_id, numbered.id), passed.key)) passed.*,
      coalesce(passed.person_id, numbered.id) AS whose
    FROM gate_presence AS passed
    LEFT JOIN accounts_person AS numbered ON passed.person_id IS NULL AND passed.key = 'n' || numbered.work_num
    ORDER BY coalesce('p' || coalesce(passed.person_id, numbered.id), passed.key), passed.since DESC NULLS LAST
  )
  SELECT coalesce(known.key, 'p' || tag.person_id) AS key, coalesce(known.version, 0) AS version, person.id AS person_id,
    coalesce(person.cname, known.name) AS name, coalesce(person.work_num, known.number) AS number,
    CASE WHEN person.id IS NULL THEN known.dept_id ELSE person.dept_id END AS dept_id,
    known.direction, known.since, coalesce(known.gate_name, '') AS gate_name, coalesce(known.odd, '') AS odd, known.corrected,
    known.corrected_reason, known.corrected_name, known.corrected_at, tag.tag_no, tag.heard_at
  FROM known FULL JOIN tag ON tag.person_id = known.whose
  LEFT JOIN accounts_person AS person ON person.id = coalesce(known.whose, tag.person_id)
) AS stands`

const named = (columns: readonly string[], keyword: string | undefined): Fragment => {
  const patterns = keyword ? patternsOf(keyword) : []
  if (patterns.length === 0) return sql`true`
  return sql.join(
    columns.flatMap((column) => patterns.map((pattern) => sql`${sql.ref(column)} ILIKE ${pattern}`)),
    sql` OR `,
  )
}

const storeOfVehicles = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Those that are inside by their last pass or by what somebody said since, and those of which something is said or does not fit. */
  vehicles: async (
    { deptId, recursive, keyword, key }: InsideFilter,
    { now, insideSince }: When,
    scope: Scope,
    on: Kernel['db']['sql'] | Trx = db.sql,
  ): Promise<Part<VehicleInside>> => {
    const lately = sql`${now}::timestamptz - ${oddFor} * interval '1 ms'`
    const where = [
      sql`coalesce(said.is_inside, vehicle.direction = 'in' AND vehicle.pass_time > ${insideSince}) OR said.said_at > ${lately}
        OR said.is_inside IS NULL AND vehicle.odd <> '' AND vehicle.pass_time > ${lately}`,
      scoped(scope, sql`vehicle.dept_id`),
      ofDept('vehicle.dept_id', deptId, recursive),
      named(['vehicle.plate_number', 'vehicle.owner'], keyword),
      key === undefined ? sql`true` : sql`vehicle.plate_number = ${plateIn(key)}`,
    ]
    const { rows } = await sql<
      Counted<VehicleInside>
    >`SELECT count(*) OVER () AS total, vehicle.plate_number AS "plateNumber", coalesce(known.version, 0) AS version, owner,
        vehicle.direction = 'in' AS "isIn", vehicle.dept_id::text AS "deptId", dept.name AS "deptName", pass_time AS since,
        place AS "gateName", odd, said.is_inside AS corrected, coalesce(said.reason, '') AS reason, coalesce(said.said_by, '') AS by,
        said.said_at AS "correctedAt"
      FROM traffic_at_gate AS vehicle LEFT JOIN accounts_dept AS dept ON dept.id = vehicle.dept_id
      LEFT JOIN vehicle_correction AS known ON known.plate_number = vehicle.plate_number
      LEFT JOIN vehicle_correction AS said ON said.plate_number = vehicle.plate_number AND said.said_at >= vehicle.pass_time
      WHERE ${all(where)} ORDER BY vehicle.plate_number LIMIT ${wholeListLimit}`.execute(on)
    return partOf(rows)
  },
  /** A vehicle that a barrier saw, locked. Null where there is no such key. */
  takeVehicle: async (trx: Trx, key: string): Promise<Corrected | null> => {
    await sql`INSERT INTO vehicle_correction (plate_number) SELECT plate_number FROM traffic_at_gate WHERE plate_number = ${plateIn(key)}
      ON CONFLICT DO NOTHING`.execute(trx)
    const { rows } = await sql<Corrected>`SELECT said.version, plate_number AS name, vehicle.dept_id::text AS "deptId"
      FROM vehicle_correction AS said JOIN traffic_at_gate AS vehicle USING (plate_number)
      WHERE plate_number = ${plateIn(key)} FOR UPDATE OF said`.execute(trx)
    return rows[0] ?? null
  },
  correctVehicle: async (trx: Trx, key: string, { isInside, reason, by, at }: Said): Promise<void> => {
    const isTaken = isInside === null
    await sql`UPDATE vehicle_correction SET version = version + 1, is_inside = ${isInside}, reason = ${isTaken ? '' : reason},
      said_by = ${isTaken ? '' : by}, said_at = ${isTaken ? null : at} WHERE plate_number = ${plateIn(key)}`.execute(trx)
  },
})

export type InsideStore = ReturnType<typeof createInsideStore>

export const createInsideStore = ({ db }: Pick<Kernel, 'db'>) => ({
  ...storeOfVehicles({ db }),
  /** Everybody who may be inside, and who lately left without having come; where there are too many, first those of record. */
  people: async (
    { deptId, recursive, keyword, key }: InsideFilter,
    { now, heardSince, insideSince }: When,
    scope: Scope,
    on: Kernel['db']['sql'] | Trx = db.sql,
  ): Promise<Part<Standing>> => {
    const lately = sql`${now}::timestamptz - ${oddFor} * interval '1 ms'`
    const where = [
      scoped(scope, sql`stands.dept_id`),
      ofDept('stands.dept_id', deptId, recursive),
      named(['stands.name', 'stands.number', 'stands.tag_no'], keyword),
      key === undefined ? sql`true` : sql`stands.key = ${key}`,
      sql`stands.person_id IS NOT NULL OR stands.corrected IS NOT NULL OR stands.since > ${insideSince}`,
      sql`coalesce(stands.corrected, stands.direction = 1, false) OR stands.corrected_at > ${lately}
        OR stands.corrected IS NULL AND (stands.heard_at IS NOT NULL OR stands.odd <> '' AND stands.since > ${lately})`,
    ]
    const { rows } = await sql<
      Counted<Standing>
    >`SELECT count(*) OVER () AS total, key, stands.version, person_id::text AS "personId", stands.name, stands.number,
        dept_id::text AS "deptId", dept.name AS "deptName", direction, since, gate_name AS "gateName", odd, corrected,
        corrected_reason AS reason, corrected_name AS by, corrected_at AS "correctedAt", tag_no AS "tagNo", heard_at AS "tagHeard"
      FROM ${standing(heardSince)} LEFT JOIN accounts_dept AS dept ON dept.id = stands.dept_id
      WHERE ${all(where)} ORDER BY person_id IS NULL, stands.name, key LIMIT ${wholeListLimit}`.execute(on)
    return partOf(rows)
  },
  visitors: async (
    { deptId, recursive, keyword }: InsideFilter,
    { heardSince }: When,
    scope: Scope,
  ): Promise<Part<VisitorInside>> => {
    const where = [
      sql`visit.status IN ('inside', 'overstayed') AND visit.deleted_at IS NULL`,
      scoped(scope, sql`visit.dept_id`),
      ofDept('visit.dept_id', deptId, recursive),
      named(['visit.visitor_name', 'visit.plate_number', 'visit.tag_no'], keyword),
    ]
    const { rows } = await sql<
      Counted<VisitorInside>
    >`SELECT count(*) OVER () AS total, visit.id::text AS "visitId", visit.version, visitor_name AS name,
        plate_number AS "plateNumber", peer_count AS "peerCount", visit.dept_id::text AS "deptId", dept.name AS "deptName",
        in_time AS since, gate_in AS "gateName", tag_no AS "tagNo",
        (SELECT heard.heard_at FROM positions_heard AS heard WHERE heard.device_id = visit.tag_id AND heard.heard_at > ${heardSince}) AS "tagHeard"
      FROM visit LEFT JOIN accounts_dept AS dept ON dept.id = visit.dept_id
      WHERE ${all(where)} ORDER BY visitor_name, visit.id LIMIT ${wholeListLimit}`.execute(db.sql)
    return partOf(rows)
  },
  /** A person's row, locked; made where he never passed. Null where there is no such key. */
  take: async (trx: Trx, key: string): Promise<Corrected | null> => {
    const personId = /^p([1-9]\d{0,17})$/.exec(key)?.[1]
    if (personId !== undefined)
      await sql`INSERT INTO gate_presence (key, person_id, number, name, dept_id)
        SELECT 'p' || id, id, work_num, cname, dept_id FROM accounts_person WHERE id = ${personId}::bigint
        ON CONFLICT (key) DO NOTHING`.execute(trx)
    const { rows } = await sql<Corrected>`
      SELECT passed.version, coalesce(person.cname, passed.name) AS name,
        (CASE WHEN person.id IS NULL THEN passed.dept_id ELSE person.dept_id END)::text AS "deptId"
      FROM gate_presence AS passed LEFT JOIN accounts_person AS person ON person.id = passed.person_id
      WHERE passed.key = ${key} FOR UPDATE OF passed`.execute(trx)
    return rows[0] ?? null
  },
  correct: async (trx: Trx, key: string, said: Said): Promise<void> => {
    const isTaken = said.isInside === null
    await trx
      .updateTable('gate_presence')
      .set((eb) => ({
        version: eb('version', '+', 1),
        corrected: said.isInside,
        corrected_reason: isTaken ? '' : said.reason,
        corrected_name: isTaken ? '' : said.by,
        corrected_at: isTaken ? null : said.at,
      }))
      .where('key', '=', key)
      .execute()
  },
  /** Of some keys those whose person or vehicle a scope sees. */
  seen: async (keys: readonly string[], scope: Scope): Promise<Set<string>> => {
    const plates = keys.flatMap((key) => plateIn(key) ?? [])
    const { rows } = await sql<{ key: string }>`SELECT key FROM gate_presence
      WHERE key = ANY(${[...keys]}) AND ${scoped(scope, sql`dept_id`)}
      UNION ALL SELECT 'm' || plate_number FROM traffic_at_gate
      WHERE plate_number = ANY(${plates}) AND ${scoped(scope, sql`dept_id`)}`.execute(db.sql)
    return new Set(rows.map(({ key }) => key))
  },
})
