import { blankAlarm } from '@vigil/contract/alarms/blank-alarm.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'

/** An alarm for tests: an SOS unless said otherwise, repeated as many seconds into its minute as its id says. */
export const anAlarm = (id: number, over: Partial<Alarm> = {}): Alarm => ({
  ...blankAlarm,
  id: String(id),
  alarmType: 4,
  alarmName: 'SOS 求救',
  deviceId: '864901040093271',
  deviceName: 'AQM-0093（陈国强）',
  lastTime: `2026-11-20 08:14:${String(id % 60).padStart(2, '0')}`,
  userName: '陈国强',
  ...over,
})
