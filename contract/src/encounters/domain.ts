import type { DomainName } from '../kernel/domain.ts'

export const encounterDomain = {
  order: 85,
  zh: '人车防撞',
  en: 'Vehicles near people',
} as const satisfies DomainName
