import { alarmType } from '@vigil/contract/alarms/types.ts'
import type { Database } from '../../server/src/kernel/db.ts'
import { createSiteClock } from '../../server/src/kernel/time.ts'
import { createAlarmStore } from '../../server/src/modules/alarms/index.ts'

/** Over so many days, the last of them today. */
export const days = 365
const perBatch = 50_000
const day = 86_400_000
export const clock = createSiteClock('Asia/Shanghai')
/** The beginning of the day so many days ago, as calls take it. */
export const ago = (count: number): string => clock.toWire(new Date(clock.startOfDay(Date.now()).getTime() - count * day))

/**
 * As a site has them after a year: of the devices, people and departments that there are, in twenty areas and a hundred fences.
 * Three in a hundred are not handled yet, some of those in work.
 */
const fill = `INSERT INTO alarm (device_id, device_type, device_code, device_name, source_kind, source_id, source_label, condition_key,
    alarm_type, alarm_level, alarm_name, facts, find_time, start_time, last_time, end_time, status, condition, handle_user, handle_user_id, handle_time,
    area_id, area_name, rule_id, dept_id, dept_name, user_name, plate_number, lng, lat)
  SELECT device, kind, 'D' || device, who, 'device', device, who, type || '/' || n, type, 1 + type % 3,
    CASE WHEN type = 1 THEN '禁入区' || n % 100 ELSE ($4::text[])[type] END, jsonb_build_object('device', who), found, found, found, found,
    status, 'returned', CASE WHEN status = 2 THEN '值班员' || n % 30 ELSE '' END, CASE WHEN status = 2 THEN 1 END,
    CASE WHEN status = 2 THEN found + interval '10 min' END,
    1000 + area, (ARRAY['煤磨', '原料堆场', '窑头', '窑尾', '包装'])[1 + area % 5] || area, 1 + n % 100, 1 + device % $3::int, '部门' || device % $3::int,
    CASE WHEN kind = 'car' THEN '' ELSE '人员' || device % 5000 END, CASE WHEN kind = 'car' THEN '皖B' || lpad(device::text, 5, '0') ELSE '' END, 118.36, 31.17
  FROM generate_series($1::int, $1::int + ${perBatch - 1}) n,
    LATERAL (SELECT 1 + (n::bigint * 7919 % $5::int)::int AS device, (n / 3 + n / 50) % 20 AS area, now() - (($2::int - n) * ${days * 86_400.0}::float8 / $2) * interval '1 s' AS found,
      (ARRAY[1, 1, 1, 1, 2, 4, 5, 5, 12, 13])[1 + n % 10] AS type, CASE n % 97 WHEN 7 THEN 0 WHEN 8 THEN 0 WHEN 9 THEN 1 ELSE 2 END AS status) fixed,
    LATERAL (SELECT (ARRAY['hat', 'hat', 'badge', 'badge', 'car'])[1 + device % 5] AS kind) kinds,
    LATERAL (SELECT 'AQM-' || lpad(device::text, 6, '0') || CASE WHEN kind = 'car' THEN '' ELSE '（人员' || device % 5000 || '）' END AS who) named`

/** What is looked for is made after the rows, as it is kept: in order, and many times as fast as with each row. */
export const fillAlarms = async (db: Database, count: number, departments: number, devices: number): Promise<void> => {
  const { rows: kept } = await db.raw<{ name: string; definition: string }>(
    db.sql,
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'alarm' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  )
  for (const { name } of kept) await db.raw(db.sql, `DROP INDEX ${name}`)
  const names = Array.from({ length: 13 }, (_, index) => alarmType.name(index + 1, 'zh'))
  for (let from = 1; from <= count; from += perBatch) await db.raw(db.sql, fill, [from, count, departments, names, devices])
  for (const { definition } of kept) await db.raw(db.sql, definition)
  await createAlarmStore({ db, clock }).addUp()
  await db.raw(db.sql, 'VACUUM ANALYZE alarm, alarm_total, alarm_text_total, alarm_hour')
}
