import type { DomainName } from '../kernel/domain.ts'

export const gateDomain = {
  order: 90,
  zh: '门禁和访客',
  en: 'Gates and visitors',
  alarmSources: { gate: { zh: '道闸', en: 'Gate' }, visitor: { zh: '访客', en: 'Visitor' } },
} as const satisfies DomainName
