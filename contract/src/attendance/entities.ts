import { enumeration } from '../kernel/enumeration.ts'

/** What a rule or a report is counted over; weeks start on Monday. */
export const period = enumeration({
  day: { code: 0, zh: '日', en: 'Day' },
  week: { code: 1, zh: '周', en: 'Week' },
  month: { code: 2, zh: '月', en: 'Month' },
  year: { code: 3, zh: '年', en: 'Year' },
})
/** What a day of the calendar is instead of what its weekday says. */
export const holidayType = enumeration({
  swapOff: { code: 0, zh: '调休（放假）', en: 'Swapped day off' },
  swapWork: { code: 1, zh: '调班（上班）', en: 'Swapped working day' },
  statutory: { code: 2, zh: '法定节假日', en: 'Statutory holiday' },
})
export const weekday = enumeration({
  first: { code: 1, zh: '周一', en: 'Monday' },
  second: { code: 2, zh: '周二', en: 'Tuesday' },
  third: { code: 3, zh: '周三', en: 'Wednesday' },
  fourth: { code: 4, zh: '周四', en: 'Thursday' },
  fifth: { code: 5, zh: '周五', en: 'Friday' },
  sixth: { code: 6, zh: '周六', en: 'Saturday' },
  seventh: { code: 7, zh: '周日', en: 'Sunday' },
})
