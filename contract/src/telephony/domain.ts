import type { DomainName } from '../kernel/domain.ts'

export const telephonyDomain = {
  order: 140,
  zh: '通话',
  en: 'Telephony',
} as const satisfies DomainName
