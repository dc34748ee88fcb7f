import type { DomainName } from '../kernel/domain.ts'

export const journalDomain = {
  order: 180,
  zh: '系统日志',
  en: 'System log',
  logged: { journal: { zh: '系统日志', en: 'System log' } },
  loggedKeys: {
    name: { zh: '名称', en: 'Name' },
    from: { zh: '起', en: 'From' },
    to: { zh: '止', en: 'To' },
    startTime: { zh: '开始时间', en: 'From' },
    endTime: { zh: '结束时间', en: 'To' },
    lastId: { zh: '最后一条', en: 'Last row' },
    seal: { zh: '封存指纹', en: 'Seal fingerprint' },
  },
  asked: {
    userId: { zh: '人员', en: 'Person' },
    part: { zh: '部分', en: 'Part' },
    module: { zh: '模块', en: 'Module' },
    action: { zh: '操作', en: 'Action' },
    result: { zh: '结果', en: 'Result' },
    from: { zh: '开始时间', en: 'From' },
    to: { zh: '结束时间', en: 'To' },
    walk: { zh: '校验任务', en: 'Verification run' },
  },
} as const satisfies DomainName
