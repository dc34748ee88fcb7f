import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const hazardSettings = settings({
  silentMinutes: numberSetting(
    { zh: '静默报警：照常上报但没有移动', en: 'Silent alarm: reports go on, no movement for' },
    {
      group: settingGroups.limits,
      unit: units.minutes,
      range: [0, 240],
      preset: 0,
      besides: {
        zh: '，0 为不报警；对佩戴安全帽或工牌的人员全厂生效，是一级报警',
        en: '; 0 means never; holds anywhere for people with a helmet or badge, and is an alarm of level one',
      },
    },
  ),
})
