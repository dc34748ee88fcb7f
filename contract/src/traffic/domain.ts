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
  asked: {
    alarmId: { zh: '报警', en: 'Alarm' },
    audioStatus: { zh: '语音播报', en: 'Announcement' },
    illegal: { zh: '超速', en: 'Speeding' },
    listType: { zh: '名单', en: 'List' },
    speedFrom: { zh: '最低车速', en: 'Speed from' },
    speedTo: { zh: '最高车速', en: 'Speed to' },
  },
  alarmSources: { speedCamera: { zh: '测速点', en: 'Speed camera' } },
} as const satisfies DomainName
