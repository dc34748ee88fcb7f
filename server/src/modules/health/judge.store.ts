import { sql, type RawBuilder } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { FaultKind } from '@vigil/contract/health/fault.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { storedSettings, valueIn } from '../../kernel/settings.ts'
import { behindFrom, drivingFrom, inTimeWithin, outOfUseAfter, reportsOfStuck, wrongFor } from './rules.ts'
import { skewNow } from './skew.store.ts'

/** A device that may have a fault, or has one that is open; what stands of one that is no longer there is null. */
export interface Candidate {
  readonly device: number
  readonly enabled: boolean
  readonly kind: DeviceType | null
  readonly code: string
  readonly label: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly personName: string | null
  readonly lng: number | null
  readonly lat: number | null
  readonly alt: number | null
  readonly floor: number | null
  readonly battery: number | null
  readonly receivedAt: Date | null
  /** ms by which that was late. */
  readonly lag: number | null
  readonly aheadFrom: Date | null
  readonly aheadAt: Date | null
  readonly behindFrom: Date | null
  readonly behindAt: Date | null
  /** Seconds by which its clock was wrong the last time, below 0 where it was behind. */
  readonly skew: number | null
  readonly unfixedFrom: Date | null
  readonly unfixedAt: Date | null
  readonly sameSince: Date | null
  readonly open: readonly { readonly id: string; readonly kind: FaultKind; readonly alarmed: boolean; readonly since: string }[]
}

interface Limits {
  readonly personOffline: number
  readonly carOffline: number
  readonly battery: number
  readonly noFix: number
  readonly stuck: number
}
interface Opened {
  readonly device: number
  readonly kind: FaultKind
  readonly since: number
  readonly alarmed: boolean
  readonly lng: number | null
  readonly lat: number | null
  readonly alt: number | null
  readonly skew: number | null
}

/** One place to the last digit, its height too: a receiver that works is never as sure of it. */
const isSame = (one: string, other: string): RawBuilder<unknown> => {
  const [a, b] = [sql.raw(one), sql.raw(other)]
  return sql`(${a}.lng = ${b}.lng AND ${a}.lat = ${b}.lat AND ${a}.alt IS NOT DISTINCT FROM ${b}.alt)`
}

/**
 * Since when `device`, whose `latest` is known, has told that place and no other, for so many seconds at least; no row where it has not. The
 * one look at where it was so long ago says so of nearly all. Who is placed by beacons, badges and whoever is on a floor, is told their places,
 * and of what nobody wears or drives a place that stays is none that is wrong.
 */
const stuckFor = (seconds: number): RawBuilder<unknown> =>
  sql`(SELECT earlier.fix_time AS since
      FROM (SELECT fix_time, lng, lat, alt FROM positions_reported WHERE device_id = device.id
          AND fix_time <= latest.fix_time - ${seconds} * interval '1 s' AND fix_time > latest.fix_time - ${1.5 * seconds} * interval '1 s'
        ORDER BY fix_time DESC LIMIT 1) AS earlier
      WHERE latest.floor IS NULL
        AND (device.kind = 'hat' AND device.person_id IS NOT NULL OR device.kind = 'car' AND latest.speed >= ${drivingFrom}::float8)
        AND ${isSame('earlier', 'latest')}
        AND (SELECT count(*) >= ${reportsOfStuck}::int AND bool_and(${isSame('told', 'latest')})
            AND (device.kind = 'hat' OR avg(coalesce(told.speed, 0)) >= ${drivingFrom}::float8)
          FROM positions_reported AS told WHERE told.device_id = device.id
            AND told.fix_time >= earlier.fix_time AND told.fix_time <= latest.fix_time))`

