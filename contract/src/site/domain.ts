import type { DomainName } from '../kernel/domain.ts'

export const siteDomain = {
  order: 190,
  zh: '站点',
  en: 'Site',
  logged: { basemap: { zh: '底图', en: 'Basemap' } },
  loggedKeys: {
    features: { zh: '要素数', en: 'Features' },
  },
  alarmSources: { gateway: { zh: '网关', en: 'Gateway' }, server: { zh: '服务器', en: 'Server' } },
  asked: {
    type: { zh: '底图类型', en: 'Basemap type' },
    features: { zh: '底图要素', en: 'Basemap features' },
  },
} as const satisfies DomainName
