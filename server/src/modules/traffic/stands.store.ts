import { advisoryLocks } from '../../kernel/advisory-locks.ts'
import { sql } from 'kysely'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { stopColumns, stopOf, type StopRow, type TrafficStop } from './rows.store.ts'
import { stopJoins } from './see.store.ts'
import { metresBetween } from './rules.ts'
import type { Report, Stand } from './stands.rules.ts'

/** Any number, so long as nobody else locks by it. */
const standLock = advisoryLocks.stands
/** Reports of one vehicle in one round; the rest follows in the next. */
const reportsAtOnce = 1_000

/** A registered vehicle, as a record of it says. */
export interface StandingCar {
  readonly device: number
  readonly plateNumber: string
  readonly owner: string
  readonly driver: string
  readonly deptId: string | null
}
/** One that reported since it was looked at, with how it stood then. */
export interface FollowedCar extends StandingCar {
  readonly stand: Stand | null
  readonly stopId: string | null
  readonly reports: readonly Report[]
}
interface CarRow extends Omit<FollowedCar, 'stand' | 'reports'> {
  readonly lng: number | null
  readonly lat: number | null
  readonly since: Date | null
  readonly until: Date | null
  readonly reports: readonly (readonly [at: number, lng: number, lat: number, speed: number | null])[]
}

export interface NewStand {
  /** `device` null of one that is not registered. */
  readonly car: Omit<StandingCar, 'device'> & { readonly device: number | null }
  readonly since: Date
  /** Null while it stands. */
  readonly until: Date | null
  /** Told long after it happened. */
  readonly isLate: boolean
  /** Null where a camera is of which nobody knows that. */
  readonly lng: number | null
  readonly lat: number | null
  readonly areaId: string | null
  readonly place: string
  readonly illegal: boolean
}

const standOf = ({ lng, lat, since, until, stopId }: CarRow): Stand | null =>
  lng === null || lat === null || since === null || until === null
    ? null
    : { lng, lat, since: since.getTime(), until: until.getTime(), isStop: stopId !== null }

