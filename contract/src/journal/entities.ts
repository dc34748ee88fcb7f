import { z } from 'zod'
import { declaredDomains } from '../collected/domains.ts'
import { inOrder, type DomainName } from '../kernel/domain.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { id, time } from '../kernel/shapes.ts'
import type { Text } from '../kernel/text.ts'

export const logAction = enumeration({
  signIn: { code: 'signIn', zh: '登录', en: 'Sign in' },
  signOut: { code: 'signOut', zh: '退出登录', en: 'Sign out' },
  /** Another session than that of the caller: of somebody forced out, or beyond how many one may have. */
  endSession: { code: 'endSession', zh: '结束会话', en: 'End sessions' },
  look: { code: 'look', zh: '查询', en: 'Query' },
  create: { code: 'create', zh: '新增', en: 'Create' },
  update: { code: 'update', zh: '修改', en: 'Edit' },
  delete: { code: 'delete', zh: '删除', en: 'Delete' },
  export: { code: 'export', zh: '导出', en: 'Export' },
  import: { code: 'import', zh: '导入', en: 'Import' },
  handle: { code: 'handle', zh: '处警', en: 'Handle an alarm' },
  call: { code: 'call', zh: '呼叫', en: 'Call' },
  broadcast: { code: 'broadcast', zh: '播报', en: 'Broadcast' },
  video: { code: 'video', zh: '查看视频', en: 'Watch video' },
  refused: { code: 'refused', zh: '拒绝', en: 'Refused' },
  seal: { code: 'seal', zh: '封存', en: 'Seal' },
})
/** The part of the product that a row tells of: one for each domain of calls. */
export const logModule = enumeration(
  Object.fromEntries(
    Object.entries<DomainName>(inOrder(declaredDomains, declaredDomains)).map(([code, { zh, en, short = { zh, en } }]) => [
      code,
      { code, ...short },
    ]),
  ) as { readonly [Name in keyof typeof declaredDomains]: Text & { readonly code: Name } },
)
/** What a filter asks for; a row itself carries `success` or the code with which the call was refused. */
export const logResult = enumeration({
  success: { code: 'success', zh: '成功', en: 'Success' },
  refused: { code: 'refused', zh: '被拒绝', en: 'Refused' },
})
export interface PartOfLog {
  readonly result: (typeof logResult.codes)[number]
  /** Of any module and any action unless said. */
  readonly modules?: readonly (typeof logModule.codes)[number][]
  readonly actions?: readonly (typeof logAction.codes)[number][]
}
/** What each part of the log is. No row is in two of them; what only looked, exported or called is in none. */
export const logParts = {
  /** An import is told by the rows of what it wrote. */
  changes: {
    result: 'success',
    modules: logModule.codes.filter((module) => module !== 'session'),
    actions: ['create', 'update', 'delete', 'handle', 'seal'],
  },
  /** In and out, and what belongs to it: passwords, locks, sessions that were ended. */
  signIns: { result: 'success', modules: ['session'] },
  /** Whatever it was, a sign-in too. */
  refusals: { result: 'refused' },
} as const satisfies Readonly<Record<string, PartOfLog>>
export const logPart = enumeration({
  changes: { code: 'changes', zh: '变更', en: 'Changes' },
  signIns: { code: 'signIns', zh: '登录', en: 'Sign-ins' },
  refusals: { code: 'refusals', zh: '拒绝', en: 'Refusals' },
})
/** What is wrong where the chain does not hold. */
export const logBreak = enumeration({
  edited: { code: 'edited', zh: '内容被改动', en: 'Edited' },
  missing: { code: 'missing', zh: '被删除', en: 'Deleted' },
  inserted: { code: 'inserted', zh: '被插入', en: 'Inserted' },
  /** The row that belongs here stands at another place. */
  reordered: { code: 'reordered', zh: '顺序被调换', en: 'Reordered' },
  head: { code: 'head', zh: '链头被改动', en: 'Head of the chain edited' },
  seal: { code: 'seal', zh: '封存记录被改动', en: 'Seal edited' },
})

export const logRow = z
  .object({
    id: z.string(),
    time,
    /** Null where the system itself acted. */
    userId: z.string().nullable(),
    /** The name of that person when it was written; what acted where no person did. */
    userName: z.string(),
    deptName: z.string(),
    module: z.string(),
    action: z.string(),
    object: z.string(),
    objectId: z.string(),
    /** What people called it at that time, as far as the row says so; empty where it tells of none or of many. */
    objectName: z.string(),
    /** Whether it is still there, and the reader sees it and may open its screen. */
    objectOpens: z.boolean(),
    /** The record before and after, null where there is none; secrets are left out, phone numbers masked for those without `private:view`. */
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string(),
    userAgent: z.string(),
    /** `success`, or the code with which the call was refused. */
    result: z.string(),
    /** How often the same came: refusals, and what is counted, as positions that a page reports. */
    repeated: z.number().int(),
    /** Milliseconds from the request to this row. */
    costMs: z.number().int(),
  })
  .meta({ id: 'LogRow' })
export type LogRow = z.output<typeof logRow>

export const logVerdict = z
  .object({
    intact: z.boolean(),
    /** Rows that were found to hold, those before the first break alone where there is one. */
    checked: z.number().int(),
    /** Times of the first and the last of them. */
    from: time.nullable(),
    to: time.nullable(),
    firstBreak: z
      .object({
        /** Of the row; of one that is missing, where it was; of a seal, the last row that it covers. */
        id: z.string(),
        /** As the row itself tells, of a missing one that of the row after it; null where there is none. */
        time: time.nullable(),
        kind: logBreak.schema,
      })
      .nullable(),
  })
  .meta({ id: 'LogVerdict' })

/** A walk along the chain, which may take minutes. */
export const logWalk = z
  .object({
    id,
    /** Rows walked so far, and rows that there were when it began. */
    checked: z.number().int(),
    total: z.number().int(),
    /** Null while it is still on its way. */
    verdict: logVerdict.nullable(),
  })
  .meta({ id: 'LogWalk' })
export type LogWalk = z.output<typeof logWalk>
