import { crc32, deflateRawSync } from 'node:zlib'
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

/**
 * The same of parts that are very large and say little: packed by the platform, each only once however often it is there. fflate
 * takes seconds for what is to be refused in milliseconds.
 */
export const zippedBombs = (parts: Readonly<Record<string, string | Buffer>>): Buffer => {
  const known = new Map<string | Buffer, { readonly packed: Buffer; readonly crc: number; readonly size: number }>()
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part)
    const one = known.get(part) ?? { packed: deflateRawSync(bytes), crc: crc32(bytes), size: bytes.length }
    known.set(part, one)
    // What both headers have alike: version, flags, method, time and date, sum and sizes, lengths of the name and of nothing more.
    const alike = Buffer.alloc(26)
    alike.writeUInt16LE(20, 0)
    alike.writeUInt16LE(8, 4)
    alike.writeUInt32LE(one.crc, 10)
    alike.writeUInt32LE(one.packed.length, 14)
    alike.writeUInt32LE(one.size, 18)
    alike.writeUInt16LE(name.length, 22)
    const placed = Buffer.alloc(14)
    placed.writeUInt32LE(offset, 10)
    const local = [Buffer.from('504b0304', 'hex'), alike, Buffer.from(name), one.packed]
    locals.push(...local)
    directory.push(Buffer.from('504b01021400', 'hex'), alike, placed, Buffer.from(name))
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}

export const workbookOf = (rows: string, more: Readonly<Record<string, string | null>> = {}): Uint8Array =>
  zipped(workbookParts(rows, more))
