import { columnName } from './cell-value.ts'
import { guardForWorkbook, writable } from './guarded-text.ts'
import type { ZipPart } from './zip-writer.ts'

// The parts of a workbook as of ECMA-376, as far as a table needs them.

/** Styles of a cell, by their index in `xl/styles.xml`. */
export const style = { general: 0, header: 1, text: 2, time: 3, day: 4, wrapped: 5 } as const

/** Longest text that Excel holds in a cell. */
const longestText = 32_767

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageParts = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const escaped = (text: string): string =>
  writable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As a workbook writes the text of a cell: what looks like its own escapes is escaped, and so is a carriage return. */
const cellText = (text: string): string =>
  escaped(text)
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('\r', '_x000D_')

const shortened = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)

/** What a cell holds, without where it stands; null for an empty one. */
export type Cell = string | null

/** A text and nothing else, whatever it looks like. */
export const textCell = (text: string, styleIndex: number): Cell =>
  text === ''
    ? null
    : `t="inlineStr" s="${styleIndex}"><is><t xml:space="preserve">${cellText(shortened(guardForWorkbook(text)))}</t></is>`
export const numberCell = (value: number, styleIndex: number): Cell => `s="${styleIndex}"><v>${value}</v>`

/** `number` counts from 1. */
export const row = (number: number, cells: readonly Cell[]): string => {
  const filled = cells.map((cell, column) => (cell === null ? '' : `<c r="${columnName(column)}${number}" ${cell}</c>`))
  return `<row r="${number}">${filled.join('')}</row>`
}

export interface SheetPart {
  readonly name: string
  readonly hidden?: boolean
  readonly columns: readonly { readonly width: number; readonly style: number }[]
  /** `row` elements, in pieces; the first row is the header and stays in sight. */
  readonly rows: string | AsyncIterable<string>
  /** Elements that stand behind the rows. */
  readonly after?: string
}

/** All parts of a workbook of these sheets; the first one is open when it is opened. */
export const workbookParts = (sheets: readonly SheetPart[]): ZipPart[] => [
  { name: '[Content_Types].xml', text: contentTypes(sheets.length) },
  { name: '_rels/.rels', text: relations([['officeDocument', 'xl/workbook.xml']]) },
  { name: 'xl/workbook.xml', text: workbook(sheets) },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  },
  { name: 'xl/styles.xml', text: styles },
  ...sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, text: worksheet(sheet, at === 0) })),
]

const contentTypes = (sheets: number): string => {
  const override = (part: string, type: string): string => `<Override PartName="${part}" ContentType="${types}.${type}+xml"/>`
  const each = Array.from({ length: sheets }, (_, at) => override(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet'))
  return (
    `${declaration}<Types xmlns="${packageParts}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${each.join('')}</Types>`
  )
}

const relations = (targets: readonly (readonly [type: string, target: string])[]): string => {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageParts}/relationships">${each.join('')}</Relationships>`
}

const workbook = (sheets: readonly SheetPart[]): string => {
  const each = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${escaped(sheetName(name))}" sheetId="${at + 1}"${hidden === true ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${each.join('')}</sheets></workbook>`
}

/** At most 31 characters, none of those that Excel keeps for references. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet'

async function* worksheet({ columns, rows, after = '' }: SheetPart, selected: boolean): AsyncGenerator<string> {
  const each = columns.map(
    ({ width, style: index }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${index}" customWidth="1"/>`,
  )
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${each.length > 0 ? `<cols>${each.join('')}</cols>` : ''}<sheetData>`
  if (typeof rows === 'string') yield rows
  else yield* rows
  yield `</sheetData>${after}</worksheet>`
}

const font = (inside: string): string => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const format = (numberFormat: number, fontId = 0, more = '/>'): string =>
  `<xf numFmtId="${numberFormat}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}`

// 49 is Excel's format for text: such a cell stays a text when it is edited.
const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="6">${format(0)}${format(49, 1)}${format(49)}${format(164)}${format(165)}` +
  `${format(49, 0, ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
