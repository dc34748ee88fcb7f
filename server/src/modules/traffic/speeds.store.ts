import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Fast } from './speeds.rules.ts'
import type { Report } from './stands.rules.ts'
import type { StandingCar } from './stands.store.ts'

/** Reports of one vehicle in one round; the rest follows in the next. */
const reportsAtOnce = 1_000

/** A registered vehicle that reported since its speed was looked at. */
export interface DrivenCar extends StandingCar {
  readonly code: string
  readonly carType: string
  /** Who drives it, and whose it is: fences hold for some and not for others. */
  readonly personId: string | null
  readonly deptIds: readonly string[]
  /** As far as it was looked at; null of one that never was. */
  readonly until: Date | null
  /** Its last report, where that was too fast. */
  readonly fast: Fast | null
  readonly reports: readonly Report[]
}
interface CarRow extends Omit<DrivenCar, 'reports'> {
  readonly reports: readonly (readonly [at: number, lng: number, lat: number, speed: number | null])[]
}
export interface SpeedSeen {
  readonly device: number
  readonly until: Date
  readonly fast: Fast | null
}

export const createSpeedStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) => ({
  /** From `known` on at most, of one that was never looked at from `first` on, and not of the future. */
  driven: async (known: Date, first: Date): Promise<DrivenCar[]> => {
    const { rows } =
      await sql<CarRow>`SELECT car.id AS device, car.plate_number AS "plateNumber", car.code, car.car_type AS "carType", car.owner,
        coalesce(person.cname, '') AS driver, coalesce(car.dept_id, person.dept_id)::text AS "deptId", car.person_id::text AS "personId",
        array_remove(ARRAY[car.dept_id, person.dept_id], NULL)::text[] AS "deptIds", seen.until, seen.fast,
        reports.list AS reports
      FROM devices_car AS car LEFT JOIN accounts_person AS person ON person.id = car.person_id
      LEFT JOIN vehicle_speed AS seen ON seen.device_id = car.id
      CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_array(date_part('epoch', fix_time) * 1000, lng, lat, speed) ORDER BY fix_time) AS list
        FROM (SELECT fix_time, lng, lat, speed FROM positions_reported WHERE device_id = car.id
          AND fix_time > CASE WHEN seen.until IS NULL THEN ${first}::timestamptz ELSE greatest(seen.until, ${known}) END
          AND fix_time <= ${new Date(clock.now())}
          ORDER BY fix_time LIMIT ${reportsAtOnce}) AS told) AS reports
      WHERE reports.list IS NOT NULL ORDER BY car.id`.execute(db.sql)
    return rows.map((row) => ({ ...row, reports: row.reports.map(([at, lng, lat, speed]) => ({ at, lng, lat, speed })) }))
  },
  /** Keeps how far vehicles were looked at. */
  keep: async (seen: readonly SpeedSeen[]): Promise<void> => {
    await sql`INSERT INTO vehicle_speed (device_id, until, fast)
      SELECT device, until, fast FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS seen (device int, until timestamptz, fast jsonb)
      ON CONFLICT (device_id) DO UPDATE SET until = excluded.until, fast = excluded.fast
      WHERE vehicle_speed.until < excluded.until`.execute(db.sql)
  },
  /** The same of one, in the transaction of what follows from it; false where another server has looked further meanwhile. */
  advance: async (trx: Trx, { device, until, fast }: SpeedSeen, before: Date | null): Promise<boolean> => {
    const { rows } = await sql`INSERT INTO vehicle_speed AS seen (device_id, until, fast)
      VALUES (${device}, ${until}, ${JSON.stringify(fast)}::jsonb)
      ON CONFLICT (device_id) DO UPDATE SET until = excluded.until, fast = excluded.fast
      WHERE seen.until = ${before}::timestamptz RETURNING device_id`.execute(trx)
    return rows.length > 0
  },
  /** Lets those go that are no vehicles any more; `all` where nothing limits them: what they drove until then is held against no later limit. */
  forget: async (all: boolean): Promise<void> => {
    await sql`DELETE FROM vehicle_speed AS seen
      WHERE ${all} OR NOT EXISTS (SELECT FROM devices_car WHERE id = seen.device_id)`.execute(db.sql)
  },
})
export type SpeedStore = ReturnType<typeof createSpeedStore>
