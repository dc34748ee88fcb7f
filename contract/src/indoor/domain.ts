import type { DomainName } from '../kernel/domain.ts'

declare module '../kernel/field.ts' {
  interface RefTargets {
    building: true
    floor: true
  }
}

export const indoorDomain = {
  order: 70,
  zh: '室内',
  en: 'Indoor',
} as const satisfies DomainName
