import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'
import { escalatedAtMost } from './entities.ts'
import { raisedSettings } from './raised-settings.ts'

const escalation = { title: { zh: '报警升级', en: 'Escalation of alarms' }, order: 35 } as const

export const alarmSettings = settings({
  ...raisedSettings,
  dutyRoster: setting(
    field.ids({ zh: '值班顺序', en: 'Duty roster' }, 'user', 20, {
      hint: {
        zh: `无人接手的报警按此顺序逐个升级，最多 ${escalatedAtMost} 次；留空不升级`,
        en: `An alarm that nobody takes up goes on to the next in this order, ${escalatedAtMost} times at most; empty for no escalation`,
      },
    }),
    { group: escalation, preset: [] },
  ),
  escalateLevelOne: numberSetting(
    { zh: '一级报警升级时限', en: 'Escalate level 1 after' },
    { group: escalation, unit: units.seconds, range: [30, 3_600], preset: 60 },
  ),
  escalateLevelTwo: numberSetting(
    { zh: '二级报警升级时限', en: 'Escalate level 2 after' },
    { group: escalation, unit: units.minutes, range: [1, 240], preset: 5 },
  ),
  escalateLevelThree: numberSetting(
    { zh: '三级报警升级时限', en: 'Escalate level 3 after' },
    { group: escalation, unit: units.minutes, range: [1, 1_440], preset: 30 },
  ),
  alarmDays: numberSetting(
    { zh: '已处理报警保留', en: 'Keep handled alarms for' },
    { group: settingGroups.keeping, unit: units.days, range: [180, 3_650], preset: 1_095 },
  ),
})
