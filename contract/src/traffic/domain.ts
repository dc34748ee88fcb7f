import type { DomainName } from '../kernel/domain.ts'

export const trafficDomain = {
  order: 80,
  zh: '车辆通行',
  en: 'Vehicle traffic',
  short: { zh: '车辆通行', en: 'Traffic' },
  alarmSources: { speedCamera: { zh: '测速点', en: 'Speed camera' } },
} as const satisfies DomainName
