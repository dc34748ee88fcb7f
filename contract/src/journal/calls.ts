import type { Needs } from '../kernel/call.ts'
import { plannedCall } from '../kernel/shapes.ts'

const seesJournal: Needs = { anyOf: ['logMgmt'] }

export const journalCalls = {
  listSysLogCountByCondition: plannedCall(
    '/sys/sysLog/listSysLogCountByCondition',
    { zh: '系统日志条数', en: 'The number of rows of the system log' },
    seesJournal,
  ),
  listSysLogByCondition: plannedCall('/sys/sysLog/listSysLogByCondition', { zh: '系统日志', en: 'The system log' }, seesJournal),
}
