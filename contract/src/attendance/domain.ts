import type { DomainName } from '../kernel/domain.ts'

export const attendanceDomain = {
  order: 120,
  zh: '考勤和薪资',
  en: 'Attendance and salary',
} as const satisfies DomainName
