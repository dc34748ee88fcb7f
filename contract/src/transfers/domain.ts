import type { DomainName } from '../kernel/domain.ts'

export const transferDomain = {
  order: 170,
  zh: '导入导出',
  en: 'Import and export',
} as const satisfies DomainName
