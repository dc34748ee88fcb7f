import type { Page, Paging } from '@vigil/contract/kernel/shapes.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { partAsked, sortAsked, tooMany } from '../../kernel/listing.ts'
import { ints, readDoubles, readInstants, readReals, readSmallints } from '../../kernel/pg-arrays.ts'
import { hourMs, hourOf, mergeFixes, type StoredFix, type TrackFix } from './fix.ts'
import { columnsBy, merged, type FixColumns } from './fix-columns.ts'
import type { DeviceHour } from './device-hours.store.ts'
import { createHourStore } from './hours.store.ts'
import { hoursToRead, type BoundedHour, type Bounds } from './inside.rules.ts'
import type { PackedStore, TakePlaces } from './packed.store.ts'

/** An hour of a device, and how many fixes it has in the time that is asked for. */
interface Counted {
  readonly hour: number
  readonly fixes: number
}

interface RawFix extends Omit<StoredFix, 'fixTime' | 'recvTime'> {
  readonly fix_time: Date
  readonly recv_time: Date
}

/** Fixes of one batch of a walk, about. */
const batch = 2_000

/** Columns of a device's reports as `array_send` sends them. */
const sent = {
  fix_time: readInstants,
  recv_time: readInstants,
  kind: readSmallints,
  lng: readDoubles,
  lat: readDoubles,
  speed: readReals,
  course: readReals,
  accuracy: readReals,
  floor: readSmallints,
} as const
type Sent = Readonly<Record<keyof typeof sent, Buffer>>
const columns = Object.keys(sent) as (keyof typeof sent)[]
const columnOf = (name: keyof TrackFix): keyof typeof sent =>
  name === 'fixTime' ? 'fix_time' : name === 'recvTime' ? 'recv_time' : name

