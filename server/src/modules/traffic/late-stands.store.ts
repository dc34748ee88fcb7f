import { sql } from 'kysely'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { RecordedStop } from './late-stands.rules.ts'
import type { StandingCar } from './stands.store.ts'

/** A vehicle of which reports came long after they happened: from the first of these to the last, ms since 1970. */
export interface LateCar {
  readonly car: StandingCar
  readonly from: number
  readonly to: number
  /** As far as it is followed; null of one that was not yet. */
  readonly until: number | null
}
/** A commit may come so many ms after the receipts of what it stores; looking twice at the same changes nothing. */
const overlap = 60_000

interface LateRow extends StandingCar {
  readonly from: Date
  readonly to: Date
  readonly until: Date | null
}
interface RecordedRow extends Omit<RecordedStop, 'since' | 'until'> {
  readonly since: Date
  readonly until: Date | null
}
const recordedColumns = sql`id::text AS id, lng, lat, start_time AS since, end_time AS until,
  is_told OR handle_user <> '' OR status = 1 AS "isFixed"`
const recordedOf = ({ since, until, ...row }: RecordedRow): RecordedStop => ({
  ...row,
  since: since.getTime(),
  until: until?.getTime() ?? null,
})

export const createLateStandStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Registered vehicles of which something came late since reports were last read by their receipt. */
  cars: async (): Promise<LateCar[]> => {
    const { rows } = await sql<LateRow>`SELECT car.id AS device, car.plate_number AS "plateNumber", car.owner,
        coalesce(person.cname, '') AS driver, coalesce(car.dept_id, person.dept_id)::text AS "deptId", told.from, told.to, stand.until
      FROM (SELECT device_id, min(fix_time) AS from, max(fix_time) AS to FROM positions_reported
          WHERE late AND recv_time > (SELECT min(read_to) FROM vehicle_late_read) - ${overlap} * interval '1 ms'
          GROUP BY device_id) AS told
        JOIN devices_car AS car ON car.id = told.device_id
        LEFT JOIN accounts_person AS person ON person.id = car.person_id
        LEFT JOIN vehicle_stand AS stand ON stand.device_id = car.id
      ORDER BY car.id`.execute(db.sql)
    return rows.map(({ from, to, until, ...car }) => ({
      car,
      from: from.getTime(),
      to: to.getTime(),
      until: until?.getTime() ?? null,
    }))
  },
  readTo: async (at: Date): Promise<void> => {
    await sql`UPDATE vehicle_late_read SET read_to = greatest(read_to, ${at})`.execute(db.sql)
  },
  /** The stop that a vehicle was on at an instant, by when it began; null where it was on none. */
  begunBefore: async (device: number, at: Date): Promise<number | null> => {
    const { rows } = await sql<{ since: Date | null }>`SELECT min(start_time) AS since FROM traffic_stop
      WHERE kind = 'parking' AND device_id = ${device} AND start_time < ${at} AND (end_time IS NULL OR end_time >= ${at})`.execute(
      db.sql,
    )
    return rows[0]?.since?.getTime() ?? null
  },
  /** How far a vehicle is followed; locked. */
  lockUntil: async (trx: Trx, device: number): Promise<number | null> => {
    const { rows } = await sql<{ until: Date }>`SELECT until FROM vehicle_stand WHERE device_id = ${device} FOR UPDATE`.execute(
      trx,
    )
    return rows[0]?.until.getTime() ?? null
  },
  /** The stops of a vehicle that reach into a period, in their order. */
  recorded: async (trx: Trx, device: number, from: Date, to: Date): Promise<RecordedStop[]> => {
    const { rows } = await sql<RecordedRow>`SELECT ${recordedColumns} FROM traffic_stop
      WHERE kind = 'parking' AND device_id = ${device} AND start_time <= ${to} AND (end_time IS NULL OR end_time >= ${from})
      ORDER BY start_time, id FOR UPDATE`.execute(trx)
    return rows.map(recordedOf)
  },
  change: async (trx: Trx, id: string, since: number, until: number | null): Promise<void> => {
    await sql`UPDATE traffic_stop SET start_time = ${new Date(since)}, end_time = ${until === null ? null : new Date(until)},
      version = version + 1 WHERE id = ${id}::bigint`.execute(trx)
  },
  /** Takes away stops that were none; the departments whose they were. */
  drop: async (trx: Trx, ids: readonly string[]): Promise<{ readonly id: string; readonly deptId: string | null }[]> => {
    const { rows } = await sql<{
      id: string
      deptId: string | null
    }>`DELETE FROM traffic_stop WHERE id = ANY(${[...ids]}::bigint[])
      RETURNING id::text AS id, dept_id::text AS "deptId"`.execute(trx)
    return rows
  },
})
export type LateStandStore = ReturnType<typeof createLateStandStore>
