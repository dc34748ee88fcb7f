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
export const staysInside = (shape: Shape, fixes: readonly Placed[]): Stay[] => {
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

/** Degrees · 10⁷: west, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** An hour of a device, and where it lies; null where that was not written down. */
export interface BoundedHour {
  readonly hour: number
  readonly bounds: Bounds | null
}

const meets = (a: Bounds, b: Bounds): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
const around = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

/**
 * Of the hours of one device those that have to be read to know when it was within a box: an hour is left out only where neither it nor the
 * way from and to the hours beside it can lead there. `isLoose` tells of which hours reports stand elsewhere, `from` and `to` which time is asked for.
 */
export const hoursToRead = <Hour extends BoundedHour>(
  hours: readonly Hour[],
  box: Bounds,
  { from, to, length, isLoose }: { from: number; to: number; length: number; isLoose: (hour: number) => boolean },
): Hour[] => {
  const byHour = new Map(hours.map((one) => [one.hour, one]))
  return hours.filter(({ hour, bounds }) => {
    if (!bounds || isLoose(hour) || meets(bounds, box)) return true
    return [hour - length, hour + length].some((beside) => {
      if (isLoose(beside)) return true
      const neighbour = byHour.get(beside)
      // Beyond the time that is asked for, or silent for an hour: no way leads there.
      if (!neighbour || beside + length <= from || beside >= to) return false
      return neighbour.bounds === null || meets(around(bounds, neighbour.bounds), box)
    })
  })
}
