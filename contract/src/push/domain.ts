import type { DomainName } from '../kernel/domain.ts'

declare module '../kernel/field.ts' {
  interface RefTargets {
    pushTaskType: true
  }
}

export const pushDomain = {
  order: 160,
  zh: '推送',
  en: 'Push',
} as const satisfies DomainName
