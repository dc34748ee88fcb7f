import type { Field } from '@vigil/contract/kernel/field.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import type { AnyNoun } from '../../kernel/keeping.ts'
import { plainTitle } from '../../kernel/sheets/template.ts'

/** A column of a noun's sheets. */
export interface Column {
  readonly name: string
  readonly field: Field
  /** It can be read back. */
  readonly imports: boolean
}

const importable = ({ as }: Field): boolean => as.kind !== 'time' && as.kind !== 'picture'
/** A unit stands behind its label: `限速(km/h)`. */
export const titleOf = ({ label, as }: Field, language: Language): string =>
  as.kind === 'number' && as.unit !== undefined ? `${label[language]}(${as.unit[language]})` : label[language]

/** Everything that an export may show: fields first, then what is shown besides. Pictures do not fit into cells. */
export const columnsOf = ({ fields, shown }: AnyNoun): Column[] => [
  ...Object.entries<Field>(fields)
    .filter(([, { as }]) => as.kind !== 'picture')
    .map(([name, field]) => ({ name, field, imports: importable(field) })),
  ...Object.entries<Field>(shown).map(([name, field]) => ({ name, field, imports: false })),
]

export const importColumns = (noun: AnyNoun): Column[] => columnsOf(noun).filter(({ imports }) => imports)

/** Left empty in a new row, it would be refused. */
export const isRequired = ({ sent }: Field): boolean => !sent.safeParse(undefined).success

const same = (title: string): string =>
  plainTitle(title).replaceAll('（', '(').replaceAll('）', ')').replaceAll(/\s+/g, '').toLowerCase()

export interface Header {
  /** For each column of the sheet the one of the noun, null for one that means none. */
  readonly columns: readonly { readonly title: string; readonly column: Column | null }[]
  /** Required ones that the sheet lacks. */
  readonly missing: readonly Column[]
  /** Those that stand there twice. */
  readonly repeated: readonly Column[]
}

/** How a sheet's first row is understood: titles of either language, with or without unit and mark, or names of fields. */
export const readHeader = (noun: AnyNoun, titles: readonly string[]): Header => {
  const known = columnsOf(noun)
  const byTitle = new Map<string, Column>()
  for (const column of known) {
    const { field, name } = column
    for (const title of [titleOf(field, 'zh'), titleOf(field, 'en'), field.label.zh, field.label.en, name]) {
      if (!byTitle.has(same(title))) byTitle.set(same(title), column)
    }
  }
  const columns = titles.map((title) => ({ title, column: byTitle.get(same(title)) ?? null }))
  const met = columns.flatMap(({ column }) => (column ? [column.name] : []))
  return {
    columns,
    missing: known.filter(({ name, field, imports }) => imports && isRequired(field) && !met.includes(name)),
    repeated: known.filter(({ name }) => met.filter((other) => other === name).length > 1),
  }
}
