import type { DomainName } from '../kernel/domain.ts'

export const journalDomain = {
  order: 180,
  zh: '系统日志',
  en: 'System log',
  logged: { journal: { zh: '系统日志', en: 'System log' } },
  asked: {
    userId: { zh: '人员', en: 'Person' },
    module: { zh: '模块', en: 'Module' },
    action: { zh: '操作', en: 'Action' },
    result: { zh: '结果', en: 'Result' },
    from: { zh: '开始时间', en: 'From' },
    to: { zh: '结束时间', en: 'To' },
    walk: { zh: '校验任务', en: 'Verification run' },
  },
} as const satisfies DomainName