const rawTracks = async (
  { db }: Pick<Kernel, 'db'>,
  deviceIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, FixColumns>> => {
  const { rows } = await db.raw<Sent & { device_id: number }>(
    db.sql,
    `SELECT device_id, ${columns.map((column) => `array_send(array_agg(${column})) AS ${column}`).join(', ')} FROM (
       SELECT device_id, ${columns.join(', ')} FROM position
       WHERE device_id = ANY ($1::int[]) AND fix_time >= $2 AND fix_time < $3 ORDER BY device_id, fix_time, kind
     ) ordered GROUP BY device_id`,
    [ints(deviceIds, (id) => id), new Date(from), new Date(to)],
  )
  return new Map(
    rows.map((row) => [
      row.device_id,
      columnsBy((name) => {
        const values = sent[columnOf(name)](row[columnOf(name)])
        const column = new Float64Array(values.length)
        for (let at = 0; at < values.length; at += 1) column[at] = values[at] ?? Number.NaN
        return column
      }),
    ]),
  )
}

/** Times in ms since 1970. */
interface PlacesAsked {
  readonly deviceIds: readonly number[]
  readonly from: number
  readonly to: number
  readonly box: Bounds
}

/** Of packed hours of many devices those that may lead into a box, `raw` being what is not packed yet. */
const withinReach = <Hour extends DeviceHour & BoundedHour>(
  hours: readonly Hour[],
  raw: ReadonlyMap<number, FixColumns>,
  { from, to, box }: { readonly from: number; readonly to: number; readonly box: Bounds },
): Hour[] =>
  [...Map.groupBy(hours, ({ deviceId }) => deviceId)].flatMap(([id, ofDevice]) => {
    const loose = new Set(raw.get(id)?.fixTime.map(hourOf))
    return hoursToRead(ofDevice, box, { from, to, length: hourMs, isLoose: (hour) => loose.has(hour) })
  })

/** What was packed, and what was not. */
const withRaw = (raw: ReadonlyMap<number, FixColumns>, packed: Map<number, FixColumns>): Map<number, FixColumns> => {
  for (const [id, fixes] of raw) {
    const old = packed.get(id)
    packed.set(id, old ? merged(old, fixes) : fixes)
  }
  return packed
}

/**
 * Where devices were, of each in its order and piece by piece; hours that were spent where no way leads into the box are left out.
 * A piece is as it is until `take` returns.
 */
const eachPlaces = async (
  db: Kernel['db'],
  packed: PackedStore,
  { deviceIds, from, to, box }: PlacesAsked,
  take: TakePlaces,
): Promise<void> => {
  const raw = await rawTracks({ db }, deviceIds, from, to)
  const hours = withinReach(await packed.bounded(deviceIds, from, to), raw, { from, to, box })
  // Of an hour that is being packed some stands in both.
  const isMixed = ({ deviceId, hour }: DeviceHour): boolean =>
    hour + hourMs > (raw.get(deviceId)?.fixTime[0] ?? Number.POSITIVE_INFINITY)
  const mixed = new Set(hours.filter(isMixed).map(({ deviceId }) => deviceId))
  await packed.eachHour(
    hours.filter(({ deviceId }) => !mixed.has(deviceId)),
    from,
    to,
    take,
  )
  const whole = await packed.readHours(
    hours.filter(({ deviceId }) => mixed.has(deviceId)),
    from,
    to,
  )
  for (const [id, fixes] of withRaw(raw, whole)) take(id, fixes)
}

/**
 * Tracks, wherever they stand. Reports as they came are always read before packed hours: what moves from one to the other in
 * between is found in both then and told once, where in the other order it would be missed.
 */
export const createTrackStore = ({ db }: Pick<Kernel, 'db'>, packed: PackedStore) => {
  const rawFixes = async (deviceId: number, from: number, to: number): Promise<StoredFix[]> => {
    const { rows } = await db.raw<RawFix>(
      db.sql,
      `SELECT kind, fix_time, recv_time, late, lng, lat, alt, accuracy, speed, course, temperature, floor, battery FROM position
       WHERE device_id = $1 AND fix_time >= $2 AND fix_time < $3 ORDER BY fix_time, kind`,
      [deviceId, new Date(from), new Date(to)],
    )
    return rows.map(({ fix_time, recv_time, ...fix }) => ({ ...fix, fixTime: fix_time.getTime(), recvTime: recv_time.getTime() }))
  }
  const rawCounts = async (deviceId: number, from: number, to: number): Promise<Counted[]> => {
    const { rows } = await db.raw<Counted>(
      db.sql,
      `SELECT (extract(epoch FROM date_bin('1 hour', fix_time, timestamptz 'epoch')) * 1000)::float8 AS hour, count(*)::int AS fixes
       FROM position WHERE device_id = $1 AND fix_time >= $2 AND fix_time < $3 GROUP BY 1`,
      [deviceId, new Date(from), new Date(to)],
    )
    return rows
  }

  /** From `from` on to before `to`, in their order. */
  const read = async (deviceId: number, from: number, to: number): Promise<StoredFix[]> => {
    const raw = await rawFixes(deviceId, from, to)
    const old = (await packed.read(deviceId, from, to)).filter(({ fixTime }) => fixTime >= from && fixTime < to)
    return raw.length === 0 ? old : mergeFixes(old, raw)
  }

  /** The same of many devices, by device, each in its order; one that has none may be left out. */
  const readMany = async (deviceIds: readonly number[], from: number, to: number): Promise<Map<number, FixColumns>> => {
    const raw = await rawTracks({ db }, deviceIds, from, to)
    return withRaw(raw, await packed.readHours(await packed.bounded(deviceIds, from, to), from, to))
  }

  /** The hours that have any, in their order. */
  const hours = async (deviceId: number, from: number, to: number): Promise<Counted[]> => {
    const raw = new Map((await rawCounts(deviceId, from, to)).map(({ hour, fixes }) => [hour, fixes]))
    const counted: Counted[] = []
    for (const { hour, fixes } of await packed.count(deviceId, from, to)) {
      const isInBoth = raw.delete(hour)
      const isCut = hour < from || hour + hourMs > to
      // How many those are only their times tell.
      const found = isInBoth || isCut ? (await read(deviceId, Math.max(from, hour), Math.min(to, hour + hourMs))).length : fixes
      if (found > 0) counted.push({ hour, fixes: found })
    }
    for (const [hour, fixes] of raw) counted.push({ hour, fixes })
    return counted.sort((a, b) => a.hour - b.hour)
  }

  return {
    many: readMany,
    eachPlaces: (asked: PlacesAsked, take: TakePlaces) => eachPlaces(db, packed, asked, take),
    hours: createHourStore({ db }, packed, (ids, from, to) => rawTracks({ db }, ids, from, to)),
    /** Fixes from `from` on to before `to` (ms since 1970), the oldest first unless `-fixTime` is asked for. */
    list: async <Item>(
      deviceId: number,
      from: number,
      to: number,
      paging: Paging,
      map: (fix: StoredFix) => Item,
    ): Promise<Item[] | Page<Item>> => {
      const descending = sortAsked(paging, ['fixTime'])?.descending === true
      const { whole, offset, size } = partAsked(paging)
      const counted = await hours(deviceId, from, to)
      const total = counted.reduce((sum, { fixes }) => sum + fixes, 0)
      if (whole && total > size) throw tooMany(total)
      // The hours that the part lies in, and how many fixes of them come before it.
      let before = 0
      const within: Counted[] = []
      let skipped = 0
      for (const one of descending ? counted.toReversed() : counted) {
        if (before + one.fixes <= offset) skipped += one.fixes
        else if (before < offset + size) within.push(one)
        before += one.fixes
      }
      const starts = within.map(({ hour }) => hour)
      const fixes =
        within.length === 0
          ? []
          : await read(deviceId, Math.max(from, Math.min(...starts)), Math.min(to, Math.max(...starts) + hourMs))
      if (descending) fixes.sort((a, b) => b.fixTime - a.fixTime || a.kind - b.kind)
      const list = fixes.slice(offset - skipped, offset - skipped + size).map(map)
      return whole ? list : { list, total }
    },
    /** All of them in their order, a few hours at a time. */
    walk: async function* (deviceId: number, from: number, to: number): AsyncGenerator<StoredFix[]> {
      let begun: number | null = null
      let held = 0
      for (const { hour, fixes } of await hours(deviceId, from, to)) {
        begun ??= hour
        held += fixes
        if (held < batch) continue
        yield read(deviceId, Math.max(from, begun), Math.min(to, hour + hourMs))
        begun = null
        held = 0
      }
      if (begun !== null) yield read(deviceId, Math.max(from, begun), to)
    },
  }
}
export type TrackStore = ReturnType<typeof createTrackStore>
