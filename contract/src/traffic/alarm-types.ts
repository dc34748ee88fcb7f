import { lasting, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const trafficAlarmTypes = {
  speeding: {
    code: 3,
    zh: '车辆超速',
    en: 'Vehicle speeding',
    level: 2,
    icon: 'gauge',
    ...lasting,
    isSpecified: true,
    result: {
      zh: '[{device} 在“{fence}”内|{plate} 在“{place}”|无牌车在“{place}”]以 {speed} km/h 行驶，限速 {limit}[，最高 {most} km/h]',
      en: '[{device} drove {speed} km/h in “{fence}”|{plate} drove {speed} km/h at “{place}”|A vehicle without a plate drove {speed} km/h at “{place}”], limit {limit}[, up to {most}]',
    },
  },
  /** Of a person and a vehicle. */
  encounter: {
    code: 20,
    zh: '人车接近',
    en: 'Vehicle near a person',
    level: 2,
    icon: 'truck',
    ...lasting,
    isSpecified: false,
    isOffAtFirst: true,
    result: {
      zh: '{vehicle} {how}[{person}（{device}）|{device}]，相距 {distance} 米',
      en: '{vehicle} is {how} [{person}|{device}], {distance} m away',
    },
    words: {
      how: {
        closing: { zh: '接近', en: 'closing in on' },
        reversing: { zh: '倒车接近', en: 'reversing towards' },
      },
    },
  },
} as const satisfies AlarmTypeKinds
