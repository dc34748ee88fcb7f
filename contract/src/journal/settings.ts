import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const journalSettings = settings({
  journalDays: numberSetting(
    { zh: '系统日志保留', en: 'Keep the system log for' },
    { group: settingGroups.keeping, unit: units.days, range: [180, 3_650], preset: 730 },
  ),
})
