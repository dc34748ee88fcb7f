import type { DomainName } from '../kernel/domain.ts'

export const indoorDomain = {
  order: 70,
  zh: '室内',
  en: 'Indoor',
  references: ['building', 'floor'],
} as const satisfies DomainName
