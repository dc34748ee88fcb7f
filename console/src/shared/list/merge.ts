import type { Field, Fields } from '@vigil/contract/kernel/field.ts'
import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import { isSame, savedFields, type Draft } from './draft.ts'

export type Side = 'mine' | 'theirs'

/** A field in which two versions of a record differ. */
export interface Disagreement {
  readonly name: string
  /** Both changed what was read: somebody has to look. */
  readonly both: boolean
  /** Whose is taken unless somebody chooses. */
  readonly preset: Side
}

/** What kept apart means nothing: the two halves of a place go together. */
const partnerOf = (fields: Fields, name: string): string | null => {
  const kind = fields[name]?.as.kind
  if (kind !== 'lng' && kind !== 'lat') return null
  const other = kind === 'lng' ? 'lat' : 'lng'
  return Object.keys(fields).find((candidate) => fields[candidate]?.as.kind === other) ?? null
}

/**
 * The fields in which mine and theirs differ. What only one side changed since it was read is taken from that side; where both
 * did, theirs stays until somebody chooses. A place counts once, under its longitude.
 */
export const disagreements = (fields: Fields, base: Draft, mine: Draft, theirs: Draft): Disagreement[] =>
  savedFields(fields).flatMap((name): Disagreement[] => {
    const partner = partnerOf(fields, name)
    if (partner !== null && fields[name]?.as.kind === 'lat') return []
    const names = partner === null ? [name] : [name, partner]
    const differ = (a: Draft, b: Draft): boolean => names.some((part) => !isSame(a[part], b[part]))
    if (!differ(mine, theirs)) return []
    const changedByMe = differ(base, mine)
    const changedByThem = differ(base, theirs)
    return [{ name, both: changedByMe && changedByThem, preset: changedByMe && !changedByThem ? 'mine' : 'theirs' }]
  })

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
  const names = kept.flatMap(({ name }) => {
    const partner = partnerOf(fields, name)
    return [name, ...(partner === null ? [] : [partner]), ...(isReference(fields[name]) ? [nameFieldOf(name)] : [])]
  })
  return { ...theirs, ...Object.fromEntries(names.map((name) => [name, mine[name]])) }
}
