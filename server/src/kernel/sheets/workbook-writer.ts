import { serialOf } from './cell-value.ts'
import { SheetError } from './sheet-error.ts'
import type { CellValue, ColumnKind, RowBatches, SheetColumn, SheetWriter } from './sheet-columns.ts'
import { numberCell, row, style, textCell, workbookParts, type Cell } from './workbook-parts.ts'
import { longestPart, writeZip } from './zip-writer.ts'

/** What Excel opens without a wait that somebody would complain about. */
export const mostWorkbookRows = 200_000

const widths: Readonly<Record<ColumnKind, number>> = { text: 18, number: 12, time: 20, day: 12 }

/** An Excel workbook of one sheet. Throws a `SheetError` for more rows than `mostWorkbookRows`, or more than `longest` bytes of them. */
// write-excel-file takes all rows at once and makes one text of them on the spot: 20,000 rows of 20 cells held the server up for
// two seconds and took 290 MB. Here a batch is a few milliseconds, and memory does not grow with the rows.
export const writeWorkbook = async (
  path: string,
  { name, columns }: Parameters<SheetWriter>[1],
  batches: RowBatches,
  longest = longestPart,
): Promise<number> => {
  let count = 0
  const rows = async function* (): AsyncGenerator<string> {
    yield row(
      1,
      columns.map(({ title }) => textCell(title, style.header)),
    )
    for await (const batch of batches) {
      count += batch.length
      if (count > mostWorkbookRows) throw new SheetError('tooManyToWrite', { limit: mostWorkbookRows })
      // Below the header stands row 2.
      const first = count - batch.length + 2
      yield batch
        .map((values, at) =>
          row(
            first + at,
            columns.map(({ kind }, column) => cell(values[column] ?? null, kind)),
          ),
        )
        .join('')
    }
  }
  const widthOf = ({ kind, width }: SheetColumn): number => width ?? widths[kind]
  const sheet = {
    name,
    columns: columns.map((column) => ({ width: widthOf(column), style: styleOf[column.kind] })),
    rows: rows(),
  }
  await writeZip(path, workbookParts([sheet]), longest)
  return count
}

const styleOf: Readonly<Record<ColumnKind, number>> = {
  text: style.text,
  number: style.general,
  time: style.time,
  day: style.day,
}

const cell = (value: CellValue, kind: ColumnKind): Cell => {
  if (value === null) return null
  if (typeof value === 'number' && kind === 'number') return Number.isFinite(value) ? numberCell(value, style.general) : null
  const serial = kind === 'time' || kind === 'day' ? serialOf(String(value)) : null
  return serial === null ? textCell(String(value), style.text) : numberCell(serial, styleOf[kind])
}
