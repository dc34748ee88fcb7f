import { open } from 'node:fs/promises'
import { numberText } from './cell-value.ts'
import { guardForCsv, writable } from './guarded-text.ts'
import type { CellValue, ColumnKind, SheetWriter } from './sheet-columns.ts'

/** Excel takes a text without this mark for the code page of the machine, and shows no Chinese. */
const byteOrderMark = '\ufeff'

/**
 * CSV as of RFC 4180 in UTF-8, of any length. A text that a spreadsheet would calculate begins with an apostrophe; `readSheet`
 * takes it away again.
 */
export const writeCsv: SheetWriter = async (path, { columns }, batches) => {
  const kinds = columns.map(({ kind }) => kind)
  const file = await open(path, 'w')
  try {
    await file.appendFile(byteOrderMark + line(columns.map(({ title }) => cell(title, 'text'))))
    let count = 0
    for await (const rows of batches) {
      await file.appendFile(rows.map((row) => line(kinds.map((kind, column) => cell(row[column] ?? null, kind)))).join(''))
      count += rows.length
    }
    return count
  } finally {
    await file.close()
  }
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

const cell = (value: CellValue, kind: ColumnKind): string => {
  if (value === null) return ''
  if (typeof value === 'number' && kind === 'number') return Number.isFinite(value) ? numberText(String(value), 0) : ''
  const text = guardForCsv(writable(String(value)))
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
