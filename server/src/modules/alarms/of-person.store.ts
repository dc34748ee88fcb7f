import { sql } from 'kysely'
import type { AlarmFacts } from '@vigil/contract/alarms/result.ts'
import { batchSize, inBatches } from '../../kernel/batches.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { resultOf } from './row.store.ts'

interface Row {
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

/** Alarms of devices while somebody wore them, since a name alone may be another's; and those that he handled. */
export const createAlarmsOfPerson =
  ({ db, clock }: Pick<Kernel, 'db' | 'clock'>) =>
  (personId: string) =>
    inBatches(
      async (after) =>
        (
          await sql<Row>`SELECT * FROM (
              SELECT id, alarm_name, alarm_level, alarm_type, result, facts, find_time, device_name, user_name, area_name, lng, lat,
                handle_user, CASE WHEN suppressed = '' THEN handle_time END AS handle_time, handle_note, handle_user_id, EXISTS (SELECT 1 FROM devices_worn AS worn
                  WHERE worn.device_id = alarm.device_id AND worn.person_id = ${personId}::bigint
                    AND alarm.find_time >= from_time AND (until_time IS NULL OR alarm.find_time < until_time)) AS wore
              FROM alarm) AS known
            WHERE (wore OR handle_user_id = ${personId}::bigint) AND id > ${after}::bigint ORDER BY id LIMIT ${batchSize}`.execute(
            db.sql,
          )
        ).rows,
      (row) => ({
        id: row.id,
        as: row.wore ? 'wearer' : 'handler',
        alarmName: row.alarm_name,
        alarmLevel: row.alarm_level,
        result: resultOf(row),
        findTime: clock.toWire(row.find_time),
        deviceName: row.device_name,
        userName: row.user_name,
        areaName: row.area_name,
        lng: row.lng,
        lat: row.lat,
        handleUser: row.handle_user,
        handleTime: clock.toWireOrNull(row.handle_time),
        handleNote: row.handle_note,
      }),
    )
