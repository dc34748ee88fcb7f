import type { Asked } from '../../kernel/caller.ts'
import type { SheetRow } from '../../kernel/sheets/row.ts'
import type { CellValue } from '../../kernel/sheets/sheet-columns.ts'
import { writeWorkbook } from '../../kernel/sheets/workbook-writer.ts'
import type { Header } from './columns.ts'
import { keepFile, workbookType, type TransferContext } from './context.ts'
import type { Job } from './job.ts'

/** What is wrong with each row, by its number. */
const reasonsOf = ({ problems }: Job): ReadonlyMap<number, readonly string[]> => {
  const reasons = new Map<number, string[]>()
  for (const { row, reason } of problems) reasons.set(row, [...(reasons.get(row) ?? []), reason])
  return reasons
}

/** Keeps all wrong rows as they came, each with what is wrong with it. */
export const keepReport = async (
  context: TransferContext,
  job: Job,
  header: Header,
  rows: readonly SheetRow[],
  asked: Asked,
): Promise<void> => {
  // Without room for it the first of them are told all the same.
  if (job.problems.length === 0 || context.kernel.disk.space().state !== 'fine') return
  const { language } = asked
  const reasons = reasonsOf(job)
  const titles = [
    { zh: '行号', en: 'Row' }[language],
    { zh: '错误', en: 'Problem' }[language],
    ...header.columns.map(({ title }) => title),
  ]
  const columns = titles.map((title, at) => ({ title, kind: at === 0 ? ('number' as const) : ('text' as const) }))
  const batches = async function* () {
    yield await Promise.resolve(
      rows
        .filter(({ number }) => reasons.has(number))
        .map(({ number, cells }): CellValue[] => [
          number,
          (reasons.get(number) ?? []).join('；'),
          ...header.columns.map((_, at) => cells[at] ?? ''),
        ]),
    )
  }
  const name = `${{ zh: '错误行', en: 'rows with errors' }[language]}-${job.transfer.fileName.replace(/\.\w+$/, '')}.xlsx`
  job.transfer.reportId = await keepFile(context, { name, type: workbookType }, asked, async (path) => {
    await writeWorkbook(path, { name: { zh: '错误行', en: 'Rows with errors' }[language], columns }, batches())
  })
}
