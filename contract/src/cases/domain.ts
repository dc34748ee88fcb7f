import type { DomainName } from '../kernel/domain.ts'

export const caseDomain = {
  order: 105,
  zh: '证据档案',
  en: 'Evidence',
  logged: {
    evidenceCase: {
      zh: '证据档案',
      en: 'Evidence case',
      title: 'title',
      opens: { screen: 'evidenceCaseMgmt', by: 'id' },
    },
  },
  loggedKeys: {
    items: { zh: '材料', en: 'Items' },
    sha256: { zh: '文件指纹', en: 'Fingerprint' },
  },
  asked: {
    alarmId: { zh: '报警', en: 'Alarm' },
    title: { zh: '标题', en: 'Title' },
    note: { zh: '说明', en: 'Note' },
    status: { zh: '状态', en: 'Status' },
    text: { zh: '备注', en: 'Note' },
    createdAtFrom: { zh: '归档时间（自）', en: 'Kept at (from)' },
    createdAtTo: { zh: '归档时间（至）', en: 'Kept at (to)' },
    fileId: { zh: '文件', en: 'File' },
  },
} as const satisfies DomainName
