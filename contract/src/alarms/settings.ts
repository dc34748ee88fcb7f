import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const alarmSettings = settings({
  alarmDays: numberSetting(
    { zh: '已处理报警保留', en: 'Keep handled alarms for' },
    { group: settingGroups.keeping, unit: units.days, range: [180, 3_650], preset: 1_095 },
  ),
})
