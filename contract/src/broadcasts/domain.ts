import type { DomainName } from '../kernel/domain.ts'

export const broadcastDomain = {
  order: 150,
  zh: '播报和通知',
  en: 'Broadcasts and notices',
} as const satisfies DomainName
