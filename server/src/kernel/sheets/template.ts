import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { columnName } from './cell-value.ts'
import { sheetLimits } from './row.ts'
import { escaped, row, style, textCell, workbookParts } from './workbook-parts.ts'
import { writeZip } from './zip-writer.ts'

export interface TemplateColumn {
  readonly title: string
  readonly required: boolean
  /** In characters of the standard font. */
  readonly width?: number
  /** What is to be filled in, as a person says it. */
  readonly format?: string
  readonly example?: string
  /** Offered as a list to choose from; nothing else is accepted by the spreadsheet. */
  readonly choices?: readonly string[]
}

export interface Template {
  readonly sheet: string
  readonly columns: readonly TemplateColumn[]
  readonly language: Language
}

const words = {
  instructions: { zh: '填写说明', en: 'Instructions' },
  field: { zh: '字段', en: 'Field' },
  required: { zh: '是否必填', en: 'Required' },
  format: { zh: '格式', en: 'Format' },
  example: { zh: '示例', en: 'Example' },
  values: { zh: '可选值', en: 'Allowed values' },
  yes: { zh: '必填', en: 'Yes' },
  no: { zh: '选填', en: 'No' },
  chooseTitle: { zh: '请从列表中选择', en: 'Choose from the list' },
  choose: { zh: '此列只能填写下拉列表中的值。', en: 'This column accepts only values from its list.' },
} as const satisfies Readonly<Record<string, Text>>

/** Excel's limit for a list that stands in the validation itself. */
const longestInlineList = 255
const listSheet = 'lists'
const defaultWidth = 18
const lastRow = sheetLimits.maxRows

/** How a template marks a column that must be filled in. */
const requiredMark = '*'
/** The title that a column was given, whether or not a template marked it as required. */
export const plainTitle = (title: string): string =>
  title
    .trim()
    .replace(/[*＊]$/, '')
    .trimEnd()

/**
 * Writes an empty workbook to be filled in and read again by `readSheet`: a sheet with its header, in which Excel takes everything
 * for text and so keeps leading zeros and long numbers; and a sheet of instructions. Examples stand there, since an example
 * among the data would be imported with them.
 */
export const writeTemplate = async (path: string, { sheet, columns, language }: Template): Promise<void> => {
  const told = (text: Text): string => text[language]
  const header = (titles: readonly string[]): string =>
    row(
      1,
      titles.map((title) => textCell(title, style.header)),
    )
  const lists = columns.filter(isListed).map(({ choices = [] }) => choices)
  const instructions = columns.map((column, at) =>
    row(
      at + 2,
      [
        column.title,
        told(column.required ? words.yes : words.no),
        column.format ?? '',
        column.example ?? '',
        (column.choices ?? []).join(language === 'zh' ? '、' : ', '),
      ].map((text) => textCell(text, style.wrapped)),
    ),
  )
  await writeZip(
    path,
    workbookParts([
      {
        name: sheet,
        columns: columns.map(({ width }) => ({ width: width ?? defaultWidth, style: style.text })),
        rows: header(columns.map(({ title, required }) => (required ? title + requiredMark : title))),
        after: validations(columns, told),
      },
      {
        name: told(words.instructions),
        columns: [20, 10, 40, 30, 60].map((width) => ({ width, style: style.wrapped })),
        rows: header([words.field, words.required, words.format, words.example, words.values].map(told)) + instructions.join(''),
      },
      ...(lists.length === 0 ? [] : [{ name: listSheet, hidden: true, columns: [], rows: listRows(lists) }]),
    ]),
  )
}

/** Whether the choices of a column need a place of their own: long ones, and ones that hold what separates them. */
const isListed = ({ choices = [] }: TemplateColumn): boolean =>
  choices.join(',').length > longestInlineList || choices.some((choice) => /[",]|^\s|\s$/.test(choice))

const listRows = (lists: readonly (readonly string[])[]): string => {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) =>
    row(
      at + 1,
      lists.map((list) => textCell(list[at] ?? '', style.text)),
    ),
  ).join('')
}

const validations = (columns: readonly TemplateColumn[], told: (text: Text) => string): string => {
  const listed = columns.filter(isListed)
  const each = columns.flatMap((column, at) => {
    const { choices = [] } = column
    if (choices.length === 0) return []
    const place = listed.indexOf(column)
    const source =
      place === -1 ? `"${choices.join(',')}"` : `${listSheet}!$${columnName(place)}$1:$${columnName(place)}$${choices.length}`
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="${escaped(told(words.chooseTitle))}" ` +
        `error="${escaped(told(words.choose))}" sqref="${columnName(at)}2:${columnName(at)}${lastRow}"><formula1>${escaped(source)}</formula1></dataValidation>`,
    ]
  })
  return each.length === 0 ? '' : `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}
