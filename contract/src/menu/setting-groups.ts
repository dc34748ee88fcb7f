import type { SettingGroup } from '../kernel/setting.ts'

/** The parts of the site's form; a domain may declare one of its own beside its settings. */
export const settingGroups = {
  site: { title: { zh: '站点', en: 'Site' }, order: 10 },
  map: { title: { zh: '地图', en: 'Map' }, order: 20 },
  limits: { title: { zh: '阈值', en: 'Thresholds' }, order: 30 },
  hours: { title: { zh: '工作时间', en: 'Working hours' }, order: 40 },
  signingIn: { title: { zh: '登录', en: 'Sign-in' }, order: 50 },
  keeping: { title: { zh: '数据保留', en: 'Data retention' }, order: 60 },
} as const satisfies Readonly<Record<string, SettingGroup>>
