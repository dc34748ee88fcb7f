import type { AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { KnownCar, Lag } from './rules.ts'
import {
  passColumns,
  passOf,
  stopColumns,
  stopOf,
  type PassRow,
  type StopRow,
  type TrafficStop,
  type VehiclePass,
} from './rows.store.ts'
import type { PictureLost } from './pictures.ts'
import type { PlaceOfPasses } from './sighting.ts'

/** Any number, so long as nobody else locks by it. */
const driveLock = advisoryLocks.drives

export interface NewPass {
  readonly place: PlaceOfPasses
  readonly eventKey: string
  readonly plateNumber: string
  readonly plateColor: string
  readonly vehicleType: string
  readonly vehicleSize: string
  readonly laneNo: number | null
  readonly direction: string
  readonly passTime: Date
  readonly deviceTime: Date | null
  readonly speed: number | null
  readonly illegal: boolean
  readonly confidence: number | null
  readonly listType: string
  readonly driver: string
  readonly owner: string
  readonly eventName: string
  readonly bigImage: string
  readonly plateImage: string
  readonly pictureLost: PictureLost
  readonly unread: string
}
/** One that was too fast, as a camera saw it or as it says itself. */
export interface TooFast
  extends Pick<
    NewPass,
    | 'plateNumber'
    | 'vehicleType'
    | 'vehicleSize'
    | 'laneNo'
    | 'passTime'
    | 'deviceTime'
    | 'driver'
    | 'owner'
    | 'eventName'
    | 'bigImage'
    | 'plateImage'
    | 'pictureLost'
  > {
  readonly place: Pick<PlaceOfPasses, 'place' | 'ip' | 'deptId' | 'lng' | 'lat'>
  /** What its alarm comes from, and the device that says it, where none but the vehicle's own does. */
  readonly source: { readonly kind: AlarmSource['kind']; readonly id: string; readonly label: string }
  readonly device: { readonly id: number; readonly type: 'car'; readonly code: string } | null
  readonly speed: number
  readonly limit: number
  /** The condition by which something else alarms of it already; null where nothing else does. */
  readonly alarmedAs: string | null
  /** Where it says so itself: the first of a stretch on which it was too fast. */
  readonly begins: boolean
}

/** A drive that goes on, or went on, when somebody was seen again. */
interface Drive {
  readonly id: string
  readonly lng: number | null
  readonly lat: number | null
  /** When somebody was last seen on it. */
  readonly end: Date
  /** The alarm that it has; null where nobody was called for it. */
  readonly alarmId: string | null
}
/** A drive on which somebody is, locked with its stop. */
export interface LockedDrive {
  readonly id: string
  readonly stopId: string
  /** Nobody was called for it. */
  readonly isLate: boolean
}
/** A drive that is over. */
interface Ended {
  readonly id: string
  readonly stopId: string
  readonly end: Date
  readonly alarmId: string | null
}

export const joins = sql`LEFT JOIN accounts_dept AS dept ON dept.id = one.dept_id`
export const stopJoins = sql`${joins} LEFT JOIN hazards_area AS area ON area.id = one.area_id`

type Context = Pick<Kernel, 'db' | 'ingest' | 'clock'>

/** Milliseconds: a barrier that sees a vehicle twice saw it once. */
const again = 120_000

/** Where it was last seen at a barrier; what is told late moves it nowhere. */
const passedGate = async (trx: Trx, { place, plateNumber, direction, passTime, owner }: NewPass): Promise<void> => {
  if (place.kind !== 'barrierGate' || plateNumber === '' || direction === 'unknown') return
  await sql`INSERT INTO vehicle_at_gate AS last (plate_number, direction, pass_time, place, dept_id, owner, odd)
    VALUES (${plateNumber}, ${direction}, ${passTime}, ${place.place}, ${place.deptId}::bigint, ${owner}, ${direction === 'out' ? 'outWithoutIn' : ''})
    ON CONFLICT (plate_number) DO UPDATE SET direction = excluded.direction, pass_time = excluded.pass_time, place = excluded.place,
      dept_id = excluded.dept_id, owner = excluded.owner,
      odd = CASE WHEN last.direction <> excluded.direction THEN ''
        WHEN excluded.pass_time - last.pass_time < ${again} * interval '1 ms' THEN last.odd
        WHEN excluded.direction = 'in' THEN 'twiceIn' ELSE 'outWithoutIn' END
    WHERE excluded.pass_time >= last.pass_time`.execute(trx)
  // Two barriers that kept passes for themselves tell them by turns: what did not fit does where one between comes after it.
  await sql`UPDATE vehicle_at_gate AS last SET odd = ''
    WHERE plate_number = ${plateNumber} AND odd <> '' AND direction <> ${direction} AND pass_time > ${passTime} AND NOT EXISTS (
      SELECT FROM vehicle_pass AS pass WHERE pass.plate_number = last.plate_number AND pass.place_kind = 'barrierGate'
        AND pass.direction = last.direction AND pass.pass_time > ${passTime} AND pass.pass_time < last.pass_time - ${again} * interval '1 ms')`.execute(
    trx,
  )
}

const insertPass = async ({ clock }: Context, trx: Trx, pass: NewPass): Promise<VehiclePass | null> => {
  const { place } = pass
  const { rows } = await sql<PassRow>`WITH one AS (
      INSERT INTO vehicle_pass (place_kind, place_id, event_key, place, ip, dept_id, plate_number, plate_color, vehicle_type, vehicle_size,
        lane_no, direction, pass_time, device_time, speed, illegal, confidence, list_type, driver, owner, event_name, big_image,
        plate_image, picture_lost, unread)
      VALUES (${place.kind}, ${place.id}::bigint, ${pass.eventKey}, ${place.place}, ${place.ip}, ${place.deptId}::bigint,
        ${pass.plateNumber}, ${pass.plateColor}, ${pass.vehicleType}, ${pass.vehicleSize}, ${pass.laneNo}::int, ${pass.direction},
        ${pass.passTime}, ${pass.deviceTime}, ${pass.speed}::real, ${pass.illegal}, ${pass.confidence}::real, ${pass.listType},
        ${pass.driver}, ${pass.owner}, ${pass.eventName}, ${pass.bigImage}, ${pass.plateImage}, ${pass.pictureLost}, ${pass.unread})
      ON CONFLICT (place_kind, place_id, event_key) DO NOTHING RETURNING *
    ) SELECT ${passColumns} FROM one ${joins}`.execute(trx)
  const [row] = rows
  if (!row) return null
  if (pass.plateNumber !== '')
    await sql`INSERT INTO vehicle_plate (plate_number, seen_at) VALUES (${pass.plateNumber}, ${new Date(clock.now())})
      ON CONFLICT (plate_number) DO UPDATE SET seen_at = excluded.seen_at
      WHERE vehicle_plate.seen_at < excluded.seen_at - interval '1 day'`.execute(trx)
  await passedGate(trx, pass)
  return passOf(clock, row)
}

const insertSpeeding = async (trx: Trx, pass: TooFast, isOver: boolean): Promise<string> => {
  const { place } = pass
  const { rows } = await sql<{
    id: string
  }>`INSERT INTO speeding_record (place, ip, dept_id, plate_number, vehicle_type, vehicle_size,
      lane_no, pass_time, start_time, end_time, speed, "limit", max_speed, driver, owner, event_name, big_image, plate_image, picture_lost, lng, lat, is_over)
    VALUES (${place.place}, ${place.ip}, ${place.deptId}::bigint, ${pass.plateNumber}, ${pass.vehicleType}, ${pass.vehicleSize},
      ${pass.laneNo}::int, ${pass.passTime}, ${pass.passTime}, ${pass.passTime}, ${pass.speed}::real, ${pass.limit}::int,
      ${pass.speed}::real, ${pass.driver}, ${pass.owner}, ${pass.eventName}, ${pass.bigImage}, ${pass.plateImage}, ${pass.pictureLost}, ${place.lng}::float8,
      ${place.lat}::float8, ${isOver}) RETURNING id::text AS id`.execute(trx)
  return (rows[0] as { id: string }).id
}

const insertStop = async (
  { clock }: Context,
  trx: Trx,
  speedingId: string,
  areaId: string | null,
  isLate: boolean,
): Promise<string> => {
  const { rows } = await sql<{
    id: string
  }>`INSERT INTO traffic_stop (kind, speeding_id, is_late, place, ip, dept_id, plate_number,
      vehicle_size, event_name, pass_time, speed, "limit", area_id, driver, owner, big_image, plate_image, picture_lost, lng, lat, found_at)
    SELECT 'speeding', id, ${isLate}, place, ip, dept_id, plate_number, vehicle_size, event_name, pass_time, speed, "limit",
      ${areaId}::bigint, driver, owner, big_image, plate_image, picture_lost, lng, lat, ${new Date(clock.now())}
    FROM speeding_record WHERE id = ${speedingId}::bigint RETURNING id::text AS id`.execute(trx)
  return (rows[0] as { id: string }).id
}

/** What is stored of a vehicle that was seen, within the transaction of all of it. */
export const createSeeStore = (context: Context) => ({
  isKnown: async (place: PlaceOfPasses, eventKey: string): Promise<boolean> => {
    const { rows } = await sql<{ some: boolean }>`SELECT EXISTS (SELECT FROM vehicle_pass WHERE place_kind = ${place.kind}
      AND place_id = ${place.id}::bigint AND event_key = ${eventKey}) AS some`.execute(context.ingest.sql)
    return rows[0]?.some === true
  },
  /** Null of a place that told its last pass in time. */
  lagOf: async ({ kind, id }: PlaceOfPasses): Promise<Lag | null> => {
    const { rows } = await sql<{ ms: string; since: Date }>`SELECT lag AS ms, since FROM place_clock
      WHERE place_kind = ${kind} AND place_id = ${id}::bigint`.execute(context.ingest.sql)
    const [row] = rows
    return row ? { ms: Number(row.ms), since: row.since.getTime() } : null
  },
  keepLag: async ({ kind, id }: PlaceOfPasses, lag: Lag | null): Promise<void> => {
    await (lag === null
      ? sql`DELETE FROM place_clock WHERE place_kind = ${kind} AND place_id = ${id}::bigint`
      : sql`INSERT INTO place_clock (place_kind, place_id, lag, since) VALUES (${kind}, ${id}::bigint, ${Math.round(lag.ms)}, ${new Date(lag.since)})
            ON CONFLICT (place_kind, place_id) DO UPDATE SET lag = excluded.lag, since = excluded.since`
    ).execute(context.ingest.sql)
  },
  carOf: async (plate: string): Promise<KnownCar | null> => {
    if (plate === '') return null
    const { rows } = await sql<KnownCar>`SELECT car.car_type AS "carType", car.owner, coalesce(person.cname, '') AS driver,
        car.white_list AS "whiteList", car.valid_from AS "validFrom", car.valid_to AS "validTo"
      FROM devices_car AS car LEFT JOIN accounts_person AS person ON person.id = car.person_id
      WHERE car.plate_key = ${plateForm(plate)} ORDER BY car.id LIMIT 1`.execute(context.ingest.sql)
    return rows[0] ?? null
  },
  /** Null where it is stored already. */
  insertPass: (trx: Trx, pass: NewPass) => insertPass(context, trx, pass),
  /** Until the transaction ends nobody else finds out whether this vehicle is on a drive. */
  lockDrives: async (trx: Trx, plate: string): Promise<void> => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${plate}, ${driveLock}))`.execute(trx)
  },
  /** The drives of a vehicle that nobody has handled and from which an instant is no further apart than so many ms, the newest first. */
  drivesAt: async (trx: Trx, plate: string, at: Date, apart: number): Promise<Drive[]> => {
    const { rows } =
      await sql<Drive>`SELECT one.id::text AS id, one.lng, one.lat, one.end_time AS end, stop.alarm_id::text AS "alarmId"
      FROM speeding_record AS one LEFT JOIN traffic_stop AS stop ON stop.speeding_id = one.id
      WHERE one.plate_number = ${plate} AND one.status < 2
        AND one.end_time >= ${new Date(at.getTime() - apart)} AND one.start_time <= ${new Date(at.getTime() + apart)}
      ORDER BY one.end_time DESC, one.id DESC`.execute(trx)
    return rows
  },
  /** Locks a drive: its stop first, as whoever closes that. Null where somebody has handled it meanwhile. */
  lockDrive: async (trx: Trx, id: string): Promise<LockedDrive | null> => {
    const { rows } = await sql<LockedDrive>`SELECT speeding_id::text AS id, id::text AS "stopId", is_late AS "isLate"
      FROM traffic_stop WHERE speeding_id = ${id}::bigint AND status < 2 FOR UPDATE`.execute(trx)
    return rows[0] ?? null
  },
  /** Somebody on a drive was seen again; `isCalled` where he is called for only now, `isLive` where it is told in time: then its end is waited for. The pictures are those of the highest speed. No version of the stop: whoever is handling it goes on. */
  driveOn: async (
    trx: Trx,
    { id, stopId }: LockedDrive,
    pass: TooFast,
    { isCalled, isLive }: { readonly isCalled: boolean; readonly isLive: boolean },
  ): Promise<void> => {
    const { passTime, speed, place, bigImage, plateImage, pictureLost } = pass
    const hasNone = sql`big_image = '' AND plate_image = ''`
    await sql`WITH drive AS (UPDATE speeding_record SET version = version + 1, start_time = least(start_time, ${passTime}),
          lng = CASE WHEN ${passTime} >= end_time THEN ${place.lng}::float8 ELSE lng END,
          lat = CASE WHEN ${passTime} >= end_time THEN ${place.lat}::float8 ELSE lat END,
          end_time = greatest(end_time, ${passTime}), max_speed = greatest(max_speed, ${speed}::real),
          big_image = CASE WHEN max_speed < ${speed}::real AND ${bigImage} <> '' THEN ${bigImage} ELSE big_image END,
          plate_image = CASE WHEN max_speed < ${speed}::real AND ${plateImage} <> '' THEN ${plateImage} ELSE plate_image END,
          picture_lost = CASE WHEN max_speed < ${speed}::real AND ${bigImage + plateImage} <> '' OR ${hasNone} AND ${pictureLost} <> ''
            THEN ${pictureLost} ELSE picture_lost END,
          is_over = is_over AND NOT ${isLive}
        WHERE id = ${id}::bigint RETURNING big_image, plate_image, picture_lost)
      UPDATE traffic_stop AS stop SET is_late = is_late AND NOT ${isCalled}, big_image = drive.big_image, plate_image = drive.plate_image,
        picture_lost = drive.picture_lost
      FROM drive WHERE stop.id = ${stopId}::bigint`.execute(trx)
  },
  /** Whether the drive is over from the first: nobody waits for its end. */
  insertSpeeding,
  insertStop: (trx: Trx, speedingId: string, areaId: string | null, isLate: boolean) =>
    insertStop(context, trx, speedingId, areaId, isLate),
  setAlarm: async (trx: Trx, stopId: string, alarmId: string): Promise<void> => {
    await sql`UPDATE traffic_stop SET alarm_id = ${alarmId}::bigint WHERE id = ${stopId}::bigint`.execute(trx)
  },
  stop: async (trx: Trx, id: string): Promise<TrafficStop> => {
    const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
      WHERE one.id = ${id}::bigint`.execute(trx)
    return stopOf(context.clock, rows[0] as StopRow)
  },
  /** Drives on which nobody was seen since an instant. */
  drivesOver: async (before: Date): Promise<Ended[]> => {
    const { rows } = await sql<Ended>`SELECT drive.id::text AS id, stop.id::text AS "stopId", drive.end_time AS end,
        stop.alarm_id::text AS "alarmId"
      FROM speeding_record AS drive JOIN traffic_stop AS stop ON stop.speeding_id = drive.id
      WHERE NOT drive.is_over AND drive.end_time < ${before} ORDER BY drive.id`.execute(context.db.sql)
    return rows
  },
  /** Ends those of them on which nobody was seen meanwhile. */
  endDrives: async (ids: readonly string[], before: Date): Promise<void> => {
    await sql`UPDATE speeding_record SET is_over = true WHERE id = ANY(${[...ids]}::bigint[]) AND end_time < ${before}`.execute(
      context.db.sql,
    )
  },
  /** A camera that was heard of, at most so often; whether it had been silent for longer than `silent` ms. */
  heard: async (cameraId: string, { every, silent }: { readonly every: number; readonly silent: number }): Promise<boolean> => {
    const now = context.clock.now()
    const { rows } = await sql<{ silent: boolean }>`WITH known AS (
        SELECT id, last_seen FROM speed_camera WHERE id = ${cameraId}::bigint
        AND (last_seen IS NULL OR last_seen < ${new Date(now - every)}) FOR UPDATE SKIP LOCKED)
      UPDATE speed_camera SET last_seen = ${new Date(now)} FROM known WHERE speed_camera.id = known.id
      RETURNING known.last_seen IS NULL OR known.last_seen < ${new Date(now - silent)} AS silent`.execute(context.ingest.sql)
    return rows[0]?.silent === true
  },
  /** An enabled camera by the address from which it pushes, or by its id. */
  placeBy: async (by: { readonly address: string } | { readonly id: string }): Promise<PlaceOfPasses | null> => {
    const which = 'address' in by ? sql`ip = ${by.address}` : sql`id = ${by.id}::bigint`
    const { rows } =
      await sql<PlaceOfPasses>`SELECT 'speedCamera' AS kind, id::text AS id, place, ip, dept_id::text AS "deptId", "limit",
        lng, lat FROM speed_camera WHERE enabled AND ${which}`.execute(context.ingest.sql)
    return rows[0] ?? null
  },
})
export type SeeStore = ReturnType<typeof createSeeStore>
