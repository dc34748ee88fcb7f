import type { DomainName } from '../kernel/domain.ts'

export const pushDomain = {
  order: 160,
  zh: '推送',
  en: 'Push',
  references: ['pushTaskType'],
  asked: {
    channel: { zh: '通道', en: 'Channel' },
    status: { zh: '状态', en: 'Status' },
    sendTimeFrom: { zh: '发送时间（自）', en: 'Sent (from)' },
    sendTimeTo: { zh: '发送时间（至）', en: 'Sent (to)' },
  },
} as const satisfies DomainName
