import type { z } from 'zod'
import type { Call, Needs } from './call.ts'

/** Which calls list which kinds of records, so that whoever shows some follows what other people save. */

interface Kind {
  readonly name: string
  /** Kinds whose records its own name, so that they show their names. */
  readonly names: readonly string[]
  /** The field by which people know one. */
  readonly title: string
}

const kindOfRecord = new Map<z.ZodType, Kind>()
/** Of calls, the kinds of what they show; the first is that of their records. */
const kindsOfCall = new Map<Call, readonly string[]>()
const itemOfCall = new Map<Call, z.ZodType>()

/** Says of what kind records of a shape are. */
export const recordsOf = (record: z.ZodType, kind: Kind): void => void kindOfRecord.set(record, kind)
/** Says that a call lists records of a shape. */
export const listingOf = <C extends Call>(item: z.ZodType, call: C): C => {
  itemOfCall.set(call, item)
  return call
}
/** Says so of a call whose answer is no list of a noun's records; what it shows of other kinds follows the first. */
export const listing = <C extends Call>(kinds: readonly [string, ...string[]], call: C): C => {
  kindsOfCall.set(call, kinds)
  return call
}

const shownBy = (call: Call): readonly string[] => {
  const said = kindsOfCall.get(call)
  if (said) return said
  const item = itemOfCall.get(call)
  const kind = item && kindOfRecord.get(item)
  return kind ? [kind.name, ...kind.names] : []
}
const listings = (): Set<Call> => new Set([...kindsOfCall.keys(), ...itemOfCall.keys()])

/** The kind of records that a call lists; null for a call that lists none. */
export const kindListedBy = (call: Call): string | null => shownBy(call)[0] ?? null

/** The calls of which any lets somebody see records of a kind at all. */
export const needsToSee = (kind: string): Needs[] =>
  [...listings()].filter((call) => shownBy(call)[0] === kind).map(({ needs }) => needs)
/** Every call whose answers show records of some kinds, or their names. */
export const callsThatShow = (kinds: readonly string[]): Call[] =>
  [...listings()].filter((call) => shownBy(call).some((kind) => kinds.includes(kind)))
/** Every call that lists records. */
export const everyListing = (): Call[] => [...listings()]
/** The first call that lists records of a kind and by which field people know one; null where none of those read so far does. */
export const listOf = (kind: string): { readonly call: Call; readonly title: string } | null => {
  for (const [call, item] of itemOfCall) {
    const found = kindOfRecord.get(item)
    if (found?.name === kind) return { call, title: found.title }
  }
  return null
}
