import { sql, type RawBuilder } from 'kysely'
import type { PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'

type Fragment = RawBuilder<unknown>
type SiteClock = Kernel['clock']
type Moments = 'at' | 'countsUntil' | 'until' | 'endedAt' | 'revokedAt'
type StepRow = Omit<PenaltyStep, Moments> & {
  readonly at: Date
  readonly countsUntil: Date | null
  readonly until: Date | null
  readonly endedAt: Date | null
  readonly revokedAt: Date | null
}

const stepsAtMost = 500
const columns = sql`one.id::text AS id, one.vehicle_id::text AS "vehicleId", vehicle.plate_number AS "plateNumber", one.kind, one.points,
  one.record_kind AS "recordKind", one.record_id::text AS "recordId", one.cause_id::text AS "causeId", one.percent, one.rule, one.reason,
  one.dept_id::text AS "deptId", dept.name AS "deptName", one.at, one.by_name AS "by", one.counts_until AS "countsUntil", one.until,
  one.ended_at AS "endedAt", one.revoked_at AS "revokedAt", one.revoked_by AS "revokedBy", one.revoked_for AS "revokedFor"`
const from = sql`penalty_step AS one JOIN penalty_vehicle AS vehicle ON vehicle.id = one.vehicle_id
  LEFT JOIN accounts_dept AS dept ON dept.id = one.dept_id`
/** A bar that nobody lifted and that has not ended at a moment; `ended_at` follows that by some seconds. */
export const standsAt = (at: Date): Fragment =>
  sql`one.kind = 'barred' AND one.revoked_at IS NULL AND one.at <= ${at} AND (one.until IS NULL OR one.until > ${at})`

const stepOf = (clock: SiteClock, row: StepRow): PenaltyStep => ({
  ...row,
  at: clock.toWire(row.at),
  countsUntil: clock.toWireOrNull(row.countsUntil),
  until: clock.toWireOrNull(row.until),
  endedAt: clock.toWireOrNull(row.endedAt),
  revokedAt: clock.toWireOrNull(row.revokedAt),
})
/** The newest first. */
export const readSteps = async (clock: SiteClock, queries: Pick<Trx, 'getExecutor'>, where: Fragment): Promise<PenaltyStep[]> => {
  const { rows } = await sql<StepRow>`SELECT ${columns} FROM ${from} WHERE ${where}
    ORDER BY one.id DESC LIMIT ${stepsAtMost}`.execute(queries)
  return rows.map((row) => stepOf(clock, row))
}
