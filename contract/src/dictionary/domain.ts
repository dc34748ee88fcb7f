import type { DomainName } from '../kernel/domain.ts'

declare module '../kernel/field.ts' {
  interface RefTargets {
    dict: true
  }
}

export const dictionaryDomain = {
  order: 30,
  zh: '数据字典',
  en: 'Data dictionary',
  short: { zh: '数据字典', en: 'Dictionary' },
} as const satisfies DomainName
