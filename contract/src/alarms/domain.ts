import type { DomainName } from '../kernel/domain.ts'

export const alarmDomain = {
  order: 100,
  zh: '报警',
  en: 'Alarms',
  logged: { alarm: { zh: '报警', en: 'Alarm' } },
} as const satisfies DomainName
