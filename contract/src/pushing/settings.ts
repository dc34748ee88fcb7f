import { numberSetting, settings } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

export const pushingSettings = settings({
  /** MB of pictures that one device may push on one day of the site; 0 for as many as it likes. */
  pushPictureMb: numberSetting(
    { zh: '每台设备每天推送图片上限', en: 'Pictures one device may push a day' },
    {
      group: settingGroups.keeping,
      unit: { zh: 'MB', en: 'MB' },
      range: [0, 1_000_000],
      preset: 2_048,
      besides: {
        zh: '；0 为不限。超出后当天只保存记录，不保存图片',
        en: '; 0 for no limit. Beyond it records are kept that day without pictures',
      },
    },
  ),
})
