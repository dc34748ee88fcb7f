import type { DomainName } from '../kernel/domain.ts'

export const fileDomain = {
  order: 200,
  zh: '文件',
  en: 'Files',
  logged: { file: { zh: '文件', en: 'File' } },
} as const satisfies DomainName
