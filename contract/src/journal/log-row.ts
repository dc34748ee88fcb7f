import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { logAction, logModule, logRow } from './entities.ts'
import { logObject } from './log-object.ts'

const count = { min: 0, max: 2_147_483_647 } as const

/** A row of the system log for lists and sheets; nobody saves one. */
export const systemLog = {
  ...noun({
    name: 'journal',
    word: { zh: '系统日志', en: 'log entry' },
    words: { zh: '系统日志', en: 'log entries' },
    route: 'logMgmt',
    fields: { time: field.time({ zh: '时间', en: 'Time' }) },
    shown: {
      userName: field.text({ zh: '姓名', en: 'Name' }, 64),
      deptName: field.text({ zh: '部门', en: 'Department' }, 64),
      module: field.choice({ zh: '模块', en: 'Module' }, logModule),
      action: field.choice({ zh: '操作', en: 'Action' }, logAction),
      object: field.choice({ zh: '对象', en: 'Object' }, logObject),
      objectId: field.text({ zh: '对象编号', en: 'Object ID' }, 64),
      result: field.text({ zh: '结果', en: 'Result' }, 64),
      repeated: field.number({ zh: '重复次数', en: 'Repeated' }, count),
      costMs: field.number({ zh: '耗时', en: 'Duration' }, { ...count, unit: { zh: '毫秒', en: 'ms' } }),
      ip: field.text({ zh: 'IP地址', en: 'IP address' }, 64),
      userAgent: field.text({ zh: '浏览器', en: 'Browser' }, 300),
      before: field.long({ zh: '变更前', en: 'Before' }, 1_000_000),
      after: field.long({ zh: '变更后', en: 'After' }, 1_000_000),
    },
    title: 'time',
    key: 'time',
    search: ['userName', 'object', 'objectId', 'ip'],
    imports: false,
  }),
  record: logRow,
}
