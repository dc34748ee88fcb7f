import { field } from '../kernel/field.ts'
import { numberSetting, setting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'

const group = { title: { zh: '访客', en: 'Visitors' }, order: 45 } as const
const longestBriefing = 4_000

export const gateSettings = settings({
  visitBriefing: setting(field.long({ zh: '安全告知（中文）', en: 'Safety briefing (Chinese)' }, longestBriefing), {
    group,
    preset:
      '进厂须佩戴安全帽和临时标签，由被访人陪同，走人行通道。不得进入未允许的区域，不得触碰设备，厂区禁止吸烟。听到警报或广播，立即按指示到集合点集合。离厂时归还临时标签。',
  }),
  visitBriefingEn: setting(field.long({ zh: '安全告知（英文）', en: 'Safety briefing (English)' }, longestBriefing), {
    group,
    preset:
      'Wear your helmet and your temporary tag, stay with your host and on the walkways. Enter no area that you were not allowed, touch no machine, do not smoke. At an alarm or an announcement go to the assembly point at once. Return the tag when you leave.',
  }),
  escortDistance: numberSetting(
    { zh: '访客与陪同人最远距离', en: 'A visitor strays from his escort beyond' },
    { group, unit: { zh: '米', en: 'm' }, range: [10, 500], preset: 50 },
  ),
  insideDays: numberSetting(
    { zh: '无档案人员和车辆在厂名单保留', en: 'Unrecorded people and vehicles count as inside for' },
    { group: settingGroups.limits, unit: units.days, range: [1, 365], preset: 3 },
  ),
  visitIdDays: numberSetting(
    { zh: '访客证件号码和手机号保留', en: 'Keep identity numbers and phones of visitors for' },
    { group: settingGroups.keeping, unit: units.days, range: [1, 3_650], preset: 90 },
  ),
  gatePictureDays: numberSetting(
    { zh: '通行抓拍图和访客照片保留', en: 'Keep pictures of gate passes and photos of visitors for' },
    { group: settingGroups.keeping, unit: units.days, range: [1, 3_650], preset: 90 },
  ),
})
