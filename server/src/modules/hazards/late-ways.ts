import { accuracyLimit, contains, interpolateUpTo, step, type CompiledFence, type Fix, type Standing } from './rules.ts'

/** Pure: what of a way that is known by now a fence is violated by, whatever order its fixes came in. Times in ms since 1970. */

/** A time in which a way violates a fence. */
export interface Stretch {
  readonly fence: CompiledFence
  readonly from: number
  /** When it was seen to be over, else when it was seen the last time. */
  readonly to: number
  /** Where it was found, and how sure that was. */
  readonly at: Fix
  readonly lng: number
  readonly lat: number
  /** It begins with the way, and what came before that is not known here: it belongs to an alarm that stood by then, or is none. */
  readonly joins: boolean
  /** The way ends in it: it may go on. */
  readonly isOpen: boolean
}

interface Begun extends Pick<Stretch, 'from' | 'at' | 'lng' | 'lat' | 'joins'> {
  /** When it was seen the last time. */
  held: number
  /** That, where nothing is known of the way on which it ended. */
  lost: number | null
}

/** Where the way begins it may be violated already. */
const beginOf = (fence: CompiledFence, first: Fix, active: (time: number) => boolean): [Standing, Begun] | null => {
  // Who is beside it is not in it, however near he is.
  if (fence.type !== 'noExit' && !contains(fence, first)) return null
  const violated: Standing = { fence: fence.id, phase: 'violated', since: first.time }
  if (first.accuracy > accuracyLimit || step(fence, violated, null, first, active).standing?.phase !== 'violated') return null
  const { time, lng, lat } = first
  return [violated, { from: time, at: first, lng, lat, joins: true, held: time, lost: null }]
}

/** As the fixes would have been judged had they come in their order; what nobody saw the end of ends where it was seen last. */
const judgeInOrder = (
  fence: CompiledFence,
  way: readonly Fix[],
  active: (time: number) => boolean,
  begins: [Standing, Begun] | null,
): Stretch[] => {
  const found: Stretch[] = []
  let [standing, begun]: [Standing | undefined, Begun | null] = begins ?? [undefined, null]
  const close = (to: number, isOpen: boolean): void => {
    if (begun) {
      const { from, at, lng, lat, joins } = begun
      found.push({ fence, from, to: Math.max(from, to), at, lng, lat, joins, isOpen })
    }
    begun = null
  }
  let before: Fix | null = null
  for (const fix of way) {
    const isFar = before !== null && fix.time - before.time > interpolateUpTo
    const result = step(fence, standing, before, fix, active)
    const held = begun?.held ?? null
    for (const effect of result.effects) {
      if (effect.kind === 'return') close(begun?.lost ?? (isFar && held !== null ? held : effect.end), false)
      else begun = { from: effect.start, at: fix, lng: effect.lng, lat: effect.lat, joins: false, held: effect.start, lost: null }
    }
    if (begun !== null) {
      if (result.standing?.phase === 'violated') {
        // An inaccurate one says nothing of it.
        if (fix.accuracy <= accuracyLimit) begun.held = fix.time
        begun.lost = null
      } else if (isFar && standing?.phase === 'violated') begun.lost = begun.held
    }
    standing = result.standing
    before = fix
  }
  if (begun !== null) {
    const { held, lost } = begun
    close(standing?.phase === 'clearing' ? (lost ?? standing.since) : held, true)
  }
  return found
}

/** The stretches of a way at one fence, with what it is of if it was violated where it begins. Fixes in the order of their times. */
const stretchesOf = (fence: CompiledFence, way: readonly Fix[], active: (time: number) => boolean): Stretch[] => {
  const [first] = way
  if (!first) return []
  const found = judgeInOrder(fence, way, active, null)
  const begins = beginOf(fence, first, active)
  const [joining] = begins === null ? [] : judgeInOrder(fence, way, active, begins)
  const isFound = joining && found.some(({ from, to }) => from === joining.from && to === joining.to)
  return joining && !isFound ? [...found, joining] : found
}

/** What fixes that came late make of a way: the stretches that were none, or others, without them. */
export const stretchesByLate = (
  fence: CompiledFence,
  way: readonly Fix[],
  isLate: (fix: Fix) => boolean,
  active: (time: number) => boolean,
): Stretch[] => {
  const known = stretchesOf(
    fence,
    way.filter((fix) => !isLate(fix)),
    active,
  )
  return stretchesOf(fence, way, active).filter(
    ({ from, to, joins }) => !known.some((one) => one.from === from && one.to === to && one.joins === joins),
  )
}
