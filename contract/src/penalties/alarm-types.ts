import { moment, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const penaltyAlarmTypes = {
  barredVehicle: {
    code: 41,
    zh: '黑名单车辆',
    en: 'Barred vehicle',
    level: 2,
    icon: 'truck',
    ...moment,
    isSpecified: false,
    result: { zh: '黑名单车辆 {plate} 通过“{place}”', en: 'Barred vehicle {plate} passed “{place}”' },
  },
} as const satisfies AlarmTypeKinds
