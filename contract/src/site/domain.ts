import type { DomainName } from '../kernel/domain.ts'

export const siteDomain = {
  order: 190,
  zh: '站点',
  en: 'Site',
  logged: { basemap: { zh: '底图', en: 'Basemap' } },
} as const satisfies DomainName
