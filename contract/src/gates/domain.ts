import type { DomainName } from '../kernel/domain.ts'

export const gateDomain = {
  order: 90,
  zh: '门禁和访客',
  en: 'Gates and visitors',
} as const satisfies DomainName
