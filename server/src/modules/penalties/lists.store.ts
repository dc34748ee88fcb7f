import { sql } from 'kysely'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import type { PenaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { platePatterns } from '../../kernel/plates.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readSteps, standsAt } from './rows.store.ts'

type VehicleRow = Omit<PenaltyVehicle, 'barredUntil' | 'lastAt'> & { readonly barredUntil: Date | null; readonly lastAt: Date }

/** What is read of vehicles and what followed for them. */
export const createPenaltyLists = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  isBarred: async (key: string, at: Date): Promise<boolean> => {
    const { rows } = await sql`SELECT FROM penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id
      WHERE vehicle.plate_key = ${key} AND ${standsAt(at)} LIMIT 1`.execute(db.sql)
    return rows.length > 0
  },
  barredPlates: async (now: Date): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ key: string }>`SELECT DISTINCT vehicle.plate_key AS key
      FROM penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id WHERE ${standsAt(now)}`.execute(
      db.sql,
    )
    return new Set(rows.map(({ key }) => key))
  },
  steps: (
    where: { readonly vehicleId: string } | { readonly recordKind: string; readonly recordId: string },
    { caller }: Asked,
  ) =>
    readSteps(
      clock,
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
    // However it was written when it was first told of.
    const named = body.keyword ? sql`vehicle.plate_key ILIKE ANY(${platePatterns(body.keyword)})` : sql`true`
    const counts = sql`one.revoked_at IS NULL AND one.counts_until > ${now}`
    return listRows<VehicleRow, PenaltyVehicle>(
      db,
      {
        columns: sql`stands.*`,
        from: sql`(SELECT vehicle.id::text AS id, (count(*) + count(one.revoked_at) + count(one.ended_at))::int AS version, vehicle.plate_number AS "plateNumber",
            coalesce(sum(one.points) FILTER (WHERE ${counts}), 0)::int AS points,
            count(*) FILTER (WHERE ${counts} AND one.kind = 'warning')::int AS warnings, count(*)::int AS steps, max(one.at) AS "lastAt",
            coalesce(bool_or(${standsAt(now)}), false)::int AS "isBarred",
            CASE WHEN bool_or(${standsAt(now)} AND one.until IS NULL) THEN NULL ELSE max(one.until) FILTER (WHERE ${standsAt(now)}) END AS "barredUntil",
            coalesce((array_agg(one.reason ORDER BY one.id DESC) FILTER (WHERE ${standsAt(now)}))[1], '') AS "barredFor"
          FROM penalty_vehicle AS vehicle JOIN penalty_step AS one ON one.vehicle_id = vehicle.id
          WHERE ${scoped(caller.scope, sql`one.dept_id`)} AND ${named} GROUP BY vehicle.id) AS stands`,
        where: [
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
})
export type PenaltyLists = ReturnType<typeof createPenaltyLists>
