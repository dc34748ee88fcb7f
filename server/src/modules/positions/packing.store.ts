import { degreeScale } from '@vigil/contract/positions/frame.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { asNotReady, type Trx } from '../../kernel/db.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { ints, readDoubles, readInstants, readReals, readSmallints } from '../../kernel/pg-arrays.ts'
import { rest } from '../../kernel/rest.ts'
import { beginning, find, msOf, ofHour, pairs, pairsOf, type DeviceHour, type PackedHour } from './device-hours.store.ts'
import { hourMs, mergeFixes, type StoredFix } from './fix.ts'
import type { Bounds } from './inside.rules.ts'
import { packingHour, unpackHour } from './packed-hour.ts'

/** Hours of reports on their way into packed rows. */

type PackedContext = Pick<Kernel, 'db'>

/** Columns of a device's hour as `array_send` sends them: all null where nothing is left of it. */
const sent = {
  fix_time: readInstants,
  kind: readSmallints,
  recv_time: readInstants,
  late: readSmallints,
  lng: readDoubles,
  lat: readDoubles,
  alt: readReals,
  accuracy: readReals,
  speed: readReals,
  course: readReals,
  temperature: readReals,
  floor: readSmallints,
  battery: readSmallints,
} as const
type Sent = Readonly<Record<keyof typeof sent, Buffer | null>>
const columns = Object.keys(sent) as (keyof typeof sent)[]

const fixesOf = (row: Sent): StoredFix[] => {
  if (row.fix_time === null) return []
  const read = Object.fromEntries(columns.map((column) => [column, sent[column](row[column] as Buffer)])) as Record<
    keyof typeof sent,
    (number | null)[]
  >
  return read.fix_time.map((fixTime, index) => ({
    fixTime: fixTime as number,
    kind: read.kind[index] as number,
    recvTime: read.recv_time[index] as number,
    late: read.late[index] === 1,
    lng: read.lng[index] as number,
    lat: read.lat[index] as number,
    alt: read.alt[index] ?? null,
    accuracy: read.accuracy[index] ?? null,
    speed: read.speed[index] ?? null,
    course: read.course[index] ?? null,
    temperature: read.temperature[index] ?? null,
    floor: read.floor[index] ?? null,
    battery: read.battery[index] ?? null,
  }))
}

/** One packer at a time on one database, whichever process it runs in. */
const packingLock = advisoryLocks.packing
/** False when another process is packing. */
const begin = async ({ db }: PackedContext, trx: Trx): Promise<boolean> => {
  // Whether a crash takes all of it or nothing, what was acknowledged is there.
  await db.raw(trx, 'SET LOCAL synchronous_commit = off')
  // Nobody waits for long for a process that stands still.
  await db.raw(trx, `SET LOCAL idle_in_transaction_session_timeout = '10s'`)
  const { rows } = await db.raw<{ taken: boolean }>(trx, 'SELECT pg_try_advisory_xact_lock($1) AS taken', [packingLock])
  return rows[0]?.taken === true
}

const boundsOf = (fixes: readonly StoredFix[]): Bounds => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { lng, lat } of fixes) {
    if (lng < west) west = lng
    if (lng > east) east = lng
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return [
    Math.floor(west * degreeScale),
    Math.floor(south * degreeScale),
    Math.ceil(east * degreeScale),
    Math.ceil(north * degreeScale),
  ]
}

/** What each of these hours will be packed as, and how many reports of the table are in it. */
const merge = async ({ db }: PackedContext, trx: Trx, table: string, hours: readonly DeviceHour[]) => {
  const { rows } = await db.raw<Sent & { device: number; start: number }>(
    trx,
    `SELECT device, start, reports.* FROM ${pairs} CROSS JOIN LATERAL (
       SELECT ${columns.map((column) => `array_send(array_agg(${column === 'late' ? 'late::int::smallint' : column})) AS ${column}`).join(', ')}
       FROM (SELECT * FROM ${table} WHERE ${ofHour} ORDER BY fix_time, kind) ordered) reports`,
    pairsOf(hours),
  )
  const before = new Map((await find({ db }, trx, hours)).map(({ deviceId, hour, packed }) => [`${deviceId}:${hour}`, packed]))
  const merged: (PackedHour & { readonly fixes: number; readonly bounds: Bounds })[] = []
  let reports = 0
  let since = performance.now()
  for (const row of rows) {
    const read = fixesOf(row)
    if (read.length === 0) continue
    reports += read.length
    const earlier = before.get(`${row.device}:${row.start}`)
    const fixes = mergeFixes(earlier ? unpackHour(earlier) : [], read)
    const steps = packingHour(fixes)
    let step = steps.next()
    for (; !step.done; step = steps.next()) since = await rest(since)
    merged.push({ deviceId: row.device, hour: row.start, fixes: fixes.length, packed: step.value, bounds: boundsOf(fixes) })
  }
  return { merged, reports }
}

