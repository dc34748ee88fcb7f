import { z } from 'zod'
import { call, type Needs } from '../kernel/call.ts'
import { byDepartment, countCall, id, listCall, text, time } from '../kernel/shapes.ts'
import { logAction, logModule, logPart, logResult, logRow, logWalk } from './entities.ts'

const seesJournal: Needs = { anyOf: ['logMgmt'] }
const filter = {
  keyword: text(64).optional(),
  userId: id.optional(),
  /** Of people who belong to it at present. */
  ...byDepartment,
  /** Changes that were made; sign-ins and what belongs to them; refusals, those of sign-ins too. No row is in two of these. */
  part: logPart.schema.optional(),
  module: logModule.schema.optional(),
  action: logAction.schema.optional(),
  result: logResult.schema.optional(),
  from: time.optional(),
  /** This second included. */
  to: time.optional(),
  /** Only these rows. */
  ids: z.array(id).max(1000).optional(),
}

export const journalCalls = {
  listSysLogCountByCondition: countCall({
    path: '/sys/sysLog/listSysLogCountByCondition',
    describe: { zh: '系统日志条数', en: 'The number of rows of the system log' },
    needs: seesJournal,
    reads: 'privately',
    filter,
  }),
  listSysLogByCondition: listCall({
    path: '/sys/sysLog/listSysLogByCondition',
    describe: {
      zh: '系统日志，新的在前，只按 time 排序；part 为 changes（成功的变更）、signIns（登录、登出、密码和会话）或 refusals（一切被拒绝的），互不重叠；keyword 为姓名、对象的一部分，或对象编号、IP 的开头；数据范围有限的人看到本人和范围内人员的记录',
      en: "The system log, newest first, sorted by time only; part is changes (what was changed), signIns (sign-ins, sign-outs, passwords and sessions) or refusals (whatever was refused), with no row in two of them; keyword is part of a name or an object, or the beginning of an object ID or IP address; with a limited scope it shows the rows of the people in it and one's own",
    },
    needs: seesJournal,
    reads: 'privately',
    filter,
    item: logRow,
  }),
  verifySysLog: call({
    path: '/sys/sysLog/verifySysLog',
    describe: {
      zh: '校验整条日志链：是否有记录被改动、删除、插入或调换；日志多时先回答进度，verdict 为空，带上 walk 再问同一次校验',
      en: 'Verify the whole chain of the log: whether rows were edited, deleted, inserted or reordered; for a long log the answer is the progress, without a verdict: ask again with the same `walk`',
    },
    needs: seesJournal,
    body: z.object({ walk: id.optional() }),
    data: logWalk,
  }),
}
