import type { Selectable } from 'kysely'
import type { Alarm, AlarmSource } from '@vigil/contract/alarms/entities.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tables } from '../../kernel/tables.ts'

export type AlarmRow = Selectable<Tables['alarm']>
/** What the stores of alarms stand on. */
export type StoreContext = Pick<Kernel, 'db' | 'clock'>

/** What happened, in Chinese: written from its facts, or as it was written before there were any. */
export const resultOf = (row: Pick<AlarmRow, 'result' | 'facts' | 'alarm_type' | 'alarm_name'>): string =>
  row.result ?? resultIn({ alarmType: row.alarm_type, facts: row.facts }, 'zh') ?? row.alarm_name

export const alarmOf = ({ clock }: Pick<StoreContext, 'clock'>, row: AlarmRow): Alarm => ({
  id: row.id,
  version: row.version,
  source: { kind: row.source_kind as AlarmSource['kind'], id: row.source_id, label: row.source_label },
  deviceType: row.device_type,
  alarmType: row.alarm_type,
  alarmLevel: row.alarm_level,
  alarmName: row.alarm_name,
  result: resultOf(row),
  facts: row.facts,
  findTime: clock.toWire(row.find_time),
  deviceId: row.device_code,
  deviceName: row.device_name,
  status: row.status,
  remark: row.remark,
  handleNote: row.handle_note,
  handleUser: row.handle_user,
  // It is kept for as long as what somebody handled at that time.
  handleTime: row.suppressed === '' ? clock.toWireOrNull(row.handle_time) : null,
  reasonCode: row.reason_code as Alarm['reasonCode'],
  assigneeId: row.assignee_id,
  assignee: row.assignee,
  shelvedUntil: clock.toWireOrNull(row.shelved_until),
  shelvedBy: row.shelved_by,
  shelveReason: row.shelve_reason as Alarm['shelveReason'],
  suppressed: row.suppressed === '' ? null : (row.suppressed as Alarm['suppressed']),
  escalation: row.escalation,
  condition: row.condition,
  startTime: clock.toWire(row.start_time),
  endTime: clock.toWireOrNull(row.end_time),
  count: row.count,
  // A device tells its times before they are known here: nothing was last seen before it was found.
  lastTime: clock.toWire(row.last_time < row.find_time ? row.find_time : row.last_time),
  areaId: row.area_id,
  areaName: row.area_name,
  ruleId: row.rule_id,
  objectId: row.device_id,
  deptId: row.dept_id,
  deptName: row.dept_name,
  userName: row.user_name,
  plateNumber: row.plate_number,
  lng: row.lng,
  lat: row.lat,
  floor: row.floor,
  quiet: row.quiet,
  deviceTime: clock.toWireOrNull(row.device_time),
})