const move = async ({ db }: PackedContext, trx: Trx, table: string, hours: readonly DeviceHour[]): Promise<number> => {
  const { merged, reports } = await merge({ db }, trx, table, hours)
  if (reports === 0) return 0
  await db.raw(
    trx,
    `INSERT INTO packed_position (device_id, hour, fixes, packed, west, south, east, north)
     SELECT device, ${beginning}, fixes, packed, west, south, east, north
     FROM unnest($1::int[], $2::float8[], $3::int[], $4::bytea[], $5::int[], $6::int[], $7::int[], $8::int[])
       AS due (device, start, fixes, packed, west, south, east, north)
     ON CONFLICT (device_id, hour) DO UPDATE SET fixes = excluded.fixes, packed = excluded.packed,
       west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north`,
    [
      ...pairsOf(merged),
      ints(merged, ({ fixes }) => fixes),
      merged.map(({ packed }) => packed),
      ...([0, 1, 2, 3] as const).map((side) => ints(merged, ({ bounds }) => bounds[side])),
    ],
  )
  // Last: a report that is one of these again waits from here to the commit.
  const { affected } = await db.raw(trx, `DELETE FROM ${table} USING ${pairs} WHERE ${ofHour}`, pairsOf(merged))
  if (affected !== reports) throw new Error(`${reports} reports were packed, ${affected} deleted`)
  return reports
}

/**
 * Hours of a table of reports that begin before `before`, in the order of devices, from after `last` on. One of which something came late in the
 * last `settle` ms waits: whoever reads by receipt finds it here alone.
 */
export const due = async (
  { db, settle }: PackedContext & { readonly settle: number },
  table: string,
  before: number,
  last: DeviceHour | null,
  atMost: number,
): Promise<DeviceHour[]> => {
  // From hour to hour by the index: whatever lies between two of them is not looked at.
  const next = (after: string): string =>
    `SELECT device_id, date_bin('1 hour', fix_time, timestamptz 'epoch') AS hour FROM ${table}
     WHERE (device_id, fix_time) >= ${after} AND fix_time < to_timestamp($3 / 1000.0) ORDER BY device_id, fix_time LIMIT 1`
  // Counted, not joined: so they stay in their order, and as few are looked at as are asked for.
  const { rows } = await db.raw<{ device_id: number; start: number }>(
    db.sql,
    `WITH RECURSIVE due AS (
       (${next('($1::int, to_timestamp($2::float8 / 1000.0))')})
       UNION ALL
       SELECT following.* FROM due CROSS JOIN LATERAL (${next(`(due.device_id, due.hour + interval '1 hour')`)}) following)
     SELECT device_id, ${msOf('hour')} AS start FROM due WHERE (
       SELECT count(*) FROM ${table} AS fresh WHERE fresh.late AND fresh.recv_time > now() - ${settle} * interval '1 ms'
         AND fresh.device_id = due.device_id AND fresh.fix_time >= due.hour AND fresh.fix_time < due.hour + interval '1 hour') = 0
     LIMIT ${atMost}`,
    last ? [last.deviceId, last.hour + hourMs, before] : [-2_147_483_648, Number.NEGATIVE_INFINITY, before],
  )
  return rows.map(({ device_id, start }) => ({ deviceId: device_id, hour: start }))
}

/**
 * Writes the latest state of devices whose newest report is about to be packed: after a restart it is not looked for there. The newest as
 * everywhere: what a clock that was ahead told counts from its receipt on.
 */
export const settleStates = async ({ db }: PackedContext, table: string, hours: readonly DeviceHour[]): Promise<void> => {
  const { rows: unwritten } = await db.raw<{ device: number; start: number }>(
    db.sql,
    `SELECT device, start FROM ${pairs} LEFT JOIN device_state ON device_state.device_id = device
     CROSS JOIN LATERAL (SELECT max(least(fix_time, recv_time)) AS seen FROM ${table} WHERE ${ofHour}) newest
     WHERE device_state.fix_time IS NULL OR least(device_state.fix_time, device_state.recv_time) < newest.seen`,
    pairsOf(hours),
  )
  // Hardly ever any. One by one: reports write states too, and would wait in a circle.
  for (const { device, start } of unwritten)
    await db.raw(
      db.sql,
      `INSERT INTO device_state (device_id, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery)
       SELECT device_id, fix_time, recv_time, lng, lat, alt, accuracy, speed, course, temperature, floor, battery
       FROM ${table}, ${pairs} WHERE ${ofHour} ORDER BY least(fix_time, recv_time) DESC, fix_time DESC LIMIT 1
       ON CONFLICT (device_id) DO UPDATE SET fix_time = excluded.fix_time, recv_time = greatest(excluded.recv_time, device_state.recv_time),
         lng = excluded.lng, lat = excluded.lat, alt = excluded.alt, accuracy = excluded.accuracy, speed = excluded.speed,
         course = excluded.course, temperature = excluded.temperature, floor = excluded.floor, battery = excluded.battery
       WHERE least(excluded.fix_time, excluded.recv_time) > least(device_state.fix_time, device_state.recv_time)`,
      pairsOf([{ deviceId: device, hour: start }]),
    )
}

/**
 * Moves these hours from a table of reports into packed rows, in one transaction: merged with what was packed of them
 * before. How many reports that were; null when another process is packing.
 */
export const pack = async ({ db }: PackedContext, table: string, hours: readonly DeviceHour[]): Promise<number | null> => {
  try {
    // One snapshot: what is deleted is what was read, and a report that came meanwhile stays for the next time.
    return await db.sql
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => ((await begin({ db }, trx)) ? move({ db }, trx, table, hours) : null))
  } catch (error) {
    throw asNotReady(error)
  }
}
