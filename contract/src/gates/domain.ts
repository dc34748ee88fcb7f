import type { DomainName } from '../kernel/domain.ts'

export const gateDomain = {
  order: 90,
  zh: '门禁和访客',
  en: 'Gates and visitors',
  alarmSources: { gate: { zh: '道闸', en: 'Gate' }, visitor: { zh: '访客', en: 'Visitor' } },
  logged: {
    insideCorrection: { zh: '在厂人员更正', en: 'Correction of who is inside', title: 'name' },
    visitInvitation: { zh: '访客预约链接', en: 'Visitor booking link', title: 'hostName' },
  },
  loggedKeys: {
    isInside: { zh: '在厂', en: 'Inside' },
    expiresAt: { zh: '有效期至', en: 'Valid until' },
    mostUses: { zh: '最多预约', en: 'Bookings at most' },
  },
  asked: {
    token: { zh: '预约链接', en: 'The booking link' },
    hours: { zh: '有效小时数', en: 'Hours it is valid' },
    mostUses: { zh: '最多预约次数', en: 'Bookings at most' },
    result: { zh: '审批结果', en: 'Result' },
    tagNo: { zh: '临时标签', en: 'Temporary tag' },
    gateId: { zh: '通道', en: 'Gate' },
    tagBack: { zh: '标签已归还', en: 'Tag returned' },
    key: { zh: '人员', en: 'Who' },
    isInside: { zh: '在厂', en: 'Inside' },
    note: { zh: '备注', en: 'Note' },
  },
} as const satisfies DomainName
