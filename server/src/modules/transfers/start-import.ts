import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { SheetNoun } from '../../kernel/sheet-noun.ts'
import type { SheetRow } from '../../kernel/sheets/row.ts'
import { readSheet } from '../../kernel/sheets/sheet-reader.ts'
import { writeTemplate } from '../../kernel/sheets/template.ts'
import { importColumns, isRequired, readHeader, titleOf, type Column, type Header } from './columns.ts'
import { keepFile, namesFor, workbookType, type Body, type TransferContext } from './context.ts'
import { examples } from './examples.ts'
import { runImport } from './import.ts'
import { Failed, type Job } from './job.ts'
import type { ImportOrder } from './orders.ts'
import { keepReport } from './report.ts'
import { requireImported } from './rights.ts'

/** Rows that are shown of a sheet. */
const sampled = 20

const titles = (columns: readonly Column[], language: Language, comma: string): string =>
  columns.map(({ field }) => titleOf(field, language)).join(comma)

/** Refuses a sheet that is another noun's, or whose columns cannot be told apart. */
const acceptHeader = ({ noun }: SheetNoun, cells: readonly string[]): Header => {
  const { word, words } = noun
  const header = readHeader(noun, cells)
  const { repeated, missing } = header
  if (repeated.length > 0)
    throw new Failed({
      zh: `列重复：${titles(repeated, 'zh', '、')}`,
      en: `Duplicate columns: ${titles(repeated, 'en', ', ')}`,
    })
  if (missing.length > 0) {
    const [columns, are] = missing.length === 1 ? ['column', 'is'] : ['columns', 'are']
    throw new Failed({
      zh: `不是${word.zh}的导入表：缺少列 ${titles(missing, 'zh', '、')}`,
      en: `Not an import sheet for ${words.en}: the ${columns} ${titles(missing, 'en', ', ')} ${are} missing`,
    })
  }
  return header
}

const read = async (
  context: TransferContext,
  job: Job,
  { sheet, path, name }: { readonly sheet: SheetNoun; readonly path: string; readonly name: string | undefined },
  asked: Asked,
) => {
  const rows: SheetRow[] = []
  let header: Header | null = null
  for await (const row of readSheet(path, name === undefined ? {} : { sheet: name })) {
    // One that has written rows is told of to its end, cancelled or not.
    if (job.reached === 0) job.goOn()
    else job.stay()
    if (header === null) header = acceptHeader(sheet, row.cells)
    else rows.push(row)
  }
  if (header === null || rows.length === 0) throw new Failed({ zh: '表中没有数据行', en: 'The sheet has no data rows' })
  job.transfer.columns = header.columns.map(({ title, column }) => ({ title, field: column?.imports ? column.name : null }))
  job.transfer.sample = rows.slice(0, sampled).map(({ cells }) => [...cells])
  job.transfer.total = rows.length
  return { header, rows, names: await namesFor(context, sheet, asked) }
}

/** Tries an import, or carries it out. */
export const startImport = async (
  context: TransferContext,
  body: Body<'previewImport'>,
  mode: ImportOrder['mode'],
  asked: Asked,
): Promise<Transfer> => {
  requireImported(context, body.noun, asked)
  const { name: fileName } = await context.files.open(body.fileId, asked.caller)
  const kind = mode === 'preview' ? 'preview' : 'import'
  return context.lanes.begin({ kind, noun: body.noun, fileName }, asked, { kind: 'import', mode, body })
}

/** What the journal is told of what became of it. */
export const noteImport = (job: Job, { mode, body }: ImportOrder): void => {
  if (mode === 'preview') return
  const { fileName: file, created, updated, skipped, wrong } = job.transfer
  job.entry = { action: 'import', object: body.noun, after: { file, mode, created, updated, skipped, wrong } }
}

/** Goes on at the row that whoever had it before has written last. */
export const runImportOrder = async (context: TransferContext, job: Job, order: ImportOrder, asked: Asked): Promise<void> => {
  const { mode, body } = order
  const sheet = requireImported(context, body.noun, asked)
  const { path } = await context.files.open(body.fileId, asked.caller)
  const { header, rows, names } = await read(context, job, { sheet, path, name: body.sheet }, asked)
  const reach = (trx: Trx): Promise<void> => context.store.reach(trx, job)
  try {
    await runImport(context.kernel, job, { sheet, header, rows, names, existing: body.existing, asked, reach }, mode)
  } finally {
    // Not by who left it to another, which throws as he did.
    job.stay()
    await keepReport(context, job, header, rows, asked)
    noteImport(job, order)
  }
  if (mode === 'all' && job.transfer.wrong > 0)
    throw new Failed({ zh: '有错误行，全部未导入', en: 'Some rows have errors: nothing was imported' })
}

/** A workbook with the columns that an import takes. */
export const createTemplate = async (context: TransferContext, { noun }: Body<'createTemplate'>, asked: Asked) => {
  const sheet = requireImported(context, noun, asked)
  const { language } = asked
  const columns = importColumns(sheet.noun).map(({ field }) => ({
    title: titleOf(field, language),
    required: isRequired(field),
    ...examples(field, language),
  }))
  const word = sheet.noun.word[language]
  const fileName = { zh: `${word}导入模板.xlsx`, en: `Template ${word}.xlsx` }[language]
  const fileId = await keepFile(context, { name: fileName, type: workbookType }, asked, (path) =>
    writeTemplate(path, { sheet: word, columns, language }),
  )
  return { fileId, fileName }
}
