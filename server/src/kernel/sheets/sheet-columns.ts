/**
 * `text` is never calculated with, whatever it looks like. `time` (`YYYY-MM-DD HH:mm:ss`) and `day` (`YYYY-MM-DD`) become dates of
 * the workbook; what is neither stays a text.
 */
export type ColumnKind = 'text' | 'number' | 'time' | 'day'

export interface SheetColumn {
  readonly title: string
  /** In characters of the standard font; by kind unless said. */
  readonly width?: number
  readonly kind: ColumnKind
}

export type CellValue = string | number | null
/** Rows as they come from wherever they are; a batch is written in one go, so a thousand rows are a good size. */
export type RowBatches = AsyncIterable<readonly (readonly CellValue[])[]>

/** Writes a file with a header and all rows; answers how many they were. */
export type SheetWriter = (
  path: string,
  sheet: { readonly name: string; readonly columns: readonly SheetColumn[] },
  batches: RowBatches,
) => Promise<number>
