import { zipSync, type Zippable } from 'fflate'
import type { SheetRow } from '../src/kernel/sheets/row.ts'
import { readSheet, type SheetOptions } from '../src/kernel/sheets/sheet-reader.ts'

export const readRows = async (path: string, options: SheetOptions = {}): Promise<SheetRow[]> => {
  const rows: SheetRow[] = []
  for await (const row of readSheet(path, options)) rows.push(row)
  return rows
}

// Workbooks made by hand, for what no well-meant program writes.

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...targets: (readonly [type: string, target: string])[]): string =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${types}/${type}" Target="${target}"/>`).join('')}</Relationships>`

/** The parts of a workbook with one sheet of these `row` elements; `more` replaces or adds parts, null leaves one out. */
export const workbookParts = (rows: string, more: Readonly<Record<string, string | null>> = {}): Record<string, string> => {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': '<workbook><sheets><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': '<sst/>',
    'xl/styles.xml': '<styleSheet/>',
    ...more,
  }
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => part[1] !== null))
}

export const zipped = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? Buffer.from(part) : part]),
    ) as Zippable,
  )

export const workbookOf = (rows: string, more: Readonly<Record<string, string | null>> = {}): Uint8Array =>
  zipped(workbookParts(rows, more))
