import type { Kernel } from '../../kernel/kernel.ts'
import { doubles, ints } from '../../kernel/pg-arrays.ts'
import { hourMs, type TrackFix } from './fix.ts'
import { fixesOf, merged, noFixes, type FixColumns } from './fix-columns.ts'
import { hoursToRead, type Bounds } from './inside.rules.ts'
import type { PackedStore } from './packed.store.ts'

type Raw = (deviceIds: readonly number[], from: number, to: number) => Promise<Map<number, FixColumns>>

/** Of many devices one hour at a time, for who goes through all of them; hours begin on the full hour, ms since 1970. */
export const createHourStore = ({ db }: Pick<Kernel, 'db'>, packed: PackedStore, raw: Raw) => {
  /** Which of these have reports, around an hour, that are not packed. */
  const loose = async (deviceIds: readonly number[], hour: number): Promise<Set<string>> => {
    const hours = [hour - hourMs, hour, hour + hourMs]
    const { rows } = await db.raw<{ device: number; start: number }>(
      db.sql,
      `SELECT device, start FROM unnest($1::int[]) AS of (device), unnest($2::float8[]) AS due (start)
       WHERE EXISTS (SELECT 1 FROM position WHERE device_id = device AND fix_time >= to_timestamp(start / 1000.0)
         AND fix_time < to_timestamp(start / 1000.0) + interval '1 hour' AND fix_time >= $3 AND fix_time < $4)`,
      [ints(deviceIds, (id) => id), doubles(hours, (at) => at), new Date(hour - hourMs), new Date(hour + 2 * hourMs)],
    )
    return new Set(rows.map(({ device, start }) => `${device}:${start}`))
  }
  return {
    /** Those that may have been in a box within an hour, or on the way into it or out of it. */
    reaching: async (deviceIds: readonly number[], hour: number, box: Bounds): Promise<Set<number>> => {
      // As ever before what is packed: what moves from one to the other meanwhile is found in both.
      const open = await loose(deviceIds, hour)
      const bounded = await packed.bounded(deviceIds, hour - hourMs, hour + 2 * hourMs)
      const found = new Set(deviceIds.filter((id) => open.has(`${id}:${hour}`)))
      for (const [id, hours] of Map.groupBy(bounded, ({ deviceId }) => deviceId)) {
        const isLoose = (at: number): boolean => open.has(`${id}:${at}`)
        const to = hour + 2 * hourMs
        if (hoursToRead(hours, box, { from: hour - hourMs, to, length: hourMs, isLoose }).some((one) => one.hour === hour))
          found.add(id)
      }
      return found
    },
    /** All fixes of an hour, by device, each in their order. */
    read: async (deviceIds: readonly number[], hour: number): Promise<Map<number, TrackFix[]>> => {
      const came = await raw(deviceIds, hour, hour + hourMs)
      const found = await packed.readHours(
        deviceIds.map((deviceId) => ({ deviceId, hour })),
        hour,
        hour + hourMs,
      )
      const ids = new Set([...found.keys(), ...came.keys()])
      return new Map([...ids].map((id) => [id, fixesOf(merged(found.get(id) ?? noFixes, came.get(id) ?? noFixes))]))
    },
  }
}
