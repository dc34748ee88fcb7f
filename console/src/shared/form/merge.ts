import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { Draft } from '../spec/record.ts'
import { differ, headOf, partsOf, savedFields } from './draft.ts'

export type Side = 'mine' | 'theirs'

/** A field in which two versions of a record differ. */
export interface Disagreement {
  readonly name: string
  /** Both changed what was read: somebody has to look. */
  readonly both: boolean
  /** Whose is taken unless somebody chooses; null where both changed it, so that somebody has to. */
  readonly preset: Side | null
}

/**
 * The fields in which mine and theirs differ. What only one side changed since it was read is taken from that side; where both
 * did, nobody's is until somebody chooses. What is one thing counts once: a place under its longitude.
 */
export const disagreements = (fields: Fields, base: Draft, mine: Draft, theirs: Draft): Disagreement[] =>
  savedFields(fields).flatMap((name): Disagreement[] => {
    if (headOf(fields, name) !== name) return []
    const parts = partsOf(fields, name)
    const areOther = (a: Draft, b: Draft): boolean => parts.some((part) => differ(fields, part, a, b))
    if (!areOther(mine, theirs)) return []
    const changedByMe = areOther(base, mine)
    const changedByThem = areOther(base, theirs)
    const both = changedByMe && changedByThem
    return [{ name, both, preset: both ? null : changedByMe ? 'mine' : 'theirs' }]
  })

/** In how many of them somebody has yet to choose. */
export const undecided = (rows: readonly Disagreement[], chosen: Readonly<Record<string, Side>>): number =>
  rows.filter(({ name, preset }) => (chosen[name] ?? preset) === null).length

/** A field with what goes with it: the rest of a place or a shape, the names behind a reference. */
const together = (fields: Fields, name: string): readonly string[] => [
  ...partsOf(fields, headOf(fields, name)),
  ...(isReference(fields[name]) ? [nameFieldOf(name)] : []),
]

const isReference = (field: Field | undefined): boolean => field?.as.kind === 'ref' || field?.as.kind === 'refs'

/** Theirs, with what was chosen of mine put over it. */
export const merged = (
  fields: Fields,
  mine: Draft,
  theirs: Draft,
  rows: readonly Disagreement[],
  chosen: Readonly<Record<string, Side>>,
): Draft => {
  const kept = rows.filter(({ name, preset }) => (chosen[name] ?? preset) === 'mine')
  const names = kept.flatMap(({ name }) => together(fields, name))
  return { ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
}

/**
 * `onto`, and over it what is in `mine` no longer as in `from`: to the letter, for a space at the end of a text is what somebody
 * types between two words.
 */
export const carried = (fields: Fields, from: Draft, mine: Draft, onto: Draft): Draft => {
  const names = savedFields(fields).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(mine[name]))
  const kept = names.flatMap((name) => together(fields, name))
  return { ...onto, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) }
}
