import { sql } from 'kysely'
import { resultIn, type AlarmFacts } from '@vigil/contract/alarms/result.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { StoredFix } from '../positions/index.ts'

/** Rows of one look at a long table. */
const batch = 2000
const day = 86_400_000

/** Every fix of a device from one time on to before another (ms since 1970), a few at a time. */
export type WalkTrack = (deviceId: number, from: number, to: number) => AsyncIterable<readonly StoredFix[]>

/** Everything that stands in the database of one person. Times in the zone of the site, as everywhere. */
export const createPersonDataStore = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>, walkTrack: WalkTrack) => {
  const time = (at: Date | null): string | null => (at === null ? null : clock.toWire(at))

  type Numbered = { readonly id: string }
  const inBatches = async function* <Row extends Numbered, Told>(
    next: (after: string) => Promise<readonly Row[]>,
    tell: (row: Row) => Told,
  ): AsyncGenerator<Told[]> {
    let last = '0'
    for (;;) {
      const rows = await next(last)
      if (rows.length === 0) return
      yield rows.map(tell)
      last = rows.at(-1)?.id ?? last
    }
  }

  interface SessionRow {
    id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ended_at: Date | null
    ip: string
    user_agent: string
  }
  interface BindingRow {
    id: string
    kind: string
    code: string
    label: string
    person_name: string
    work_num: string
    from_time: Date
    until_time: Date | null
  }
  interface AlarmRow {
    id: string
    alarm_name: string
    alarm_level: number
    alarm_type: number
    result: string | null
    facts: AlarmFacts | null
    find_time: Date
    device_name: string
    user_name: string
    area_name: string | null
    lng: number | null
    lat: number | null
    handle_user: string
    handle_time: Date | null
    handle_note: string
    wore: boolean
  }
  interface JournalRow {
    id: string
    at: Date
    module: string
    action: string
    object: string
    object_id: string
    ip: string
    user_agent: string
    result: string
    repeated: number
  }

  return {
    pushSettings: async (id: string) => {
      const { rows } = await sql<{ quiet_from: string; quiet_to: string; delay_min: number; enabled: boolean }>`
        SELECT task_type_ids, area_ids, quiet_from, quiet_to, delay_min, enabled FROM push_user_config
        WHERE user_id = ${id}::bigint`.execute(db.sql)
      return rows[0] ?? null
    },
    /** Without what would open one. */
    sessions: async (id: string) => {
      const { rows } = await sql<SessionRow>`SELECT id, created_at, last_seen_at, expires_at, ended_at, ip, user_agent
        FROM session WHERE person_id = ${id}::bigint ORDER BY id`.execute(db.sql)
      return rows.map((row) => ({
        createdAt: time(row.created_at),
        lastSeenAt: time(row.last_seen_at),
        expiresAt: time(row.expires_at),
        endedAt: time(row.ended_at),
        ip: row.ip,
        userAgent: row.user_agent,
      }))
    },
    /** Where he signed in from, of which the site knows him. */
    signInAddresses: async (id: string) => {
      const { rows } = await sql<{ address: string; last_at: Date }>`SELECT address, last_at FROM sign_in_address
        WHERE person_id = ${id}::bigint ORDER BY last_at`.execute(db.sql)
      return rows.map(({ address, last_at }) => ({ address, lastAt: time(last_at) }))
    },
    bindings: async (id: string) => {
      const { rows } =
        await sql<BindingRow>`SELECT device_binding.id, device.kind, device.code, device.label, person_name, work_num,
          from_time, until_time
        FROM device_binding JOIN device ON device.id = device_binding.device_id
        WHERE device_binding.person_id = ${id}::bigint ORDER BY from_time, device_binding.id`.execute(db.sql)
      return rows.map((row) => ({
        deviceType: row.kind,
        deviceCode: row.code,
        deviceName: row.label,
        userName: row.person_name,
        workNum: row.work_num,
        from: time(row.from_time),
        until: time(row.until_time),
      }))
    },
    /** Of devices while he wore them, since a name alone may be another's; and those that he handled. */
    alarms: (id: string) =>
      inBatches(
        async (after) =>
          (
            await sql<AlarmRow>`SELECT * FROM (
                SELECT id, alarm_name, alarm_level, alarm_type, result, facts, find_time, device_name, user_name, area_name, lng, lat,
                  handle_user, handle_time, handle_note, handle_user_id, EXISTS (SELECT 1 FROM device_binding
                    WHERE device_binding.device_id = alarm.device_id AND device_binding.person_id = ${id}::bigint
                      AND alarm.find_time >= from_time AND (until_time IS NULL OR alarm.find_time < until_time)) AS wore
                FROM alarm) AS known
              WHERE (wore OR handle_user_id = ${id}::bigint) AND id > ${after}::bigint ORDER BY id LIMIT ${batch}`.execute(db.sql)
          ).rows,
        (row) => ({
          id: row.id,
          as: row.wore ? 'wearer' : 'handler',
          alarmName: row.alarm_name,
          alarmLevel: row.alarm_level,
          result: row.result ?? resultIn({ alarmType: row.alarm_type, facts: row.facts }, 'zh') ?? row.alarm_name,
          findTime: time(row.find_time),
          deviceName: row.device_name,
          userName: row.user_name,
          areaName: row.area_name,
          lng: row.lng,
          lat: row.lat,
          handleUser: row.handle_user,
          handleTime: time(row.handle_time),
          handleNote: row.handle_note,
        }),
      ),
    /** Where the devices were while he wore them, oldest first for each binding; `kind` as reports have it (4, 5: calls for help). */
    positions: async function* (id: string) {
      const { rows: worn } = await sql<{ device_id: number; code: string; from_time: Date; until_time: Date | null }>`
        SELECT device_id, code, from_time, until_time FROM device_binding JOIN device ON device.id = device_id
        WHERE device_binding.person_id = ${id}::bigint ORDER BY from_time, device_binding.id`.execute(db.sql)
      for (const { device_id, code, from_time, until_time } of worn) {
        for await (const fixes of walkTrack(device_id, from_time.getTime(), until_time?.getTime() ?? clock.now() + day)) {
          yield fixes.map(({ kind, fixTime, lng, lat, floor }) => ({
            deviceCode: code,
            time: clock.toWire(fixTime),
            kind,
            lng,
            lat,
            floor,
          }))
        }
      }
    },
    /** What he did himself; before and after belong to the records that he changed. */
    journal: (id: string) =>
      inBatches(
        async (after) =>
          (
            await sql<JournalRow>`SELECT id, at, module, action, object, object_id, ip, user_agent, result, repeated FROM journal
              WHERE person_id = ${id}::bigint AND id > ${after}::bigint ORDER BY id LIMIT ${batch}`.execute(db.sql)
          ).rows,
        ({ object_id, user_agent, at, ...row }) => ({ ...row, at: time(at), objectId: object_id, userAgent: user_agent }),
      ),

    /** What is no evidence goes; alarms and the journal are not touched. */
    erase: async (
      trx: Trx,
      id: string,
      { cname, workNum }: { readonly cname: string; readonly workNum: string },
    ): Promise<void> => {
      const now = new Date(clock.now())
      await sql`DELETE FROM login_failure WHERE lower(user_name) = (SELECT lower(user_name) FROM person WHERE id = ${id}::bigint)`.execute(
        trx,
      )
      await sql`DELETE FROM session WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`DELETE FROM sign_in_address WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`DELETE FROM old_password WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`DELETE FROM person_role WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`DELETE FROM push_user_config WHERE user_id = ${id}::bigint`.execute(trx)
      await sql`INSERT INTO push_user_config (user_id, enabled) VALUES (${id}::bigint, false)`.execute(trx)
      await sql`UPDATE device SET person_id = NULL, version = version + 1 WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`UPDATE device_binding SET person_name = ${cname}, work_num = ${workNum}, until_time = coalesce(until_time, ${now})
        WHERE person_id = ${id}::bigint`.execute(trx)
      await sql`UPDATE person SET cname = ${cname}, work_num = ${workNum}, user_name = NULL, post = '', mobile = '', avatar = '',
          password_hash = NULL, can_login = false, enabled = false, last_login_at = NULL, version = version + 1
        WHERE id = ${id}::bigint`.execute(trx)
    },
  }
}
