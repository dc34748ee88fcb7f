import { plateForm } from '@vigil/contract/devices/plate.ts'
import { sql } from 'kysely'
import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { Stand } from './stands.rules.ts'
import type { PictureLost } from './pictures.ts'
import type { StandingCar } from './stands.store.ts'

/** What a device says besides where it is. */
export interface ToldWith {
  readonly ip: string
  readonly eventName: string
  readonly vehicleSize: string
  readonly bigImage: string
  readonly plateImage: string
  readonly pictureLost: PictureLost
}
/** A stop of which a device tells again, or which reports of where it was found first. */
export interface ToldBefore {
  readonly id: string
  readonly lng: number | null
  readonly lat: number | null
  readonly since: Date
  readonly until: Date | null
  readonly isTold: boolean
}
interface StandRow {
  readonly lng: number
  readonly lat: number
  readonly since: Date
  readonly until: Date
  readonly stopId: string | null
}

export const createParkedStore = () => ({
  /** Until the transaction ends nobody else follows vehicles. */
  lock: async (trx: Trx): Promise<void> => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.stands})`.execute(trx)
  },
  /** A registered vehicle by its device, or by its plate. */
  car: async (trx: Trx, by: { readonly device: number } | { readonly plateNumber: string }): Promise<StandingCar | null> => {
    const which = 'device' in by ? sql`car.id = ${by.device}` : sql`car.plate_key = ${plateForm(by.plateNumber)}`
    const { rows } = await sql<StandingCar>`SELECT car.id AS device, car.plate_number AS "plateNumber", car.owner,
        coalesce(person.cname, '') AS driver, coalesce(car.dept_id, person.dept_id)::text AS "deptId"
      FROM devices_car AS car LEFT JOIN accounts_person AS person ON person.id = car.person_id
      WHERE ${which} ORDER BY car.id LIMIT 1`.execute(trx)
    return rows[0] ?? null
  },
  stand: async (trx: Trx, device: number): Promise<{ readonly stand: Stand; readonly stopId: string | null } | null> => {
    const { rows } = await sql<StandRow>`SELECT lng, lat, since, until, stop_id::text AS "stopId" FROM vehicle_stand
      WHERE device_id = ${device} FOR UPDATE`.execute(trx)
    const [row] = rows
    if (!row) return null
    const { lng, lat, since, until, stopId } = row
    return { stopId, stand: { lng, lat, since: since.getTime(), until: until.getTime(), isStop: stopId !== null } }
  },
  /** Stops of a vehicle no further from an instant than so many ms, the latest first; of one that is not registered by its plate. */
  around: async (
    trx: Trx,
    { device, plateNumber }: { readonly device: number | null; readonly plateNumber: string },
    at: Date,
    within: number,
  ): Promise<ToldBefore[]> => {
    const whose =
      device === null ? sql`device_id IS NULL AND plate_number = ${plateForm(plateNumber)}` : sql`device_id = ${device}`
    const { rows } =
      await sql<ToldBefore>`SELECT id::text AS id, lng, lat, start_time AS since, end_time AS until, is_told AS "isTold"
      FROM traffic_stop WHERE kind = 'parking' AND ${whose} AND start_time <= ${new Date(at.getTime() + within)}
        AND (end_time IS NULL OR end_time >= ${new Date(at.getTime() - within)})
      ORDER BY start_time DESC, id DESC FOR UPDATE`.execute(trx)
    return rows
  },
  /** It was a device that told of it. */
  mark: async (trx: Trx, id: string): Promise<void> => {
    await sql`UPDATE traffic_stop SET is_told = true WHERE id = ${id}::bigint`.execute(trx)
  },
  /** A device tells of it as well: what it shows is kept where nothing was; what it forbids waits to be handled unless somebody did so. */
  told: async (
    trx: Trx,
    id: string,
    {
      since,
      until,
      illegal,
      ...told
    }: ToldWith & { readonly since: Date; readonly until: Date | null; readonly illegal: boolean },
  ): Promise<void> => {
    await sql`UPDATE traffic_stop SET is_told = true, version = version + 1, start_time = ${since}, end_time = ${until}::timestamptz,
        ip = CASE WHEN ip = '' THEN ${told.ip} ELSE ip END,
        event_name = CASE WHEN event_name = '' THEN ${told.eventName} ELSE event_name END,
        vehicle_size = CASE WHEN vehicle_size = '' THEN ${told.vehicleSize} ELSE vehicle_size END,
        picture_lost = CASE WHEN big_image = '' AND plate_image = '' THEN ${told.pictureLost} ELSE picture_lost END,
        plate_image = CASE WHEN big_image = '' AND plate_image = '' THEN ${told.plateImage} ELSE plate_image END,
        big_image = CASE WHEN big_image = '' AND plate_image = '' THEN ${told.bigImage} ELSE big_image END,
        status = CASE WHEN ${illegal} AND NOT is_illegal AND handle_user = '' THEN 0 ELSE status END,
        is_illegal = is_illegal OR ${illegal}
      WHERE id = ${id}::bigint`.execute(trx)
  },
})
export type ParkedStore = ReturnType<typeof createParkedStore>
