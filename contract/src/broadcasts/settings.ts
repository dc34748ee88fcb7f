import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = { title: { zh: '语音播报', en: 'Spoken broadcasts' }, order: 47 } as const

export const broadcastSettings = settings({
  /** To which helmets the helmet-broadcast page speaks of an alarm: those whose device number contains it. */
  broadcastPattern: setting(
    field.text({ zh: '自动播报的安全帽编号', en: 'Helmets spoken to of an alarm' }, 32, {
      hint: {
        zh: '设备编号包含此内容的安全帽报警时，由播报账号（qt）自动播报；留空不播报',
        en: 'Helmets whose device number contains it are spoken to by the broadcast account (qt); empty for none',
      },
    }),
    { group, preset: '' },
  ),
  broadcastDays: numberSetting(
    { zh: '播报回执保留', en: 'Keep receipts of broadcasts for' },
    { group: settingGroups.keeping, unit: units.days, range: [7, 3_650], preset: 365 },
  ),
})
