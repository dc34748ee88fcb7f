import { sql, type RawBuilder } from 'kysely'
import type { PenaltyRule, PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { readSteps, standsAt } from './rows.store.ts'

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

export const createPenaltyStore = ({ clock }: Pick<Kernel, 'clock'>) => {
  const read = (trx: Trx, where: RawBuilder<unknown>): Promise<PenaltyStep[]> => readSteps(clock, trx, where)
  const byId = async (trx: Trx, id: string): Promise<PenaltyStep | null> =>
    (await read(trx, sql`one.id = ${id}::bigint`))[0] ?? null

  return {
    /** The rows of some vehicles, made where there is none and locked in one order; by their keys. */
    lockVehicles: async (trx: Trx, plates: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> => {
      const ids = new Map<string, string>()
      for (const [key, plate] of [...plates].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const { rows } = await sql<{
          id: string
        }>`INSERT INTO penalty_vehicle AS known (plate_key, plate_number) VALUES (${key}, ${plate})
          ON CONFLICT (plate_key) DO UPDATE SET plate_number = known.plate_number RETURNING id::text AS id`.execute(trx)
        ids.set(key, (rows[0] as { id: string }).id)
      }
      return ids
    },
    lockVehicle: async (trx: Trx, id: string): Promise<void> => {
      await sql`SELECT FROM penalty_vehicle WHERE id = ${id}::bigint FOR UPDATE`.execute(trx)
    },
    standing: async (trx: Trx, vehicleId: string, now: Date): Promise<Standing> => {
      const { rows } =
        await sql<Standing>`SELECT count(*) FILTER (WHERE kind = 'warning')::int AS warnings, coalesce(sum(points), 0)::int AS points
        FROM penalty_step WHERE vehicle_id = ${vehicleId}::bigint AND revoked_at IS NULL AND counts_until > ${now}`.execute(trx)
      return rows[0] as Standing
    },
    /** Null where it is not barred in this way. */
    ruleBar: async (trx: Trx, vehicleId: string, now: Date): Promise<RuleBar | null> => {
      const { rows } =
        await sql<RuleBar>`SELECT one.id::text AS id, one.at, (one.rule->>'barAt')::int AS "barAt" FROM penalty_step AS one
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
        WHERE vehicle_id = ${vehicleId}::bigint AND id < ${bar.id}::bigint AND revoked_at IS NULL AND counts_until > ${bar.at}`.execute(
        trx,
      )
      return (rows[0] as { points: number }).points
    },
    add: async (trx: Trx, step: NewStep): Promise<PenaltyStep> => {
      const { rows } = await sql<{
        id: string
      }>`INSERT INTO penalty_step (vehicle_id, kind, points, record_kind, record_id, cause_id, percent,
          rule, reason, dept_id, at, by_name, counts_until, until)
        VALUES (${step.vehicleId}::bigint, ${step.kind}, ${step.points}, ${step.recordKind}, ${step.recordId}::bigint, ${step.causeId}::bigint,
          ${step.percent}::float8, ${step.rule === null ? null : JSON.stringify(step.rule)}::jsonb, ${step.reason}, ${step.deptId}::bigint,
          ${step.at}, ${step.by}, ${step.countsUntil}::timestamptz, ${step.until}::timestamptz) RETURNING id::text AS id`.execute(
        trx,
      )
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
        WHERE kind = 'barred' AND ended_at IS NULL AND revoked_at IS NULL AND until <= ${now} RETURNING id::text AS id`.execute(
        trx,
      )
      return rows.length === 0 ? [] : await read(trx, sql`one.id = ANY(${rows.map(({ id }) => id)}::bigint[])`)
    },
    deptExists: async (trx: Trx, id: string): Promise<boolean> => {
      const { rows } = await sql`SELECT FROM accounts_dept WHERE id = ${id}::bigint`.execute(trx)
      return rows.length > 0
    },
  }
}
export type PenaltyStore = ReturnType<typeof createPenaltyStore>
