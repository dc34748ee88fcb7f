import type { InsideEntry } from '@vigil/contract/gates/inside.ts'

/** Pure: in which order who is inside is read, and who is found. */

const isOdd = ({ mismatches }: InsideEntry): boolean => mismatches.length > 0

/** What does not fit first, then who passed last; who never passed comes last, by name. */
export const ordered = (list: readonly InsideEntry[]): readonly InsideEntry[] =>
  list.toSorted(
    (a, b) => Number(isOdd(b)) - Number(isOdd(a)) || (b.since ?? '').localeCompare(a.since ?? '') || a.name.localeCompare(b.name),
  )

/** Who is meant by what somebody typed: every word of it stands in what is known of him. */
export const foundBy = (list: readonly InsideEntry[], typed: string): readonly InsideEntry[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return list
  return list.filter(({ name, number, deptName, tagNo }) => {
    const known = [name, number, deptName, tagNo].join(' ').toLowerCase()
    return words.every((word) => known.includes(word))
  })
}
