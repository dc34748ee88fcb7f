import { sql, type RawBuilder } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import { healthCalls } from '@vigil/contract/health/calls.ts'
import type { deviceFault, FaultKind } from '@vigil/contract/health/fault.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { z } from 'zod'
import { mayAsk, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { all, listRows, ofDept, patternsOf, scoped } from '../../kernel/listing.ts'
import { skewNow } from './skew.store.ts'

export type DeviceFault = z.output<typeof deviceFault.record>
type ListBody = BodyOf<typeof healthCalls.listBsDeviceFaultByDeptId>
type CountBody = BodyOf<typeof healthCalls.countBsDeviceFaultByDeptId>

interface FaultRow {
  readonly id: string
  readonly version: number
  readonly device_kind: DeviceType
  readonly code: string
  readonly label: string
  readonly kind: FaultKind
  readonly dept_id: string | null
  readonly dept_name: string | null
  readonly person_name: string | null
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly note: string
  readonly since: Date
  readonly seen_at: Date
  readonly ended_at: Date | null
  readonly skew: number | null
}
const columns = sql`fault.id::text AS id, fault.version, device.kind AS device_kind, device.code, device.label, fault.kind, dept.id::text AS dept_id,
  dept.name AS dept_name, person.cname AS person_name, owner.id::text AS owner_id, owner.cname AS owner_name, fault.note, fault.since,
  fault.seen_at, fault.ended_at,
  CASE WHEN fault.kind = 'clockDrift' AND fault.ended_at IS NULL THEN coalesce(${skewNow}, fault.skew_seconds) ELSE fault.skew_seconds END AS skew`
/** What is wrong with a device is seen as the device is. */
const from = sql`device_fault AS fault JOIN devices_watched AS device ON device.id = fault.device_id
  LEFT JOIN accounts_person AS person ON person.id = device.person_id
  LEFT JOIN accounts_dept AS dept ON dept.id = coalesce(device.dept_id, person.dept_id)
  LEFT JOIN accounts_person AS owner ON owner.id = fault.owner_id
  LEFT JOIN devices_clock_ahead AS ahead ON ahead.device_id = device.id
  LEFT JOIN devices_clock_behind AS behind ON behind.device_id = device.id`

const containing = (keyword: string): RawBuilder<unknown> =>
  sql`(device.label ILIKE ANY(${patternsOf(keyword)}) OR device.code ILIKE ANY(${patternsOf(keyword)})
    OR person.cname ILIKE ANY(${patternsOf(keyword)}) OR owner.cname ILIKE ANY(${patternsOf(keyword)}))`

const where = ({ ended, kind, keyword, ids }: CountBody, { caller }: Asked): RawBuilder<unknown>[] => [
  scoped(caller.scope, sql`dept.id`),
  ended ? sql`fault.ended_at IS NOT NULL` : sql`fault.ended_at IS NULL`,
  ...(kind === undefined ? [] : [sql`fault.kind = ${kind}`]),
  ...(ids === undefined ? [] : [sql`fault.id = ANY(${[...ids]}::bigint[])`]),
  ...(keyword ? [containing(keyword)] : []),
]

export const createHealthStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => {
  const faultOf = (row: FaultRow): DeviceFault => ({
    id: row.id,
    version: row.version,
    deviceName: row.label,
    kind: row.kind,
    deptId: row.dept_id,
    deptName: row.dept_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    note: row.note,
    deviceType: row.device_kind,
    deviceId: row.code,
    userName: row.person_name ?? '',
    since: clock.toWire(row.since),
    seenAt: clock.toWire(row.seen_at),
    endedAt: row.ended_at && clock.toWire(row.ended_at),
    skewSeconds: row.skew === null ? null : Math.round(row.skew),
  })
  return {
    list: ({ deptId, recursive, ...body }: ListBody, asked: Asked) =>
      listRows<FaultRow, DeviceFault>(
        db,
        {
          columns,
          from,
          id: sql`fault.id`,
          where: [...where(body, asked), ofDept('dept.id', deptId, recursive)],
          sort: {
            deviceName: sql`device.label`,
            deviceId: sql`device.code`,
            kind: sql`fault.kind`,
            userName: sql`person.cname`,
            deptName: sql`dept.name`,
            ownerName: sql`owner.cname`,
            since: sql`fault.since`,
            seenAt: sql`fault.seen_at`,
            endedAt: sql`fault.ended_at`,
            skewSeconds: sql`skew`,
            note: sql`fault.note`,
          },
          order: body.ended ? sql`fault.ended_at DESC, fault.id DESC` : sql`fault.since DESC, fault.id DESC`,
          map: faultOf,
        },
        body,
      ),
    counts: async (body: CountBody, asked: Asked): Promise<{ deptId: string | null; count: number }[]> => {
      const { rows } = await sql<{
        deptId: string | null
        count: number
      }>`SELECT dept.id::text AS "deptId", count(*)::int AS count
        FROM ${from} WHERE ${all(where(body, asked))} GROUP BY 1`.execute(db.sql)
      return rows
    },
    /** Locked. */
    one: async (trx: Trx, id: string, { caller }: Asked): Promise<DeviceFault | null> => {
      const { rows } = await sql<FaultRow>`SELECT ${columns} FROM ${from}
        WHERE fault.id = ${id}::bigint AND ${scoped(caller.scope, sql`dept.id`)} FOR UPDATE OF fault`.execute(trx)
      return rows[0] ? faultOf(rows[0]) : null
    },
    /** Of the log's rows those that tell of a fault that the caller may read. */
    seen: async (ids: readonly string[], { caller }: Asked): Promise<ReadonlySet<string>> => {
      if (!mayAsk(caller, healthCalls.listBsDeviceFaultByDeptId.needs)) return new Set()
      const { rows } = await sql<{ id: string }>`SELECT fault.id::text AS id FROM ${from}
        WHERE fault.id = ANY(${[...ids]}::bigint[]) AND ${scoped(caller.scope, sql`dept.id`)}`.execute(db.sql)
      return new Set(rows.map(({ id }) => id))
    },
    assign: async (trx: Trx, id: string, owner: string | null, note: string): Promise<void> => {
      await sql`UPDATE device_fault SET owner_id = ${owner}::bigint, note = ${note}, version = version + 1
        WHERE id = ${id}::bigint`.execute(trx)
    },
  }
}
export type HealthStore = ReturnType<typeof createHealthStore>
