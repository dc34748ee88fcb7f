import { field } from '../kernel/field.ts'
import { setting, settings } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = settingGroups.hours

/** The day's work. */
export const attendanceSettings = settings({
  workFrom: setting(field.timeOfDay({ zh: '上班时间', en: 'Work begins' }), { group, preset: '08:00' }),
  workTo: setting(field.timeOfDay({ zh: '下班时间', en: 'Work ends' }), { group, preset: '17:30' }),
})
