import type { DomainName } from '../kernel/domain.ts'

export const broadcastDomain = {
  order: 150,
  zh: '播报和通知',
  en: 'Broadcasts and notices',
  asked: {
    deviceIds: { zh: '安全帽', en: 'The helmets' },
    deviceId: { zh: '安全帽编号', en: 'The helmet’s number' },
    alarmId: { zh: '报警', en: 'The alarm' },
    text: { zh: '播报内容', en: 'What is to be played' },
  },
} as const satisfies DomainName
