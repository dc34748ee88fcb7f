import { lasting, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const encounterAlarmTypes = {
  encounter: {
    code: 20,
    zh: '人车接近',
    en: 'Vehicle near a person',
    level: 2,
    icon: 'truck',
    ...lasting,
    isSpecified: false,
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
