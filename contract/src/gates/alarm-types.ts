import { lasting, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

const visitors = { ...lasting, isSpecified: false } as const

export const gateAlarmTypes = {
  visitorOverstay: {
    ...visitors,
    code: 31,
    zh: '访客超时未离',
    en: 'Visitor overstay',
    level: 3,
    icon: 'seat',
    result: {
      zh: '访客{visitor}应于 {until} 前离厂，尚未离厂[，被访人 {host}]',
      en: 'Visitor {visitor} was to leave by {until} and has not[, host {host}]',
    },
  },
  visitorOutOfArea: {
    ...visitors,
    code: 32,
    zh: '访客越界',
    en: 'Visitor out of area',
    level: 2,
    icon: 'danger',
    result: {
      zh: '访客{visitor}进入未允许的区域“{area}”[，被访人 {host}]',
      en: 'Visitor {visitor} is in “{area}”, which he may not enter[, host {host}]',
    },
  },
  visitorUnescorted: {
    ...visitors,
    code: 33,
    zh: '访客脱离陪同',
    en: 'Visitor unescorted',
    level: 3,
    icon: 'crowd',
    result: {
      zh: '访客{visitor}[与陪同人{escort}相距 {distance} 米，最远 {limit} 米|的陪同人{escort}已 {minutes} 分钟没有定位]',
      en: 'Visitor {visitor} [is {distance} m from the escort {escort}, limit {limit} m|is with an escort, {escort}, not located for {minutes} min]',
    },
  },
} as const satisfies AlarmTypeKinds
