import type { DomainName } from '../kernel/domain.ts'

export const journalDomain = {
  order: 180,
  zh: '系统日志',
  en: 'System log',
  logged: { journal: { zh: '系统日志', en: 'System log' } },
} as const satisfies DomainName
