import { z } from 'zod'
import { call, nothing } from '../kernel/call.ts'
import { fileId } from '../kernel/field.ts'
import { listing } from '../kernel/listings.ts'
import { deleteCall, id, listCall, text } from '../kernel/shapes.ts'
import { existingRows, importMode, sheetFormat, sheetNoun, transfer, transferRecord } from './entities.ts'

const noun = z.string().regex(/^[A-Za-z]{1,40}$/, 'not a field name')
const sheet = {
  noun,
  /** Of an uploaded workbook or CSV file. */
  fileId,
  /** The first visible sheet unless named. */
  sheet: text(64).optional(),
  existing: existingRows.schema.default('update'),
}

/**
 * Sheets in and out. Whoever opens a noun's screen may export it, whoever may change it there may import it: that is decided
 * by the noun that is named, so these calls ask for a session alone.
 */
export const transferCalls = {
  listSheetNounAll: call({
    path: '/sys/sysTransfer/listSheetNounAll',
    describe: { zh: '当前用户可导入或导出的数据', en: 'The data that the current user can import or export' },
    needs: 'signedIn',
    reads: true,
    body: nothing,
    data: z.array(sheetNoun),
  }),
  createTemplate: call({
    path: '/sys/sysTransfer/createTemplate',
    describe: { zh: '生成导入模板', en: 'Create an import template' },
    needs: 'signedIn',
    body: z.object({ noun }),
    data: z.object({ fileId: z.string(), fileName: z.string() }),
    codes: ['notFound'],
  }),
  startExport: call({
    path: '/sys/sysTransfer/startExport',
    describe: {
      zh: '导出列表中筛选出的全部记录；filter 为该列表接口的请求体',
      en: 'Export all records that a list has filtered; `filter` is the body of its list call',
    },
    needs: 'signedIn',
    body: z.object({
      noun,
      filter: z.record(z.string(), z.unknown()).default({}),
      /** Columns in their order; all of them unless said. */
      fields: z.array(z.string().max(64)).max(200).default([]),
      format: sheetFormat.schema.default('xlsx'),
    }),
    data: transfer,
    codes: ['notFound'],
  }),
  previewImport: call({
    path: '/sys/sysTransfer/previewImport',
    describe: { zh: '试导入：逐行检查，不改动任何数据', en: 'Preview an import: check every row without changing anything' },
    needs: 'signedIn',
    body: z.object(sheet),
    data: transfer,
    codes: ['notFound'],
  }),
  startImport: call({
    path: '/sys/sysTransfer/startImport',
    describe: { zh: '导入', en: 'Import' },
    needs: 'signedIn',
    body: z.object({ ...sheet, mode: importMode.schema.default('partial') }),
    data: transfer,
    codes: ['notFound'],
  }),
  getTransferById: call({
    path: '/sys/sysTransfer/getTransferById',
    describe: { zh: '一次导入或导出的进度和结果', en: 'Progress and result of an import or export' },
    needs: 'signedIn',
    reads: 'privately',
    body: z.object({ id }),
    data: transfer,
    codes: ['notFound'],
  }),
  cancelTransferById: deleteCall(
    '/sys/sysTransfer/cancelTransferById',
    { zh: '取消进行中的导入或导出', en: 'Cancel a running import or export' },
    'signedIn',
  ),
  listTransferAll: listing(
    [transferRecord],
    listCall({
      path: '/sys/sysTransfer/listTransferAll',
      describe: { zh: '导入和导出历史', en: 'The history of imports and exports' },
      needs: { anyOf: ['dataImportMgmt'] },
      reads: 'privately',
      filter: { noun: noun.optional(), kind: transfer.shape.kind.optional() },
      item: transfer,
    }),
  ),
}
