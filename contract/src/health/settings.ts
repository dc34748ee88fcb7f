import { enabledFlag } from '../kernel/enabled.ts'
import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'

const group = { title: { zh: '设备故障', en: 'Device faults' }, order: 36 } as const

/** When a device counts as faulty, and which faults raise an alarm: none of them unless somebody chooses. */
export const healthSettings = settings({
  noFixAfter: numberSetting({ zh: '无定位', en: 'No position for' }, { group, unit: units.minutes, range: [2, 240], preset: 10 }),
  stuckAfter: numberSetting(
    { zh: '位置不动', en: 'Position stuck for' },
    { group, unit: units.minutes, range: [10, 60], preset: 30 },
  ),
  offlineAlarm: setting(field.switch({ zh: '离线报警', en: 'Alarm when offline' }, enabledFlag, false), {
    group,
    preset: false,
  }),
  lowBatteryAlarm: setting(field.switch({ zh: '低电量报警', en: 'Alarm when the battery is low' }, enabledFlag, false), {
    group,
    preset: false,
  }),
})
