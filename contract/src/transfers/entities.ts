import { z } from 'zod'
import { enumeration } from '../kernel/enumeration.ts'
import { time } from '../kernel/shapes.ts'

/** What consoles are told changed when one begins or ends; how far it comes meanwhile they ask for. */
export const transferRecord = 'transfer'

export const transferKind = enumeration({
  export: { code: 'export', zh: '导出', en: 'Export' },
  preview: { code: 'preview', zh: '导入预览', en: 'Import preview' },
  import: { code: 'import', zh: '导入', en: 'Import' },
})
export const transferState = enumeration({
  waiting: { code: 'waiting', zh: '排队中', en: 'Waiting' },
  running: { code: 'running', zh: '进行中', en: 'Running' },
  done: { code: 'done', zh: '完成', en: 'Done' },
  failed: { code: 'failed', zh: '失败', en: 'Failed' },
  cancelled: { code: 'cancelled', zh: '已取消', en: 'Cancelled' },
})
/** What becomes of a row whose record exists already. */
export const existingRows = enumeration({
  update: { code: 'update', zh: '更新', en: 'Update' },
  skip: { code: 'skip', zh: '跳过', en: 'Skip' },
  refuse: { code: 'refuse', zh: '报错', en: 'Report as an error' },
})
/** What a wrong row does to the others: nothing, or all are left out with it. */
export const importMode = enumeration({
  partial: { code: 'partial', zh: '跳过错误行，导入其余各行', en: 'Skip rows with errors, import the rest' },
  all: { code: 'all', zh: '有一行错误则全部不导入', en: 'Import nothing if any row has an error' },
})
export const sheetFormat = enumeration({
  xlsx: { code: 'xlsx', zh: 'Excel', en: 'Excel' },
  csv: { code: 'csv', zh: 'CSV', en: 'CSV' },
})

/** What is wrong with one row. `row` is its number in the sheet, the header being 1. */
export const rowProblem = z.object({
  row: z.number().int(),
  /** Title of the column, empty when it is the row as a whole. */
  column: z.string(),
  /** One sentence, which names the column by its label. */
  reason: z.string(),
})
export type RowProblem = z.output<typeof rowProblem>

/** One export or import, while it runs and after. */
export const transfer = z
  .object({
    id: z.string(),
    kind: transferKind.schema,
    /** Name of the noun. */
    noun: z.string(),
    state: transferState.schema,
    fileName: z.string(),
    userName: z.string(),
    startedAt: time,
    finishedAt: time.nullable(),
    /** Rows altogether; null while nobody knows. */
    total: z.number().int().nullable(),
    /** Rows dealt with. */
    done: z.number().int(),
    created: z.number().int(),
    updated: z.number().int(),
    /** Rows that changed nothing. */
    skipped: z.number().int(),
    wrong: z.number().int(),
    /** Why it failed as a whole, empty otherwise. */
    reason: z.string(),
    /** The first of what is wrong with rows; all of it is in the file `reportId`. */
    problems: z.array(rowProblem),
    /** The file that an export made, null until it is done. */
    fileId: z.string().nullable(),
    /** The sheet's wrong rows with their reasons, null when there are none. */
    reportId: z.string().nullable(),
    /** How the sheet was read: each of its titles with the field it means, null for one that means none. */
    columns: z.array(z.object({ title: z.string(), field: z.string().nullable() })),
    /** The first rows as they were read. */
    sample: z.array(z.array(z.string())),
  })
  .meta({ id: 'Transfer' })
export type Transfer = z.output<typeof transfer>

/** A noun that can come from or go into a sheet. */
export const sheetNoun = z
  .object({
    name: z.string(),
    word: z.object({ zh: z.string(), en: z.string() }),
    words: z.object({ zh: z.string(), en: z.string() }),
    route: z.string(),
    imports: z.boolean(),
  })
  .meta({ id: 'SheetNoun' })
