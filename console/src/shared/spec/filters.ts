import type { ComponentType } from 'react'
import type { Field } from '@vigil/contract/kernel/field.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { kindOf } from './field-kinds.tsx'
import type { ListNoun } from './record.ts'
import type { FilterControlProps, FilterDefinition, ToldFilterProps } from './definitions.ts'

/** A way to narrow a list, as the search bar draws it. */
export type DrawnFilter =
  | { readonly kind: 'field'; readonly name: string; readonly label: Text; readonly field: Field }
  | {
      readonly kind: 'range'
      readonly name: string
      readonly label: Text
      readonly from: string
      readonly to: string
      readonly of: 'time' | 'number'
    }
  | {
      readonly kind: 'options'
      readonly name: string
      readonly label: Text
      readonly options: (language: Language) => readonly { readonly value: string; readonly label: string }[]
      readonly toBody: (value: string) => unknown
    }
  | {
      readonly kind: 'own'
      readonly name: string
      readonly label: Text
      readonly control: ComponentType<FilterControlProps>
      readonly toBody: (value: string) => unknown
    }
/** One that links set, told above the list. */
export interface ToldFilter {
  readonly kind: 'told'
  readonly name: string
  readonly told: ComponentType<ToldFilterProps<ListNoun>>
  readonly toBody: (value: string) => unknown
}
export type Filter = DrawnFilter | ToldFilter

const asItIs = (value: string): unknown => value
const numberIn = (value: string): number | undefined =>
  value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

const resolved = (noun: ListNoun, definition: FilterDefinition<ListNoun>): Filter => {
  if (typeof definition === 'string') {
    const field = noun.fields[definition] ?? noun.shown[definition]
    if (!field) throw new Error(`${noun.name} has no field ${definition} to filter by`)
    const { label } = field
    if (!noun.ranges.includes(definition)) return { kind: 'field', name: definition, label, field }
    const of = field.as.kind === 'number' ? 'number' : 'time'
    return { kind: 'range', name: definition, label, from: `${definition}From`, to: `${definition}To`, of }
  }
  if ('range' in definition) {
    const [from, to] = definition.range
    return { kind: 'range', name: from, label: definition.label, from, to, of: 'time' }
  }
  if ('told' in definition) return { kind: 'told', ...definition }
  const { name, label, toBody = asItIs } = definition
  return 'options' in definition
    ? { kind: 'options', name, label, options: definition.options, toBody }
    : { kind: 'own', name, label, control: definition.control, toBody }
}

/** The department has its panel, so it is no filter besides. */
export const resolvedFilters = (noun: ListNoun, asked: readonly FilterDefinition<ListNoun>[] | undefined): Filter[] =>
  (asked ?? [...noun.filters.filter((name) => name !== 'deptId'), ...noun.ranges]).map((definition) => resolved(noun, definition))

/** The names under which filters stand in the address. */
export const filterNames = (filters: readonly Filter[]): string[] =>
  filters.flatMap((filter) => (filter.kind === 'range' ? [filter.from, filter.to] : [filter.name]))

/** The values of the address as the list call takes them; one that cannot be read narrows nothing. */
export const filterBody = (
  filters: readonly Filter[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {}
  const put = (name: string, read: (value: string) => unknown): void => {
    const text = values[name]
    const value = text === undefined ? undefined : read(text)
    if (value !== undefined) body[name] = value
  }
  for (const filter of filters) {
    if (filter.kind === 'range') {
      const read = filter.of === 'number' ? numberIn : asItIs
      put(filter.from, read)
      put(filter.to, read)
    } else if (filter.kind === 'field') put(filter.name, (text) => kindOf(filter.field).fromAddress(text, filter.field))
    else put(filter.name, filter.toBody)
  }
  return body
}
