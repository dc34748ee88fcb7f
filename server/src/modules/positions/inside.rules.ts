/** Which hours of a device may have led to a place. */

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
