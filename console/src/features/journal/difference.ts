import { logKeyName } from '@vigil/contract/journal/log-object.ts'
import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf, type Noun } from '@vigil/contract/kernel/noun.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { isSame } from '../../shared/form/draft.ts'
import { kindOf } from '../../shared/spec/field-kinds.tsx'
import type { ListTranslate } from '../../shared/spec/texts.ts'

/** One value of a record as it was and as it became, in words; null on a side where there was no record. */
export interface Change {
  readonly key: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

type Loose = Readonly<Record<string, unknown>>

interface ReadingContext {
  /** Which module wrote it. */
  readonly module: string
  readonly noun: Noun | null
  readonly t: ListTranslate
  readonly language: Language
}

const nothing = '—'
/** They tell nothing of what was changed; the identifier stands above. */
const untold = new Set(['id', 'version'])

const asRecord = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const plain = (value: unknown): string => {
  if (isEmpty(value)) return nothing
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const inWords = (name: string, field: Field | undefined, record: Loose, { t, language }: ReadingContext): string => {
  const value = record[name]
  // A place and an outline are told by their numbers here: two of them in words may read the same.
  if (!field || ['lng', 'lat', 'ring', 'shape', 'picture'].includes(field.as.kind)) return plain(value)
  return kindOf(field).text(value, { name, field, record, t, language })
}

/** What differs between a record before and after, in the order of its noun; everything that is there where one side is missing. */
export const changesOf = (before: unknown, after: unknown, context: ReadingContext): Change[] => {
  const [old, fresh] = [asRecord(before), asRecord(after)]
  if (!old && !fresh) {
    if (isEmpty(before) && isEmpty(after)) return []
    return [{ key: '', label: '', before: isEmpty(before) ? null : plain(before), after: isEmpty(after) ? null : plain(after) }]
  }
  const fields: Fields = { ...context.noun?.fields, ...context.noun?.shown }
  const carried = new Set(
    Object.entries(fields).flatMap(([name, { as }]) => (as.kind === 'ref' || as.kind === 'refs' ? [nameFieldOf(name)] : [])),
  )
  const present = new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])
  const ordered = [
    ...Object.keys(fields).filter((name) => present.has(name)),
    ...[...present].filter((name) => !(name in fields)),
  ]
  return ordered
    .filter((name) => !untold.has(name) && !carried.has(name))
    .filter((name) => (old && fresh ? !isSame(old[name], fresh[name]) : !isEmpty((old ?? fresh)?.[name])))
    .map((name) => ({
      key: name,
      label: fields[name]?.label[context.language] ?? logKeyName(context.module, name, context.language),
      before: old && inWords(name, fields[name], old, context),
      after: fresh && inWords(name, fields[name], fresh, context),
    }))
}
