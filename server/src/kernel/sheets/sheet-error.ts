import { fill, type Language, type Text } from '@vigil/contract/kernel/text.ts'

const faults = {
  notAWorkbook: {
    zh: '不是 Excel 工作簿，请另存为 .xlsx 或 CSV 后再试',
    en: 'This is not an Excel workbook, save it as .xlsx or CSV and try again',
  },
  oldWorkbook: {
    zh: '是旧版 Excel 文件（.xls）或设有打开密码，请在 Excel 中另存为不加密的 .xlsx',
    en: 'This is an old Excel file (.xls) or protected by a password, save it from Excel as .xlsx without a password',
  },
  brokenArchive: {
    zh: '工作簿已损坏，请用 Excel 打开并另存后再试',
    en: 'The workbook is damaged, open it in Excel, save it again and retry',
  },
  tooBigInside: {
    zh: '工作簿解压后过大，请分成几个文件',
    en: 'The workbook is too big once unpacked, split it into several files',
  },
  documentType: {
    zh: '工作簿含有不允许的 XML 声明（DTD）',
    en: 'The workbook has an XML declaration that is not allowed (DTD)',
  },
  noSheet: { zh: '工作簿中没有可见的工作表', en: 'The workbook has no visible sheet' },
  sheetMissing: { zh: '工作簿中没有名为“{name}”的工作表', en: 'The workbook has no sheet named “{name}”' },
  tooManyRows: { zh: '超过 {limit} 行，请分成几个文件', en: 'There are more than {limit} rows, split them into several files' },
  tooManyColumns: { zh: '第 {row} 行超过 {limit} 列', en: 'Row {row} has more than {limit} columns' },
  cellTooLong: {
    zh: '第 {row} 行第 {column} 列的内容超过 {limit} 个字符（也可能是引号没有成对）',
    en: 'Row {row}, column {column} has more than {limit} characters (or a quotation mark is not closed)',
  },
  unclosedQuote: { zh: '第 {row} 行的引号没有成对', en: 'A quotation mark in row {row} is not closed' },
  notText: {
    zh: '既不是 Excel 工作簿（.xlsx），也不是文本表格（CSV）',
    en: 'This is neither an Excel workbook (.xlsx) nor a text table (CSV)',
  },
  tooManyToWrite: {
    zh: 'Excel 文件最多写 {limit} 行，请缩小范围或改用 CSV',
    en: 'An Excel file takes at most {limit} rows, narrow the selection or choose CSV',
  },
  tooLongToWrite: {
    zh: '内容过多，Excel 文件放不下，请缩小范围或改用 CSV',
    en: 'This is more text than an Excel file takes, narrow the selection or choose CSV',
  },
} as const satisfies Readonly<Record<string, Text>>

export type SheetFault = keyof typeof faults
type Values = Readonly<Record<string, string | number>>

/** Why a sheet could not be read or written, as a sentence for who brought it. */
export class SheetError extends Error {
  readonly fault: SheetFault
  readonly values: Values
  constructor(fault: SheetFault, values: Values = {}) {
    super(fault)
    this.name = 'SheetError'
    this.fault = fault
    this.values = values
  }

  get reason(): Text {
    const tell = (language: Language): string => fill(faults[this.fault][language], this.values)
    return { zh: tell('zh'), en: tell('en') }
  }
}
