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
      zh: '[{device} 在“{fence}”内|{plate} 在“{place}”|无牌车在“{place}”]以 {speed} km/h 行驶，限速 {limit}',
      en: '[{device} drove {speed} km/h in “{fence}”|{plate} drove {speed} km/h at “{place}”|A vehicle without a plate drove {speed} km/h at “{place}”], limit {limit}',
    },
  },
} as const satisfies AlarmTypeKinds
