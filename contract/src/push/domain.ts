import type { DomainName } from '../kernel/domain.ts'

export const pushDomain = {
  order: 160,
  zh: '推送',
  en: 'Push',
  references: ['pushTaskType'],
} as const satisfies DomainName
