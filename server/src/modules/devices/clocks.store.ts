import { sql } from 'kysely'
import type { Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listRows, scoped } from '../../kernel/listing.ts'
import { deptOfDeviceIn } from './store.ts'

/** What one device's clock was ahead by, when last, and how many reports were set aside for it. */
export interface Skew {
  readonly deviceId: number
  readonly seconds: number
  /** ms since 1970. */
  readonly at: number
  readonly count: number
}

/** How late the reports of one device were, in seconds: the least and the most of some that came together, and when the last came. */
export interface Lag {
  readonly deviceId: number
  readonly least: number
  readonly most: number
  /** ms since 1970. */
  readonly at: number
}
/** Seconds by which two reports may be late unlike each other, and yet be so by one clock: a backlog catches up. */
const sameLag = 15

interface SkewRow {
  readonly kind: string
  readonly code: string
  readonly label: string
  readonly dept_name: string | null
  readonly person_name: string | null
  readonly first_seen: Date
  readonly last_seen: Date
  readonly skew_seconds: number
  readonly count: string
}

export const createClockStore = ({ db, clock }: Kernel) => ({
  note: async (skews: readonly Skew[]): Promise<void> => {
    await sql`INSERT INTO clock_skew (device_id, first_seen, last_seen, skew_seconds, count)
      SELECT device.id, at, at, seconds, count
      FROM unnest(${skews.map(({ deviceId }) => deviceId)}::int[], ${skews.map(({ at }) => new Date(at))}::timestamptz[],
        ${skews.map(({ seconds }) => seconds)}::float8[], ${skews.map(({ count }) => count)}::bigint[]) AS noted (id, at, seconds, count)
      JOIN device ON device.id = noted.id
      ON CONFLICT (device_id) DO UPDATE SET last_seen = excluded.last_seen, skew_seconds = excluded.skew_seconds,
        count = clock_skew.count + excluded.count`.execute(db.sql)
  },
  /** What is late by another time than before begins anew. */
  noteLags: async (lags: readonly Lag[]): Promise<void> => {
    const seconds = lags.map(({ least, most }) => (most - least <= sameLag ? most : null))
    await sql`INSERT INTO clock_behind AS known (device_id, first_seen, last_seen, seconds)
      SELECT device.id, at, at, seconds
      FROM unnest(${lags.map(({ deviceId }) => deviceId)}::int[], ${lags.map(({ at }) => new Date(at))}::timestamptz[],
        ${seconds}::float8[]) AS noted (id, at, seconds)
      JOIN device ON device.id = noted.id ORDER BY device.id
      ON CONFLICT (device_id) DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen),
        first_seen = CASE WHEN abs(excluded.seconds - known.seconds) <= ${sameLag}::float8 THEN known.first_seen
          ELSE excluded.first_seen END,
        seconds = CASE WHEN abs(excluded.seconds - known.seconds) <= ${sameLag}::float8 THEN known.seconds
          ELSE excluded.seconds END`.execute(db.sql)
  },
  list: (paging: Paging, asked: Asked) =>
    listRows(
      db,
      {
        columns: sql`device.kind, device.code, device.label, dept.name AS dept_name, person.cname AS person_name, first_seen, last_seen,
          skew_seconds, count`,
        from: sql`clock_skew JOIN device ON device.id = clock_skew.device_id LEFT JOIN accounts_person AS person ON person.id = device.person_id
          LEFT JOIN positions_latest AS latest ON latest.device_id = device.id
          LEFT JOIN accounts_dept AS dept ON dept.id = ${deptOfDeviceIn('person')}`,
        id: sql`clock_skew.device_id`,
        where: [
          sql`device.deleted_at IS NULL`,
          sql`last_seen > now() - interval '7 days'`,
          // What was stored since came of a clock that is right again.
          sql`(latest.recv_time <= last_seen) IS NOT FALSE`,
          scoped(asked.caller.scope, sql`dept.id`),
        ],
        sort: { lastSeen: sql`last_seen`, skewSeconds: sql`skew_seconds`, count: sql`count` },
        order: sql`last_seen DESC, device.id`,
        map: (row: SkewRow) => ({
          deviceType: row.kind,
          deviceId: row.code,
          name: row.label,
          deptName: row.dept_name,
          userName: row.person_name,
          firstSeen: clock.toWire(row.first_seen),
          lastSeen: clock.toWire(row.last_seen),
          skewSeconds: Math.round(row.skew_seconds),
          count: Number(row.count),
        }),
      },
      paging,
    ),
})
export type ClockStore = ReturnType<typeof createClockStore>
