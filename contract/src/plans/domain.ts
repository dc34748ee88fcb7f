import type { DomainName } from '../kernel/domain.ts'

export const planDomain = {
  order: 110,
  zh: '应急预案',
  en: 'Response plans',
} as const satisfies DomainName
