import { SheetError } from './sheet-error.ts'

/** A row as a person finds it in the file: its number counts from 1, as in Excel; cells to the right of the last filled one are left out. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
}

export interface SheetLimits {
  /** Rows that are not empty, the header among them. */
  readonly maxRows: number
  readonly maxColumns: number
  /** Characters. */
  readonly maxCell: number
}

/** 20,000 rows and their header; a cell as long as Excel's. */
export const sheetLimits: SheetLimits = { maxRows: 20_001, maxColumns: 200, maxCell: 32_767 }

/** Takes cells as they are read, left to right, and gives out the rows that hold anything. */
export const createRowCollector = (limits: SheetLimits) => {
  let cells: string[] = []
  let blank = true
  let rows: SheetRow[] = []
  let count = 0
  return {
    /** `column` from 0. */
    add: (row: number, column: number, value: string): void => {
      if (value === '') return
      if (column >= limits.maxColumns) throw new SheetError('tooManyColumns', { row, limit: limits.maxColumns })
      if (value.length > limits.maxCell) {
        throw new SheetError('cellTooLong', { row, column: column + 1, limit: limits.maxCell })
      }
      while (cells.length < column) cells.push('')
      cells[column] = value
      blank &&= value.trim() === ''
    },
    endRow: (number: number): void => {
      if (!blank) {
        count += 1
        if (count > limits.maxRows) throw new SheetError('tooManyRows', { limit: limits.maxRows - 1 })
        rows.push({ number, cells })
      }
      cells = []
      blank = true
    },
    /** The rows that ended since the last time. */
    take: (): SheetRow[] => {
      const taken = rows
      rows = []
      return taken
    },
  }
}
export type RowCollector = ReturnType<typeof createRowCollector>
