import type { DomainName } from '../kernel/domain.ts'

export const trafficDomain = {
  order: 80,
  zh: '车辆通行',
  en: 'Vehicle traffic',
  short: { zh: '车辆通行', en: 'Traffic' },
  logged: {
    trafficStop: { zh: '停车记录', en: 'Stop record', title: 'plateNumber' },
    speedingRecord: { zh: '超速记录', en: 'Speeding record', title: 'plateNumber' },
  },
  alarmSources: { speedCamera: { zh: '测速点', en: 'Speed camera' } },
} as const satisfies DomainName
