import { planned, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const trafficAlarmTypes = {
  speeding: {
    code: 3,
    zh: '车辆超速',
    en: 'Vehicle speeding',
    level: 2,
    icon: 'gauge',
    ...planned,
    isSpecified: true,
  },
} as const satisfies AlarmTypeKinds
