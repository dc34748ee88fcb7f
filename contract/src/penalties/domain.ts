import type { DomainName } from '../kernel/domain.ts'

export const penaltyDomain = {
  order: 82,
  zh: '违章处罚',
  en: 'Penalties',
  logged: { penaltyStep: { zh: '违章处罚', en: 'Penalty', title: 'plateNumber' } },
  loggedKeys: {
    step: { zh: '处罚', en: 'Step' },
    points: { zh: '记分', en: 'Points' },
    countsUntil: { zh: '计分至', en: 'Counts until' },
    until: { zh: '截止时间', en: 'Until' },
    endedAt: { zh: '到期时间', en: 'Ended' },
    revokedAt: { zh: '撤销时间', en: 'Revoked' },
    revokedFor: { zh: '撤销原因', en: 'Revoked because' },
  },
  asked: {
    reason: { zh: '原因', en: 'Reason' },
    dept: { zh: '部门', en: 'Department' },
    until: { zh: '禁入至', en: 'Barred until' },
    recordKind: { zh: '记录类型', en: 'Kind of record' },
    recordId: { zh: '记录', en: 'Record' },
    vehicleId: { zh: '车辆', en: 'Vehicle' },
  },
} as const satisfies DomainName
