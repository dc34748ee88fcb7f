import { planned, type AlarmTypeKinds } from '../kernel/alarm-type.ts'

export const alarmAlarmTypes = {
  overStaffing: { code: 6, zh: '超员', en: 'Over-staffing', level: 2, icon: 'dots', ...planned },
  underStaffing: { code: 7, zh: '缺员', en: 'Under-staffing', level: 3, icon: 'dots', ...planned },
  overstay: { code: 8, zh: '滞留', en: 'Overstay', level: 2, icon: 'dots', ...planned },
  gathering: { code: 9, zh: '聚集', en: 'Gathering', level: 2, icon: 'dots', ...planned },
} as const satisfies AlarmTypeKinds
