import type { DomainName } from '../kernel/domain.ts'

export const dictionaryDomain = {
  order: 30,
  zh: '数据字典',
  en: 'Data dictionary',
  short: { zh: '数据字典', en: 'Dictionary' },
  references: ['dict'],
} as const satisfies DomainName
