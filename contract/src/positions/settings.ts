import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const positionSettings = settings({
  positionDays: numberSetting(
    { zh: '定位记录保留', en: 'Keep positions for' },
    { group: settingGroups.keeping, unit: units.days, range: [1, 3_650], preset: 365 },
  ),
})
