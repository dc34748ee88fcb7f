import type { ComponentType } from 'react'
import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { kindOf } from './field-kinds.tsx'
import { isNeeded } from './limits.ts'
import type { Draft, ListNoun } from './record.ts'
import type { EditorProps, FormBlockProps, FormFieldDefinition, FormGroup, Words } from './definitions.ts'
import { listTexts } from './texts.ts'

export interface FormField {
  readonly kind: 'field'
  /** Of the draft; of a place the longitude. */
  readonly name: string
  /** The other half of a place. */
  readonly partner: string | null
  readonly label: Words
  readonly hint: Words | null
  readonly placeholder: Text | null
  readonly field: Field
  readonly needed: boolean
  readonly wide: boolean
  readonly readOnly: boolean
  readonly when: ((draft: Draft) => boolean) | null
  readonly editor: ComponentType<EditorProps> | null
  readonly fixed: ComponentType<{ readonly value: unknown }> | null
}
export interface FormBlock {
  readonly kind: 'block'
  readonly block: ComponentType<FormBlockProps>
  readonly when: ((draft: Draft) => boolean) | null
}
/** A group of the form with its title. */
export interface FormPart {
  readonly title: Text
  readonly items: readonly (FormField | FormBlock)[]
  readonly when: ((draft: Draft) => boolean) | null
}

const halves = (fields: Fields): readonly [string, string] | null => {
  const of = (kind: 'lng' | 'lat') => Object.keys(fields).find((name) => fields[name]?.as.kind === kind)
  const [lng, lat] = [of('lng'), of('lat')]
  return lng !== undefined && lat !== undefined ? [lng, lat] : null
}

const resolved = (noun: ListNoun, fields: Fields, definition: FormFieldDefinition<ListNoun>): FormField => {
  const place = definition.field === 'position' ? halves(fields) : null
  const name = place ? place[0] : definition.field
  const saved = fields[name]
  const field = saved ?? noun.shown[name]
  if (!field) throw new Error(`${noun.name} has no field ${definition.field} for its form`)
  const readOnly = definition.readOnly ?? (!saved || field.as.kind === 'time')
  return {
    kind: 'field',
    name,
    partner: place ? place[1] : null,
    label: definition.label ?? (place ? listTexts.table.position : field.label),
    hint: definition.hint ?? field.hint ?? null,
    field,
    placeholder: definition.placeholder ?? null,
    needed: !readOnly && (definition.needed ?? isNeeded(field)),
    wide: definition.wide ?? kindOf(field).wide(field),
    readOnly,
    when: definition.when ?? null,
    editor: definition.editor ?? null,
    fixed: definition.fixed ?? null,
  }
}

const everyField = (fields: Fields): FormGroup<ListNoun>[] => [
  {
    title: listTexts.table.basic,
    fields: Object.entries(fields).flatMap(([name, { as }]) =>
      as.kind === 'lat' ? [] : [as.kind === 'lng' ? 'position' : name],
    ),
  },
]

export const resolvedForm = (noun: ListNoun, fields: Fields, asked: readonly FormGroup<ListNoun>[] | undefined): FormPart[] =>
  (asked ?? everyField(fields)).map(({ title, fields: items, when }) => ({
    title,
    when: when ?? null,
    items: items.map((item) => {
      if (typeof item === 'string') return resolved(noun, fields, { field: item })
      if ('block' in item) return { kind: 'block', block: item.block, when: item.when ?? null }
      return resolved(noun, fields, item)
    }),
  }))

/** Whether a form has a place where something can be said of a field. */
export const isInForm = (parts: readonly FormPart[], name: string): boolean =>
  parts.some(({ items }) => items.some((item) => item.kind === 'field' && (item.name === name || item.partner === name)))
