import { sql } from 'kysely'
import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { FaultKind } from '@vigil/contract/health/fault.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { storedSettings, valueIn } from '../../kernel/settings.ts'
import { aheadFor, outOfUseAfter } from './rules.ts'

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
  readonly floor: number | null
  readonly battery: number | null
  readonly receivedAt: Date | null
  readonly aheadFrom: Date | null
  readonly aheadAt: Date | null
  readonly open: readonly { readonly id: string; readonly kind: FaultKind; readonly alarmed: boolean; readonly since: string }[]
}

interface Limits {
  readonly personOffline: number
  readonly carOffline: number
  readonly battery: number
}
interface Opened {
  readonly device: number
  readonly kind: FaultKind
  readonly since: number
  readonly alarmed: boolean
}

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
  candidates: async (trx: Trx, { personOffline, carOffline, battery }: Limits, now: Date): Promise<Candidate[]> => {
    const silentSince = sql`${now}::timestamptz - CASE WHEN device.kind = 'car' THEN ${carOffline}::int ELSE ${personOffline}::int END
        * interval '1 second'`
    const { rows } =
      await sql<Candidate>`SELECT coalesce(device.id, open.device_id) AS device, coalesce(device.enabled, false) AS enabled,
          device.kind, coalesce(device.code, '') AS code, coalesce(device.label, '') AS label, dept.id::text AS "deptId",
          dept.name AS "deptName", person.cname AS "personName", latest.lng, latest.lat, latest.floor, latest.battery,
          CASE WHEN latest.recv_time < ${silentSince} AND NOT coalesce(open.offline, false)
            THEN (SELECT heard_at FROM positions_heard AS heard WHERE heard.device_id = device.id)
            ELSE latest.recv_time END AS "receivedAt",
          ahead.first_seen AS "aheadFrom", ahead.last_seen AS "aheadAt", coalesce(open.faults, '[]') AS open
        FROM devices_watched AS device
        FULL JOIN (SELECT device_id, bool_or(kind = 'offline') AS offline,
            jsonb_agg(jsonb_build_object('id', id::text, 'kind', kind, 'alarmed', alarmed, 'since', since)) AS faults
          FROM device_fault WHERE ended_at IS NULL GROUP BY device_id) AS open ON open.device_id = device.id
        LEFT JOIN positions_heard AS latest ON latest.device_id = device.id
        LEFT JOIN devices_clock_ahead AS ahead ON ahead.device_id = device.id
        LEFT JOIN accounts_person AS person ON person.id = device.person_id
        LEFT JOIN accounts_dept AS dept ON dept.id = coalesce(device.dept_id, person.dept_id)
        WHERE open.device_id IS NOT NULL OR device.enabled AND (latest.battery <= ${battery}::float8
          OR latest.recv_time < ${silentSince} AND latest.recv_time > ${new Date(now.getTime() - outOfUseAfter)}
          OR ahead.last_seen > ${new Date(now.getTime() - aheadFor)})
        ORDER BY 1`.execute(trx)
    return rows
  },
  /** Opens those that are not open; their ids. */
  open: async (trx: Trx, faults: readonly Opened[], now: Date): Promise<string[]> => {
    if (faults.length === 0) return []
    const { rows } = await sql<{ id: string }>`INSERT INTO device_fault (device_id, kind, since, seen_at, alarmed)
        SELECT device, kind, to_timestamp(since / 1000.0), ${now}, alarmed
        FROM jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) AS found (device int, kind text, since float8, alarmed boolean)
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
