import { transferDomain } from '@vigil/contract/transfers/domain.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { ListBody } from '../../kernel/keeping.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { ExportedNoun } from '../../kernel/sheet-noun.ts'
import { writeCsv } from '../../kernel/sheets/csv-writer.ts'
import type { CellValue } from '../../kernel/sheets/sheet-columns.ts'
import { SheetError } from '../../kernel/sheets/sheet-error.ts'
import { mostWorkbookRows, writeWorkbook } from '../../kernel/sheets/workbook-writer.ts'
import { columnKind, writeCell } from './cells.ts'
import { columnsOf, titleOf, type Column } from './columns.ts'
import { keepFile, namesFor, workbookType, type Body, type TransferContext } from './context.ts'
import type { Job } from './job.ts'
import type { ExportOrder } from './orders.ts'
import { requireExported } from './rights.ts'

const types = { xlsx: workbookType, csv: 'text/csv' } as const
const writers = { xlsx: writeWorkbook, csv: writeCsv } as const

/** The columns that were asked for, in that order; all of them where none was. */
const chosenColumns = ({ noun }: ExportedNoun, names: readonly string[]): readonly Column[] => {
  const known = columnsOf(noun)
  const byName = new Map(known.map((column) => [column.name, column]))
  const strange = names.find((name) => !byName.has(name))
  if (strange !== undefined) {
    const reason = { zh: `中没有“${strange}”`, en: `do not include “${strange}”` }
    throw invalid('fields', transferDomain.asked.fields, reason)
  }
  return names.length === 0 ? known : names.flatMap((name) => byName.get(name) ?? [])
}

interface Export {
  readonly sheet: ExportedNoun
  readonly filter: ListBody
  readonly columns: readonly Column[]
  readonly asked: Asked
}

const exportRows = async function* (context: TransferContext, job: Job, { sheet, filter, columns, asked }: Export) {
  const writing = { language: asked.language, names: await namesFor(context, sheet, asked) }
  for await (const rows of sheet.stream(filter, asked)) {
    job.goOn()
    // It is not only begun with room: a disk may fill while it is written, not least by it.
    context.kernel.disk.requireRoom()
    yield rows.map((row): CellValue[] => columns.map(({ name, field }) => writeCell(field, row[name], writing)))
    job.transfer.done += rows.length
  }
}

/** What is written, and in which columns; refuses what cannot be. */
const readOrder = (context: TransferContext, { noun, filter, fields }: Body<'startExport'>, asked: Asked): Export => {
  const sheet = requireExported(context, noun, asked)
  return { sheet, filter: sheet.readFilter(filter), columns: chosenColumns(sheet, fields), asked }
}

export const startExport = async (context: TransferContext, body: Body<'startExport'>, asked: Asked): Promise<Transfer> => {
  const { clock, disk } = context.kernel
  const { noun, format } = body
  requireExported(context, noun, asked)
  disk.requireRoom()
  const { sheet } = readOrder(context, body, asked)
  const stamp = clock.toWire(clock.now()).replaceAll(/[-:]/g, '').replace(' ', '-')
  const fileName = `${sheet.noun.word[asked.language]}-${stamp}.${format}`
  return context.lanes.begin({ kind: 'export', noun, fileName }, asked, { kind: 'export', body })
}

/** Writes its file from the beginning, whoever had it before: nobody has seen any of it. */
export const runExport = async (context: TransferContext, job: Job, { body }: ExportOrder, asked: Asked): Promise<void> => {
  const { format, filter, noun } = body
  const { language } = asked
  const order = readOrder(context, body, asked)
  const { sheet, columns } = order
  const total = await sheet.count(order.filter, asked)
  job.transfer.total = total
  // Known before a minute of writing has shown it.
  if (format === 'xlsx' && total > mostWorkbookRows) throw new SheetError('tooManyToWrite', { limit: mostWorkbookRows })
  const titled = columns.map(({ field }) => ({ title: titleOf(field, language), kind: columnKind(field) }))
  const { fileName } = job.transfer
  job.transfer.fileId = await keepFile(context, { name: fileName, type: types[format] }, asked, (path) =>
    writers[format](path, { name: sheet.noun.words[language], columns: titled }, exportRows(context, job, order)).then(
      () => undefined,
    ),
  )
  job.entry = { action: 'export', object: noun, after: { filter, rows: job.transfer.done, file: fileName } }
}
