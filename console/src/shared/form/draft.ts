import { shapeParts, type Field, type Fields } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { otherHalf } from '../spec/halves.ts'
import { presetOf } from '../spec/limits.ts'
import type { Draft, Row } from '../spec/record.ts'
import { isIdle, isOfOtherShape } from '../spec/shape-parts.ts'

/** The fields a save takes, in the order of the noun. */
export const savedFields = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { as }]) => (as.kind === 'time' ? [] : [name]))

const namesIn = (fields: Fields, values: Draft): Draft =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { as }]) => {
      const carrier = nameFieldOf(name)
      return (as.kind === 'ref' || as.kind === 'refs') && carrier in values ? [[carrier, values[carrier]]] : []
    }),
  )

/** A new record: what the contract presets, then what the screen does. */
export const emptyDraft = (fields: Fields, presets: Draft = {}): Draft => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.as.kind === 'time' ? [] : [[name, presetOf(field)]])),
  ),
  ...presets,
})

export const draftOf = (fields: Fields, row: Row): Draft => ({
  ...Object.fromEntries(
    savedFields(fields).map((name) => [name, name in row ? row[name] : presetOf(fields[name] as Fields[string])]),
  ),
  ...namesIn(fields, row),
})

/** As the contract stores it: without the spaces around a text. */
const stored = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/** For comparing: no text is nothing, and what is chosen from a list has no order. */
const meant = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.toSorted() : value
  const kept = stored(value)
  return kept === '' ? null : kept
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(meant(a)) === JSON.stringify(meant(b))

/** A text that the contract would rather have null than empty. */
const sentOf = (field: Field | undefined, value: unknown): unknown => {
  const kept = stored(value)
  return kept === '' && field?.sent.safeParse(undefined).data === null ? null : kept
}

/** Whether two drafts differ in a field: what means nothing beside the others differs from nothing. */
export const differ = (fields: Fields, name: string, a: Draft, b: Draft): boolean =>
  !isSame(isIdle(fields, a, name) ? null : a[name], isIdle(fields, b, name) ? null : b[name])

/** The names of the fields in which two drafts differ. */
export const differences = (fields: Fields, a: Draft, b: Draft): string[] =>
  savedFields(fields).filter((name) => differ(fields, name, a, b))

/** A field with those that mean nothing apart from it: the two halves of a place, everything that is drawn. */
export const partsOf = (fields: Fields, name: string): readonly string[] => {
  const kind = fields[name]?.as.kind
  if (kind === 'shape') return [name, ...shapeParts.filter((part) => part in fields)]
  const other = otherHalf(name)
  return (kind === 'lng' || kind === 'lat') && other !== name && other in fields ? [name, other] : [name]
}

/** The field that stands for what a field is a part of: the longitude of a place, the points of what is drawn; else itself. */
export const headOf = (fields: Fields, name: string): string => {
  const owner = Object.keys(fields).find(
    (other) => ['lng', 'shape'].includes(fields[other]?.as.kind ?? '') && partsOf(fields, other).includes(name),
  )
  return owner ?? name
}

/** What was changed as a person counts it: the two halves of a place are one thing. */
export const changedThings = (fields: Fields, a: Draft, b: Draft): string[] => {
  const names = differences(fields, a, b)
  const heads = names.map((name) =>
    fields[name]?.as.kind === 'lat' && !names.includes(headOf(fields, name)) ? name : headOf(fields, name),
  )
  return [...new Set(heads)]
}

/** The body of a save: of a new record, or on top of a stored one. */
export const bodyOf = (fields: Fields, draft: Draft, on: Pick<Row, 'id' | 'version'> | null): Draft => ({
  ...Object.fromEntries(
    savedFields(fields).map((name) => [name, isOfOtherShape(fields, draft, name) ? null : sentOf(fields[name], draft[name])]),
  ),
  ...(on ? { id: on.id, version: on.version } : {}),
})
