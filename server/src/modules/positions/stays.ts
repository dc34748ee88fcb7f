import { accuracyLimit, interpolateUpTo, type Shape } from '../hazards/index.ts'

/** When somebody was at a place. */

/** One fix; `fixTime` in ms since 1970. */
interface Placed {
  readonly fixTime: number
  readonly lng: number
  readonly lat: number
  /** Metres; null where the device does not tell. */
  readonly accuracy: number | null
}

export interface Stay {
  /** ms since 1970. */
  readonly from: number
  readonly to: number
  /** False: he was seen inside from then on, or until then; nothing is known of the time before, or after. */
  readonly entryKnown: boolean
  readonly exitKnown: boolean
}

/**
 * The stays of one device inside a shape, from its fixes in their order. As at a fence the straight way between two fixes tells when an edge was
 * crossed, unless they are too far apart in time to tell anything of it; and what is too inaccurate tells nothing at all.
 */
export const staysInside = (shape: Shape, fixes: Iterable<Placed>): Stay[] => {
  const stays: Stay[] = []
  let open: { from: number; entryKnown: boolean } | null = null
  const close = (to: number, exitKnown: boolean): void => {
    if (open) stays.push({ ...open, to, exitKnown })
    open = null
  }
  let before: Placed | null = null
  for (const fix of fixes) {
    if ((fix.accuracy ?? 0) > accuracyLimit) continue
    if (!before || fix.fixTime - before.fixTime > interpolateUpTo) {
      if (before) close(before.fixTime, false)
      if (shape.contains(fix.lng, fix.lat)) open = { from: fix.fixTime, entryKnown: false }
    } else {
      const { fixTime, lng, lat } = before
      const at = (part: number): number => Math.round(fixTime + part * (fix.fixTime - fixTime))
      const course = shape.course(lng, lat, fix.lng, fix.lat)
      const spans = course === 'inside' ? wholly : course === 'outside' ? nowhere : shape.inside(lng, lat, fix.lng, fix.lat)
      // Who was inside at the fix before and is not seen to leave it has stood on the edge.
      if (spans[0]?.[0] !== 0) close(fixTime, true)
      for (const [from, to] of spans) {
        open ??= { from: at(from), entryKnown: true }
        if (to < 1) close(at(to), true)
      }
    }
    before = fix
  }
  if (before) close(before.fixTime, false)
  return stays
}
const wholly = [[0, 1]] as const
const nowhere = [] as const
