import { sql, type RawBuilder } from 'kysely'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import type { PenaltyRule, PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import type { PenaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { listRows, patternsOf, scoped } from '../../kernel/listing.ts'
import type { Scope } from '../../kernel/scope.ts'

type Fragment = RawBuilder<unknown>
type Moments = 'at' | 'countsUntil' | 'until' | 'endedAt' | 'revokedAt'
type StepRow = Omit<PenaltyStep, Moments> & {
  readonly at: Date
  readonly countsUntil: Date | null
  readonly until: Date | null
  readonly endedAt: Date | null
  readonly revokedAt: Date | null
}
type VehicleRow = Omit<PenaltyVehicle, 'barredUntil' | 'lastAt'> & { readonly barredUntil: Date | null; readonly lastAt: Date }

export interface NewStep {
  readonly vehicleId: string
  readonly kind: PenaltyStep['kind']
  readonly points: number
  readonly recordKind: PenaltyStep['recordKind']
  readonly recordId: string | null
  readonly causeId: string | null
  readonly percent: number | null
  readonly rule: PenaltyRule | null
  readonly reason: string
  readonly deptId: string | null
  readonly at: Date
  readonly by: string
  readonly countsUntil: Date | null
  readonly until: Date | null
}
/** What counts of a vehicle at a moment. */
interface Standing {
  readonly warnings: number
  readonly points: number
}
/** A bar that the rules led to. */
interface RuleBar {
  readonly id: string
  readonly at: Date
  readonly barAt: number
}

const stepsAtMost = 500
const columns = sql`one.id::text AS id, one.vehicle_id::text AS "vehicleId", vehicle.plate_number AS "plateNumber", one.kind, one.points,
  one.record_kind AS "recordKind", one.record_id::text AS "recordId", one.cause_id::text AS "causeId", one.percent, one.rule, one.reason,
  one.dept_id::text AS "deptId", dept.name AS "deptName", one.at, one.by_name AS "by", one.counts_until AS "countsUntil", one.until,
  one.ended_at AS "endedAt", one.revoked_at AS "revokedAt", one.revoked_by AS "revokedBy", one.revoked_for AS "revokedFor"`
const from = sql`penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id
  LEFT JOIN accounts_dept AS dept ON dept.id = one.dept_id`
/** A bar that nobody lifted and that has not ended at a moment; `ended_at` follows that by some seconds. */
const standsAt = (at: Date): Fragment =>
  sql`one.kind = 'barred' AND one.revoked_at IS NULL AND one.at <= ${at} AND (one.until IS NULL OR one.until > ${at})`

export const createPenaltyStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const stepOf = (row: StepRow): PenaltyStep => ({
    ...row,
    at: clock.toWire(row.at),
    countsUntil: clock.toWireOrNull(row.countsUntil),
    until: clock.toWireOrNull(row.until),
    endedAt: clock.toWireOrNull(row.endedAt),
    revokedAt: clock.toWireOrNull(row.revokedAt),
  })
  const read = async (queries: Pick<Trx, 'getExecutor'>, where: Fragment): Promise<PenaltyStep[]> => {
    const { rows } = await sql<StepRow>`SELECT ${columns} FROM ${from} WHERE ${where}
      ORDER BY one.id DESC LIMIT ${stepsAtMost}`.execute(queries)
    return rows.map(stepOf)
  }
  const byId = async (trx: Trx, id: string): Promise<PenaltyStep | null> => (await read(trx, sql`one.id = ${id}::bigint`))[0] ?? null

  return {
    /** The rows of some vehicles, made where there is none and locked in one order; by their keys. */
    lockVehicles: async (trx: Trx, plates: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> => {
      const ids = new Map<string, string>()
      for (const [key, plate] of [...plates].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const { rows } = await sql<{ id: string }>`INSERT INTO penalty_vehicle AS known (plate_key, plate_number) VALUES (${key}, ${plate})
          ON CONFLICT (plate_key) DO UPDATE SET plate_number = known.plate_number RETURNING id::text AS id`.execute(trx)
        ids.set(key, (rows[0] as { id: string }).id)
      }
      return ids
    },
    lockVehicle: async (trx: Trx, id: string): Promise<void> => {
      await sql`SELECT FROM penalty_vehicle WHERE id = ${id}::bigint FOR UPDATE`.execute(trx)
    },
    standing: async (trx: Trx, vehicleId: string, now: Date): Promise<Standing> => {
      const { rows } = await sql<Standing>`SELECT count(*) FILTER (WHERE kind = 'warning')::int AS warnings, coalesce(sum(points), 0)::int AS points
        FROM penalty_step WHERE vehicle_id = ${vehicleId}::bigint AND revoked_at IS NULL AND counts_until > ${now}`.execute(trx)
      return rows[0] as Standing
    },
    /** Null where it is not barred in this way. */
    ruleBar: async (trx: Trx, vehicleId: string, now: Date): Promise<RuleBar | null> => {
      const { rows } = await sql<RuleBar>`SELECT one.id::text AS id, one.at, (one.rule->>'barAt')::int AS "barAt" FROM penalty_step AS one
        WHERE one.vehicle_id = ${vehicleId}::bigint AND one.rule IS NOT NULL AND ${standsAt(now)}`.execute(trx)
      return rows[0] ?? null
    },
    isBarredByHand: async (trx: Trx, vehicleId: string, now: Date): Promise<boolean> => {
      const { rows } = await sql`SELECT FROM penalty_step AS one
        WHERE one.vehicle_id = ${vehicleId}::bigint AND one.rule IS NULL AND ${standsAt(now)} LIMIT 1`.execute(trx)
      return rows.length > 0
    },
    /** What counted when a bar began of what nobody has revoked since: its cause, and what came before it. */
    pointsBehind: async (trx: Trx, vehicleId: string, bar: RuleBar): Promise<number> => {
      const { rows } = await sql<{ points: number }>`SELECT coalesce(sum(points), 0)::int AS points FROM penalty_step
        WHERE vehicle_id = ${vehicleId}::bigint AND id < ${bar.id}::bigint AND revoked_at IS NULL AND counts_until > ${bar.at}`.execute(trx)
      return (rows[0] as { points: number }).points
    },
    add: async (trx: Trx, step: NewStep): Promise<PenaltyStep> => {
      const { rows } = await sql<{ id: string }>`INSERT INTO penalty_step (vehicle_id, kind, points, record_kind, record_id, cause_id, percent,
          rule, reason, dept_id, at, by_name, counts_until, until)
        VALUES (${step.vehicleId}::bigint, ${step.kind}, ${step.points}, ${step.recordKind}, ${step.recordId}::bigint, ${step.causeId}::bigint,
          ${step.percent}::float8, ${step.rule === null ? null : JSON.stringify(step.rule)}::jsonb, ${step.reason}, ${step.deptId}::bigint,
          ${step.at}, ${step.by}, ${step.countsUntil}::timestamptz, ${step.until}::timestamptz) RETURNING id::text AS id`.execute(trx)
      return (await byId(trx, (rows[0] as { id: string }).id)) as PenaltyStep
    },
    byId,
    revoke: async (
      trx: Trx,
      id: string,
      { at, by, reason }: { readonly at: Date; readonly by: string; readonly reason: string },
    ): Promise<PenaltyStep> => {
      await sql`UPDATE penalty_step SET revoked_at = ${at}, revoked_by = ${by}, revoked_for = ${reason}
        WHERE id = ${id}::bigint`.execute(trx)
      return (await byId(trx, id)) as PenaltyStep
    },
    /** Writes down which bars are over. */
    endBars: async (trx: Trx, now: Date): Promise<PenaltyStep[]> => {
      const { rows } = await sql<{ id: string }>`UPDATE penalty_step SET ended_at = ${now}
        WHERE kind = 'barred' AND ended_at IS NULL AND revoked_at IS NULL AND until <= ${now} RETURNING id::text AS id`.execute(trx)
      return rows.length === 0 ? [] : await read(trx, sql`one.id = ANY(${rows.map(({ id }) => id)}::bigint[])`)
    },
    deptExists: async (trx: Trx, id: string): Promise<boolean> => {
      const { rows } = await sql`SELECT FROM accounts_dept WHERE id = ${id}::bigint`.execute(trx)
      return rows.length > 0
    },
    isBarred: async (key: string, at: Date): Promise<boolean> => {
      const { rows } = await sql`SELECT FROM penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id
        WHERE vehicle.plate_key = ${key} AND ${standsAt(at)} LIMIT 1`.execute(db.sql)
      return rows.length > 0
    },
    barredPlates: async (now: Date): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ key: string }>`SELECT DISTINCT vehicle.plate_key AS key
        FROM penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id WHERE ${standsAt(now)}`.execute(db.sql)
      return new Set(rows.map(({ key }) => key))
    },
    steps: (where: { readonly vehicleId: string } | { readonly recordKind: string; readonly recordId: string }, { caller }: Asked) =>
      read(
        db.sql,
        sql`${'vehicleId' in where ? sql`one.vehicle_id = ${where.vehicleId}::bigint` : sql`one.record_kind = ${where.recordKind} AND one.record_id = ${where.recordId}::bigint`}
          AND ${scoped(caller.scope, sql`one.dept_id`)}`,
      ),
    /** Of the log's rows those that tell of steps that somebody sees. */
    seen: async (ids: readonly string[], scope: Scope): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ id: string }>`SELECT id::text AS id FROM penalty_step AS one
        WHERE id = ANY(${[...ids]}::bigint[]) AND ${scoped(scope, sql`one.dept_id`)}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    /** What is told of a vehicle is told of the steps that the caller sees. */
    vehicles: (body: BodyOf<typeof penaltyCalls.listZdPenaltyVehicle>, { caller }: Asked) => {
      const now = new Date(clock.now())
      const counts = sql`one.revoked_at IS NULL AND one.counts_until > ${now}`
      return listRows<VehicleRow, PenaltyVehicle>(
        db,
        {
          columns: sql`stands.*`,
          from: sql`(SELECT vehicle.id::text AS id, 1 AS version, vehicle.plate_number AS "plateNumber",
              coalesce(sum(one.points) FILTER (WHERE ${counts}), 0)::int AS points,
              count(*) FILTER (WHERE ${counts} AND one.kind = 'warning')::int AS warnings, count(*)::int AS steps, max(one.at) AS "lastAt",
              coalesce(bool_or(${standsAt(now)}), false)::int AS "isBarred",
              CASE WHEN bool_or(${standsAt(now)} AND one.until IS NULL) THEN NULL ELSE max(one.until) FILTER (WHERE ${standsAt(now)}) END AS "barredUntil",
              coalesce((array_agg(one.reason ORDER BY one.id DESC) FILTER (WHERE ${standsAt(now)}))[1], '') AS "barredFor"
            FROM penalty_vehicle AS vehicle JOIN penalty_step AS one ON one.vehicle_id = vehicle.id
            WHERE ${scoped(caller.scope, sql`one.dept_id`)} GROUP BY vehicle.id) AS stands`,
          where: [
            ...(body.keyword ? [sql`stands."plateNumber" ILIKE ANY(${patternsOf(body.keyword)})`] : []),
            ...(body.ids === undefined ? [] : [sql`stands.id = ANY(${[...body.ids]}::text[])`]),
            ...(body.isBarred === undefined ? [] : [sql`stands."isBarred" = ${body.isBarred}`]),
          ],
          sort: {
            plateNumber: sql`stands."plateNumber"`,
            isBarred: sql`stands."isBarred"`,
            barredUntil: sql`stands."barredUntil"`,
            points: sql`stands.points`,
            warnings: sql`stands.warnings`,
            steps: sql`stands.steps`,
            lastAt: sql`stands."lastAt"`,
          },
          order: sql`stands."lastAt" DESC, stands.id::bigint DESC`,
          map: (row) => ({ ...row, barredUntil: clock.toWireOrNull(row.barredUntil), lastAt: clock.toWire(row.lastAt) }),
        },
        body,
      )
    },
  }
}
export type PenaltyStore = ReturnType<typeof createPenaltyStore>
