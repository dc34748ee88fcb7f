import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'

/** A column of a sheet as the import reads it. */
export interface UnderstoodColumn {
  /** What stands in the sheet. */
  readonly title: string
  /** The field that it fills; null: it is left out. */
  readonly label: string | null
}

/** How the columns of a sheet were understood; a column without a title is named by its letter. */
export const understoodColumns = (columns: Transfer['columns'], fields: Fields, language: Language): UnderstoodColumn[] =>
  columns.map(({ title, field }, at) => {
    const found: Field | undefined = field === null ? undefined : fields[field]
    return { title: title.trim() === '' ? columnLetter(at) : title, label: found ? found.label[language] : field }
  })

/** As spreadsheets call a column: A … Z, AA … */
export const columnLetter = (at: number): string =>
  (at < 26 ? '' : columnLetter(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