export const createJudgeStore = ({ db }: Pick<Kernel, 'db'>) => ({
  /** What the site goes by, as of this transaction. */
  chosen: async (trx: Trx) => {
    const { chosen } = await storedSettings(trx)
    return <S extends Parameters<typeof valueIn>[1]>(setting: S) => valueIn(chosen, setting)
  },
  /** Whether it is on whoever asks to judge, and whether nobody could be heard of late; null where another does. */
  takeTurn: async (trx: Trx, since: number, pause: number): Promise<{ settling: boolean } | null> => {
    const { rows } = await sql<{ settling: boolean }>`UPDATE device_fault_judged SET judged_at = now(),
          settled_at = CASE WHEN judged_at < now() - ${pause} * interval '1 ms' THEN now() + ${pause} * interval '1 ms' ELSE settled_at END
        WHERE ctid = (SELECT ctid FROM device_fault_judged
          WHERE judged_at < now() - ${since} * interval '1 ms' FOR UPDATE SKIP LOCKED)
        RETURNING settled_at > now() AS settling`.execute(trx)
    return rows[0] ?? null
  },
  /** Who may have a fault or has one, in one question; limits in seconds and per cent. */
  candidates: async (trx: Trx, { personOffline, carOffline, battery, noFix, stuck }: Limits, now: Date): Promise<Candidate[]> => {
    const silentSince = sql`${now}::timestamptz - CASE WHEN device.kind = 'car' THEN ${carOffline}::int ELSE ${personOffline}::int END
        * interval '1 second'`
    const { rows } =
      await sql<Candidate>`SELECT coalesce(device.id, open.device_id) AS device, coalesce(device.enabled, false) AS enabled,
          device.kind, coalesce(device.code, '') AS code, coalesce(device.label, '') AS label, dept.id::text AS "deptId",
          dept.name AS "deptName", person.cname AS "personName", latest.lng, latest.lat, latest.alt, latest.floor, latest.battery,
          CASE WHEN latest.recv_time < ${silentSince} AND NOT coalesce(open.offline, false)
            THEN (SELECT heard_at FROM positions_heard AS heard WHERE heard.device_id = device.id)
            ELSE latest.recv_time END AS "receivedAt",
          (extract(epoch FROM latest.recv_time - latest.fix_time) * 1000)::float8 AS lag,
          ahead.first_seen AS "aheadFrom", ahead.last_seen AS "aheadAt", behind.first_seen AS "behindFrom",
          behind.last_seen AS "behindAt", ${skewNow} AS skew, unfixed.first_seen AS "unfixedFrom", unfixed.last_seen AS "unfixedAt",
          CASE WHEN open.stuck IS NULL THEN same.since WHEN ${isSame('open', 'latest')} THEN open.stuck END AS "sameSince",
          coalesce(open.faults, '[]') AS open
        FROM devices_watched AS device
        FULL JOIN (SELECT device_id, bool_or(kind = 'offline') AS offline, min(since) FILTER (WHERE kind = 'stuck') AS stuck,
            min(lng) AS lng, min(lat) AS lat, min(alt) AS alt,
            jsonb_agg(jsonb_build_object('id', id::text, 'kind', kind, 'alarmed', alarmed, 'since', since)) AS faults
          FROM device_fault WHERE ended_at IS NULL GROUP BY device_id) AS open ON open.device_id = device.id
        LEFT JOIN positions_heard AS latest ON latest.device_id = device.id
        LEFT JOIN devices_clock_ahead AS ahead ON ahead.device_id = device.id
        LEFT JOIN devices_clock_behind AS behind ON behind.device_id = device.id
        LEFT JOIN devices_unfixed AS unfixed ON unfixed.device_id = device.id
        LEFT JOIN LATERAL ${stuckFor(stuck)} AS same
          ON device.enabled AND open.stuck IS NULL AND latest.recv_time >= ${silentSince}
        LEFT JOIN accounts_person AS person ON person.id = device.person_id
        LEFT JOIN accounts_dept AS dept ON dept.id = coalesce(device.dept_id, person.dept_id)
        WHERE open.device_id IS NOT NULL OR device.enabled AND (latest.battery <= ${battery}::float8
          OR latest.recv_time < ${silentSince} AND latest.recv_time > ${new Date(now.getTime() - outOfUseAfter)}
          OR ahead.last_seen > ${new Date(now.getTime() - wrongFor)}
          OR behind.last_seen > ${new Date(now.getTime() - wrongFor)}
            AND behind.last_seen - behind.first_seen >= ${behindFrom} * interval '1 ms'
            AND (latest.recv_time >= behind.last_seen
              AND latest.recv_time - latest.fix_time <= ${inTimeWithin} * interval '1 ms') IS NOT TRUE
          OR same.since IS NOT NULL
          OR unfixed.last_seen > ${new Date(now.getTime() - outOfUseAfter)} AND (latest.recv_time < unfixed.last_seen) IS NOT FALSE
            AND unfixed.last_seen - greatest(unfixed.first_seen, latest.recv_time) >= ${noFix} * interval '1 s')
        ORDER BY 1`.execute(trx)
    return rows
  },
  /** Opens those that are not open; their ids. */
  open: async (trx: Trx, faults: readonly Opened[], now: Date): Promise<string[]> => {
    if (faults.length === 0) return []
    const { rows } = await sql<{
      id: string
    }>`INSERT INTO device_fault (device_id, kind, since, seen_at, alarmed, lng, lat, alt, skew_seconds)
        SELECT device, kind, to_timestamp(since / 1000.0), ${now}, alarmed, lng, lat, alt, skew
        FROM jsonb_to_recordset(${JSON.stringify(faults)}::jsonb)
          AS found (device int, kind text, since float8, alarmed boolean, lng float8, lat float8, alt real,
            skew float8)
        ON CONFLICT (device_id, kind) WHERE ended_at IS NULL DO NOTHING RETURNING id::text AS id`.execute(trx)
    return rows.map(({ id }) => id)
  },
  end: async (trx: Trx, ids: readonly string[], now: Date): Promise<void> => {
    if (ids.length === 0) return
    await sql`UPDATE device_fault SET ended_at = ${now}, alarmed = false, version = version + 1
        WHERE id = ANY(${[...ids]}::bigint[]) AND ended_at IS NULL`.execute(trx)
  },
  setAlarmed: async (trx: Trx, ids: readonly string[], alarmed: boolean): Promise<void> => {
    if (ids.length === 0) return
    await sql`UPDATE device_fault SET alarmed = ${alarmed} WHERE id = ANY(${[...ids]}::bigint[])`.execute(trx)
  },
  forget: async (before: Date): Promise<void> => {
    await sql`DELETE FROM device_fault WHERE ended_at < ${before}`.execute(db.sql)
  },
})
export type JudgeStore = ReturnType<typeof createJudgeStore>