export const createStandStore = ({ clock }: Pick<Kernel, 'clock'>) => {
  const read = async (trx: Trx, ids: readonly string[]): Promise<TrafficStop[]> => {
    const { rows } = await sql<StopRow>`SELECT ${stopColumns} FROM traffic_stop AS one ${stopJoins}
      WHERE one.id = ANY(${[...ids]}::bigint[]) ORDER BY one.id`.execute(trx)
    return rows.map((row) => stopOf(clock, row))
  }
  return {
    read,
    /** Whether nobody else follows vehicles in this moment; until the transaction ends nobody does. */
    takeTurn: async (trx: Trx): Promise<boolean> => {
      const { rows } = await sql<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(${standLock}) AS taken`.execute(trx)
      return rows[0]?.taken === true
    },
    /** Lets those go that are no vehicles any more; the stops that they were on. */
    forget: async (trx: Trx): Promise<{ readonly stopId: string; readonly end: Date }[]> => {
      const { rows } = await sql<{ stopId: string | null; end: Date }>`DELETE FROM vehicle_stand AS stand
        WHERE NOT EXISTS (SELECT FROM devices_car WHERE id = stand.device_id)
        RETURNING stop_id::text AS "stopId", until AS end`.execute(trx)
      return rows.flatMap(({ stopId, end }) => (stopId === null ? [] : [{ stopId, end }]))
    },
    /** From an instant on at most, and not of the future. */
    reported: async (trx: Trx, from: Date): Promise<FollowedCar[]> => {
      const { rows } = await sql<CarRow>`SELECT car.id AS device, car.plate_number AS "plateNumber", car.owner,
          coalesce(person.cname, '') AS driver, coalesce(car.dept_id, person.dept_id)::text AS "deptId", stand.lng, stand.lat, stand.since,
          stand.until, stand.stop_id::text AS "stopId", reports.list AS reports
        FROM devices_car AS car LEFT JOIN accounts_person AS person ON person.id = car.person_id
        LEFT JOIN vehicle_stand AS stand ON stand.device_id = car.id
        CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_array(date_part('epoch', fix_time) * 1000, lng, lat, speed) ORDER BY fix_time) AS list
          FROM (SELECT fix_time, lng, lat, speed FROM positions_reported WHERE device_id = car.id
            AND fix_time > greatest(stand.until, ${from}) AND fix_time <= ${new Date(clock.now())}
            ORDER BY fix_time LIMIT ${reportsAtOnce}) AS told) AS reports
        WHERE reports.list IS NOT NULL ORDER BY car.id`.execute(trx)
      return rows.map((row) => ({
        device: row.device,
        plateNumber: row.plateNumber,
        owner: row.owner,
        driver: row.driver,
        deptId: row.deptId,
        stopId: row.stopId,
        stand: standOf(row),
        reports: row.reports.map(([at, lng, lat, speed]) => ({ at, lng, lat, speed })),
      }))
    },
    begin: async (trx: Trx, stop: NewStand): Promise<string> => {
      const { car, since, until, lng, lat, areaId, place, illegal, isLate } = stop
      const { rows } = await sql<{
        id: string
      }>`INSERT INTO traffic_stop (kind, device_id, place, dept_id, plate_number, start_time, end_time, area_id,
          is_illegal, is_late, driver, owner, lng, lat, found_at, status)
        VALUES ('parking', ${car.device}, ${place}, ${car.deptId}::bigint, ${plateForm(car.plateNumber)}, ${since}, ${until}::timestamptz, ${areaId}::bigint, ${illegal},
          ${isLate}, ${car.driver}, ${car.owner}, ${lng}, ${lat}, ${new Date(clock.now())}, ${illegal ? 0 : 2})
        RETURNING id::text AS id`.execute(trx)
      return (rows[0] as { id: string }).id
    },
    /** What a device told of a stop that reports of where it was now find as well, at most so many metres off; null for none. */
    adopt: async (trx: Trx, { car, since, until, lng, lat }: NewStand, metres: number): Promise<string | null> => {
      const { rows } = await sql<{
        id: string
        lng: number | null
        lat: number | null
      }>`SELECT id::text AS id, lng, lat FROM traffic_stop
        WHERE kind = 'parking' AND is_told AND device_id = ${car.device} AND end_time >= ${since}
          AND start_time <= ${until ?? new Date(clock.now())}
        ORDER BY start_time, id FOR UPDATE`.execute(trx)
      const found = rows.find((row) => metresBetween(row, { lng, lat }) < metres)
      if (!found) return null
      await sql`UPDATE traffic_stop SET start_time = least(start_time, ${since}), version = version + 1,
          end_time = CASE WHEN ${until}::timestamptz IS NULL THEN NULL ELSE greatest(end_time, ${until}) END
        WHERE id = ${found.id}::bigint`.execute(trx)
      return found.id
    },
    end: async (trx: Trx, stopId: string, end: Date): Promise<void> => {
      await sql`UPDATE traffic_stop SET end_time = ${end}, version = version + 1 WHERE id = ${stopId}::bigint`.execute(trx)
    },
    /** How vehicles stand as far as they were followed. */
    keep: async (
      trx: Trx,
      stands: readonly { readonly device: number; readonly stand: Stand; readonly stopId: string | null }[],
    ): Promise<void> => {
      const rows = stands.map(({ device, stand: { lng, lat, since, until }, stopId }) => ({
        device,
        lng,
        lat,
        since: new Date(since),
        until: new Date(until),
        stopId,
      }))
      await sql`INSERT INTO vehicle_stand (device_id, lng, lat, since, until, stop_id)
        SELECT device, lng, lat, since, until, "stopId" FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS stand
          (device int, lng float8, lat float8, since timestamptz, until timestamptz, "stopId" bigint)
        ON CONFLICT (device_id) DO UPDATE SET lng = excluded.lng, lat = excluded.lat, since = excluded.since, until = excluded.until,
          stop_id = excluded.stop_id`.execute(trx)
    },
  }
}
export type StandStore = ReturnType<typeof createStandStore>
