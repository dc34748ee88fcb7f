import type { Trx } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ints } from '../../kernel/pg-arrays.ts'
import { rest } from '../../kernel/rest.ts'
import { find, msOf, type DeviceHour } from './device-hours.store.ts'
import { hourOf, keyOfFix, type PositionRow, type StoredFix } from './fix.ts'
import { between, joined, placesBetween, type FixColumns, type Places } from './fix-columns.ts'
import type { BoundedHour } from './inside.rules.ts'
import { columnsOfHour, DamagedHour, keysOfHour, placesOfHour, unpackHour } from './packed-hour.ts'
import { due, pack, settleStates } from './packing.store.ts'

type PackedContext = Pick<Kernel, 'db' | 'log'>
/** What is given is as it is until this returns. */
export type TakePlaces = (deviceId: number, places: Places) => void

/** Of these reports those that stand in a packed hour already. */
const known = async (
  { db, log }: PackedContext,
  trx: Trx,
  reports: readonly Pick<PositionRow, 'deviceId' | 'fixTime' | 'kind'>[],
): Promise<Pick<PositionRow, 'deviceId' | 'fixTime' | 'kind'>[]> => {
  const hours = new Map(
    reports.map(({ deviceId, fixTime }) => [`${deviceId}:${hourOf(fixTime)}`, { deviceId, hour: hourOf(fixTime) }]),
  )
  const keys = new Set<string>()
  let since = performance.now()
  for (const { deviceId, hour, packed } of await find({ db }, trx, [...hours.values()])) {
    try {
      for (const key of keysOfHour(packed)) keys.add(`${deviceId}:${keyOfFix(key)}`)
    } catch (error) {
      // A report is not refused for what became of others long ago.
      if (!(error instanceof DamagedHour)) throw error
      log.error({ err: error, deviceId, hour: new Date(hour) }, 'a packed hour is damaged')
    }
    since = await rest(since)
  }
  return reports.filter((report) => keys.has(`${report.deviceId}:${keyOfFix(report)}`))
}

/** How many fixes of a device each packed hour has, of hours that overlap the time from `from` to before `to`. */
const count = async (
  { db }: PackedContext,
  deviceId: number,
  from: number,
  to: number,
): Promise<{ hour: number; fixes: number }[]> => {
  const { rows } = await db.raw<{ hour: number; fixes: number }>(
    db.sql,
    `SELECT ${msOf('hour')} AS hour, fixes FROM packed_position WHERE device_id = $1 AND hour >= $2 AND hour < $3 ORDER BY packed_position.hour`,
    [deviceId, new Date(hourOf(from)), new Date(to)],
  )
  return rows
}

/** Fixes of packed hours that overlap the time from `from` to before `to`, hour by hour. */
const read = async (
  { db }: PackedContext,
  on: Kernel['db']['sql'] | Trx,
  deviceId: number,
  from: number,
  to: number,
): Promise<StoredFix[]> => {
  const { rows } = await db.raw<{ packed: Buffer }>(
    on,
    `SELECT packed FROM packed_position WHERE device_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour`,
    [deviceId, new Date(hourOf(from)), new Date(to)],
  )
  const fixes: StoredFix[] = []
  for (const { packed } of rows) for (const fix of unpackHour(packed)) fixes.push(fix)
  return fixes
}

/** The hours of many devices that overlap the time from `from` to before `to`, in their order, and where they lie. */
const bounded = async (
  { db }: PackedContext,
  deviceIds: readonly number[],
  from: number,
  to: number,
): Promise<(DeviceHour & BoundedHour)[]> => {
  const { rows } = await db.raw<
    { device_id: number; start: number } & Record<'west' | 'south' | 'east' | 'north', number | null>
  >(
    db.sql,
    `SELECT device_id, ${msOf('hour')} AS start, west, south, east, north FROM packed_position
     WHERE device_id = ANY ($1::int[]) AND hour >= $2 AND hour < $3 ORDER BY device_id, hour`,
    [ints(deviceIds, (id) => id), new Date(hourOf(from)), new Date(to)],
  )
  return rows.map(({ device_id, start, west, south, east, north }) => ({
    deviceId: device_id,
    hour: start,
    bounds: west === null || south === null || east === null || north === null ? null : [west, south, east, north],
  }))
}

/** Fixes of these hours from `from` on to before `to`, by device, in the order of the hours. */
const readHours = async (
  { db }: PackedContext,
  hours: readonly DeviceHour[],
  from: number,
  to: number,
): Promise<Map<number, FixColumns>> => {
  const rows = hours.length === 0 ? [] : await find({ db }, db.sql, hours)
  const found = new Map<number, FixColumns[]>()
  let since = performance.now()
  for (const { deviceId, packed } of rows.sort((a, b) => a.hour - b.hour)) {
    const parts = found.get(deviceId) ?? []
    parts.push(between(columnsOfHour(packed), from, to))
    found.set(deviceId, parts)
    since = await rest(since)
  }
  return new Map([...found].map(([deviceId, parts]) => [deviceId, joined(parts)]))
}

/**
 * Where devices were in these hours, from `from` on to before `to`, device by device and hour by hour. What `take` is given is as it is until
 * it returns: hours by the thousand would else take memory of their own, and the collector longer than all the rest.
 */
const eachHour = async (
  { db }: PackedContext,
  hours: readonly DeviceHour[],
  from: number,
  to: number,
  take: TakePlaces,
): Promise<void> => {
  const rows = hours.length === 0 ? [] : await find({ db }, db.sql, hours)
  let since = performance.now()
  for (const { deviceId, packed } of rows.sort((a, b) => a.deviceId - b.deviceId || a.hour - b.hour)) {
    take(deviceId, placesBetween(placesOfHour(packed), from, to))
    since = await rest(since)
  }
}

export const createPackedStore = (context: PackedContext & { readonly settle: number }) => ({
  known: (trx: Trx, reports: Parameters<typeof known>[2]) => known(context, trx, reports),
  due: (table: string, before: number, last: DeviceHour | null, atMost: number) => due(context, table, before, last, atMost),
  settleStates: (table: string, hours: readonly DeviceHour[]) => settleStates(context, table, hours),
  pack: (table: string, hours: readonly DeviceHour[]) => pack(context, table, hours),
  count: (deviceId: number, from: number, to: number) => count(context, deviceId, from, to),
  read: (deviceId: number, from: number, to: number) => read(context, context.db.sql, deviceId, from, to),
  readWithin: (trx: Trx, deviceId: number, from: number, to: number) => read(context, trx, deviceId, from, to),
  bounded: (deviceIds: readonly number[], from: number, to: number) => bounded(context, deviceIds, from, to),
  readHours: (hours: readonly DeviceHour[], from: number, to: number) => readHours(context, hours, from, to),
  eachHour: (hours: readonly DeviceHour[], from: number, to: number, take: TakePlaces) =>
    eachHour(context, hours, from, to, take),
})
export type PackedStore = ReturnType<typeof createPackedStore>
