import type { DomainName } from '../kernel/domain.ts'

declare module '../kernel/field.ts' {
  interface RefTargets {
    hazardArea: true
  }
}

export const hazardDomain = {
  order: 50,
  zh: '危险源、危险区域和电子围栏',
  en: 'Hazard sources, hazard areas and electronic fences',
  short: { zh: '危险源和围栏', en: 'Hazards and fences' },
} as const satisfies DomainName
