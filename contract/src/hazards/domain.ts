import type { DomainName } from '../kernel/domain.ts'

export const hazardDomain = {
  order: 50,
  zh: '危险源、危险区域和电子围栏',
  en: 'Hazard sources, hazard areas and electronic fences',
  short: { zh: '危险源和围栏', en: 'Hazard sources and fences' },
  references: ['hazardArea'],
  asked: { days: { zh: '回测天数', en: 'Days of the back-test' } },
  alarmSources: { area: { zh: '区域', en: 'Area' }, fence: { zh: '电子围栏', en: 'Fence' } },
} as const satisfies DomainName
