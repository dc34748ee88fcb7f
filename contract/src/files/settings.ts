import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const fileSettings = settings({
  exportDays: numberSetting(
    { zh: '导入导出文件保留', en: 'Keep import and export files for' },
    { group: settingGroups.keeping, unit: units.days, range: [1, 365], preset: 7 },
  ),
})
