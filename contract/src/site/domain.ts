import type { DomainName } from '../kernel/domain.ts'

export const siteDomain = {
  order: 190,
  zh: '站点',
  en: 'Site',
  logged: { basemap: { zh: '底图', en: 'Basemap' } },
  alarmSources: { gateway: { zh: '网关', en: 'Gateway' }, server: { zh: '服务器', en: 'Server' } },
} as const satisfies DomainName
