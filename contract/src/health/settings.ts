import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { setting, settings } from '../kernel/setting.ts'

const group = { title: { zh: '设备报警', en: 'Device alarms' }, order: 36 } as const

/** Which faults of devices raise an alarm; none of them unless somebody chooses. */
export const healthSettings = settings({
  offlineAlarm: setting(field.switch({ zh: '离线报警', en: 'Alarm when offline' }, enabledFlag, false), {
    group,
    preset: false,
  }),
  lowBatteryAlarm: setting(field.switch({ zh: '低电量报警', en: 'Alarm when the battery is low' }, enabledFlag, false), {
    group,
    preset: false,
  }),
})
