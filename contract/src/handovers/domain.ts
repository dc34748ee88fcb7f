import type { DomainName } from '../kernel/domain.ts'

export const handoverDomain = {
  order: 106,
  zh: '交接班',
  en: 'Shift handovers',
  logged: {
    shiftHandover: { zh: '交接班', en: 'Shift handover', title: 'givenBy' },
  },
  asked: {
    note: { zh: '交班说明', en: 'Note' },
    isTaken: { zh: '是否已接班', en: 'Taken over' },
    isOwn: { zh: '是否自己交的班', en: 'Handed over by oneself' },
    toUserId: { zh: '接班人', en: 'Handed over to' },
  },
} as const satisfies DomainName
