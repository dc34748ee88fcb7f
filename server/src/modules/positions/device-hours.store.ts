import type { Sql, Trx } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { doubles, ints } from '../../kernel/pg-arrays.ts'

/** Hours of devices, as statements take them, and what is packed of them. */

/** What one device reported in one hour, which begins at `hour` (ms since 1970). */
export interface DeviceHour {
  readonly deviceId: number
  readonly hour: number
}
export interface PackedHour extends DeviceHour {
  readonly packed: Buffer
}

export const pairs = `unnest($1::int[], $2::float8[]) AS due (device, start)`
export const beginning = 'to_timestamp(due.start / 1000.0)'
export const ofHour = `device_id = device AND fix_time >= ${beginning} AND fix_time < ${beginning} + interval '1 hour'`
export const msOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`
export const pairsOf = (hours: readonly DeviceHour[]): Buffer[] => [
  ints(hours, ({ deviceId }) => deviceId),
  doubles(hours, ({ hour }) => hour),
]

export const find = async ({ db }: Pick<Kernel, 'db'>, on: Sql | Trx, hours: readonly DeviceHour[]): Promise<PackedHour[]> => {
  const starts = hours.map(({ hour }) => hour).sort((a, b) => a - b)
  // Not a prepared statement: planned for these days, it opens their partitions and no others.
  const { rows } = await db.raw<{ device_id: number; start: number; packed: Buffer }>(
    on,
    `SELECT device_id, ${msOf('hour')} AS start, packed FROM ${pairs}
     JOIN packed_position ON device_id = device AND hour = ${beginning} AND hour >= $3 AND hour <= $4`,
    [...pairsOf(hours), new Date(starts[0] ?? 0), new Date(starts.at(-1) ?? 0)],
  )
  return rows.map(({ device_id, start, packed }) => ({ deviceId: device_id, hour: start, packed }))
}
