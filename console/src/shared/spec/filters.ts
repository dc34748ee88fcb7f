import type { ComponentType } from 'react'
import type { Field } from '@vigil/contract/kernel/field.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { kindOf } from './field-kinds.tsx'
import type { ListNoun } from './record.ts'
import type { FilterControlProps, FilterSketch } from './sketch.ts'

/** A way to narrow a list, as the search bar draws it. */
export type Filter =
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

const asItIs = (value: string): unknown => value
const numberIn = (value: string): number | undefined =>
  value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

const resolved = (noun: ListNoun, sketch: FilterSketch<ListNoun>): Filter => {
  if (typeof sketch === 'string') {
    const field = noun.fields[sketch] ?? noun.shown[sketch]
    if (!field) throw new Error(`${noun.name} has no field ${sketch} to filter by`)
    const { label } = field
    if (!noun.ranges.includes(sketch)) return { kind: 'field', name: sketch, label, field }
    const of = field.as.kind === 'number' ? 'number' : 'time'
    return { kind: 'range', name: sketch, label, from: `${sketch}From`, to: `${sketch}To`, of }
  }
  if ('range' in sketch) {
    const [from, to] = sketch.range
    return { kind: 'range', name: from, label: sketch.label, from, to, of: 'time' }
  }
  const { name, label, toBody = asItIs } = sketch
  return 'options' in sketch
    ? { kind: 'options', name, label, options: sketch.options, toBody }
    : { kind: 'own', name, label, control: sketch.control, toBody }
}

/** The department has its panel, so it is no filter besides. */
export const resolvedFilters = (noun: ListNoun, asked: readonly FilterSketch<ListNoun>[] | undefined): Filter[] =>
  (asked ?? [...noun.filters.filter((name) => name !== 'deptId'), ...noun.ranges]).map((sketch) => resolved(noun, sketch))

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
