import type { ReactNode } from 'react'
import type { Field } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { kindOf } from './field-kinds.tsx'
import type { ListNoun, Row } from './record.ts'
import type { ColumnName, ColumnDefinition } from './definitions.ts'
import { listTexts } from './texts.ts'

/** A column as the table draws it. */
export interface Column {
  /** Of the record: a field, or the name behind a reference. */
  readonly name: string
  readonly label: Text
  /** Null: the screen renders it itself. */
  readonly field: Field | null
  readonly width: number
  readonly align: 'start' | 'end'
  /** By what the server sorts; null: not at all. */
  readonly sort: string | null
  readonly hidden: boolean
  /** What it tells besides its field. */
  readonly with: readonly string[]
  /** It says of a record that it is disabled. */
  readonly tellsState: boolean
  readonly render: ((row: Row) => ReactNode) | null
}

const ownWidth = 140
const titleWidth = 160

/** A reference by its own name, or by that of the field that carries the name of what it names. */
export const referenceBehind = (noun: ListNoun, name: string): [string, Field] | null =>
  Object.entries(noun.fields).find(
    ([field, { as }]) => (as.kind === 'ref' || as.kind === 'refs') && (field === name || nameFieldOf(field) === name),
  ) ?? null

const known = (noun: ListNoun, name: string): Pick<Column, 'name' | 'label' | 'field' | 'sort'> | null => {
  const reference = referenceBehind(noun, name)
  if (reference) {
    const carrier = nameFieldOf(reference[0])
    return { name: carrier, label: reference[1].label, field: reference[1], sort: carrier }
  }
  if (name === 'position') {
    const half = Object.entries(noun.fields).find(([, { as }]) => as.kind === 'lng')
    return half ? { name, label: listTexts.table.position, field: half[1], sort: null } : null
  }
  const field = noun.fields[name] ?? noun.shown[name]
  return field ? { name, label: field.label, field, sort: name } : null
}

const resolved = (noun: ListNoun, definition: ColumnDefinition<ListNoun>): Column => {
  const found = known(noun, definition.field)
  const label = definition.label ?? found?.label
  if (!label || (!found && !definition.render))
    throw new Error(`the column ${definition.field} of ${noun.name} needs a label and a renderer`)
  const kind = found?.field ? kindOf(found.field) : null
  const { render } = definition
  // That a record is enabled is the usual case: the one that is not says so beside its name.
  const isState = definition.field === 'enable' && found?.field?.as.kind === 'flag'
  const sort = definition.sort === false ? null : (definition.sort ?? (kind?.sortable ? found?.sort : null) ?? null)
  return {
    name: found?.name ?? definition.field,
    label,
    field: found?.field ?? null,
    width: definition.width ?? (definition.field === noun.title ? titleWidth : (kind?.width ?? ownWidth)),
    align: definition.align ?? kind?.align ?? 'start',
    sort,
    hidden: definition.hidden ?? isState,
    with: definition.with ?? [],
    tellsState: definition.tellsState ?? isState,
    render: render ? (row) => render(row) : null,
  }
}

/** Every field and what is shown besides; what only a form can show is left out, long texts wait in the column settings. */
const everyColumn = (noun: ListNoun): ColumnDefinition<ListNoun>[] => [
  ...Object.entries(noun.fields).flatMap(([field, { as }]): ColumnDefinition<ListNoun>[] => {
    if (as.kind === 'lat' || as.kind === 'ring' || as.kind === 'shape') return []
    if (as.kind === 'lng') return [{ field: 'position', hidden: true }]
    return [{ field, hidden: as.kind === 'text' && as.long === true }]
  }),
  ...Object.keys(noun.shown).map((field) => ({ field })),
]

export const resolvedColumns = (
  noun: ListNoun,
  asked: readonly (ColumnName<ListNoun> | ColumnDefinition<ListNoun>)[] | undefined,
): Column[] => {
  const definitions = asked?.map((column) => (typeof column === 'string' ? { field: column } : column)) ?? everyColumn(noun)
  const columns = definitions.map((definition) => resolved(noun, definition))
  const own = resolved(noun, { field: noun.title })
  const title = columns.find(({ name }) => name === own.name) ?? own
  return [{ ...title, hidden: false }, ...columns.filter(({ name }) => name !== own.name)]
}

/** The fields behind columns, in their order, as an export names them; what a screen draws by itself is behind none. */
export const fieldsBehind = (noun: ListNoun, columns: readonly string[]): string[] =>
  columns.flatMap((name) => {
    const reference = referenceBehind(noun, name)
    if (reference) return [reference[0]]
    if (name === 'position')
      return Object.entries(noun.fields).flatMap(([half, { as }]) => (as.kind === 'lng' || as.kind === 'lat' ? [half] : []))
    const field = noun.fields[name] ?? noun.shown[name]
    return field && field.as.kind !== 'picture' ? [name] : []
  })
