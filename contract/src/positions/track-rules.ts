import { metresPerDegree } from '../kernel/earth.ts'
import { degreeScale, unknown16 } from './frame.ts'
import type { TrackColumns } from './track-columns.ts'

/** What a track says of itself: the same on every screen and in every file that is made of it. */

/** Milliseconds without a fix after which it is another trip. */
export const tripSplit = 3_600_000
/**
 * Whoever stays this long (ms) has stopped, if it is within `begins` metres; the stop lasts as long as he stays within `within`. By the
 * latter alone somebody who walks slowly through a site would stop every three minutes.
 */
export const stopRule = { least: 180_000, begins: 50, within: 200 } as const
/** Two fixes nearer in time than this (ms) have no gap between them, however often the device reports. */
const leastGap = 10_000
/** Metres from the last place that counted before a new one does: who stands goes no way, though his fixes scatter. */
const leastStep = 5

const rad = Math.PI / 180

/** The fixes from the one at `first` to the one at `last`. */
export interface Stretch {
  readonly first: number
  readonly last: number
}

export interface Stop extends Stretch {
  /** Degrees: the middle of where it was. */
  readonly lng: number
  readonly lat: number
  /** ms. */
  readonly lasted: number
}

export interface TrackFigures {
  /** Without a gap in them; nothing is known of the way from one to the next. */
  readonly stretches: readonly Stretch[]
  /** Milliseconds between two fixes from which on that is so. */
  readonly gapFrom: number
  /** How many times it was on its way, an hour or more apart. */
  readonly trips: number
  readonly stops: readonly Stop[]
  /** Metres, not over gaps. */
  readonly metres: number
  /** km/h, as the device told it; null where it did not. */
  readonly topSpeed: number | null
}

/** Milliseconds between two fixes as the device usually reports; null where there are no two. */
export const usualInterval = ({ count, time }: Pick<TrackColumns, 'count' | 'time'>): number | null => {
  const steps = new Uint32Array(Math.max(0, count - 1))
  let kept = 0
  for (let at = 1; at < count; at += 1) {
    const step = (time[at] ?? 0) - (time[at - 1] ?? 0)
    // A call for help tells of the same moment again.
    if (step > 0) steps[kept++] = step
  }
  if (kept === 0) return null
  return steps.subarray(0, kept).sort()[Math.floor(kept / 2)] ?? null
}

/**
 * Milliseconds between two fixes beyond which nothing is known of what lies between: more than twice the usual interval, and whatever that
 * is, what parts two trips.
 */
export const gapFrom = (track: Pick<TrackColumns, 'count' | 'time'>): number =>
  Math.min(tripSplit - 1, Math.max(leastGap, 2 * (usualInterval(track) ?? 0)))

const stretchesOf = ({ count, time }: TrackColumns, longest: number): Stretch[] => {
  const stretches: Stretch[] = []
  let first = 0
  for (let at = 1; at <= count; at += 1) {
    if (at < count && (time[at] ?? 0) - (time[at - 1] ?? 0) <= longest) continue
    stretches.push({ first, last: at - 1 })
    first = at
  }
  return stretches
}

/** Metres in a unit of the columns, at the track's own latitude. */
interface Scale {
  readonly x: number
  readonly y: number
}
const scaleOf = ({ lat, count }: TrackColumns): Scale => {
  const y = metresPerDegree / degreeScale
  return { x: y * Math.cos(((count > 0 ? (lat[0] ?? 0) : 0) / degreeScale) * rad), y }
}

const metresOf = (track: TrackColumns, stretches: readonly Stretch[]): number => {
  const { lng, lat } = track
  const { x, y } = scaleOf(track)
  let metres = 0
  for (const { first, last } of stretches) {
    let from = first
    for (let at = first + 1; at <= last; at += 1) {
      const step = Math.hypot(((lng[at] ?? 0) - (lng[from] ?? 0)) * x, ((lat[at] ?? 0) - (lat[from] ?? 0)) * y)
      if (step < leastStep) continue
      metres += step
      from = at
    }
  }
  return metres
}

/** The last fix of a stop that begins at `first`; null where none begins there. */
const endOfStop = ({ time, lng, lat }: TrackColumns, first: number, last: number, { x, y }: Scale): number | null => {
  let [west, east, south, north] = [lng[first] ?? 0, lng[first] ?? 0, lat[first] ?? 0, lat[first] ?? 0]
  let at = first
  for (; at < last; at += 1) {
    const [nextLng, nextLat] = [lng[at + 1] ?? 0, lat[at + 1] ?? 0]
    west = Math.min(west, nextLng)
    east = Math.max(east, nextLng)
    south = Math.min(south, nextLat)
    north = Math.max(north, nextLat)
    const across = Math.hypot((east - west) * x, (north - south) * y)
    const isStop = (time[at] ?? 0) - (time[first] ?? 0) >= stopRule.least
    if (across >= (isStop ? stopRule.within : stopRule.begins)) break
  }
  return (time[at] ?? 0) - (time[first] ?? 0) >= stopRule.least ? at : null
}

const stopsOf = (track: TrackColumns, stretches: readonly Stretch[]): Stop[] => {
  const { time, lng, lat } = track
  const scale = scaleOf(track)
  const stops: Stop[] = []
  for (const { first: begin, last: end } of stretches) {
    let first = begin
    while (first <= end && (time[end] ?? 0) - (time[first] ?? 0) >= stopRule.least) {
      const last = endOfStop(track, first, end, scale)
      if (last === null) {
        first += 1
        continue
      }
      let [sumLng, sumLat] = [0, 0]
      for (let at = first; at <= last; at += 1) {
        sumLng += lng[at] ?? 0
        sumLat += lat[at] ?? 0
      }
      const fixes = (last - first + 1) * degreeScale
      const lasted = (time[last] ?? 0) - (time[first] ?? 0)
      stops.push({ first, last, lasted, lng: sumLng / fixes, lat: sumLat / fixes })
      first = last + 1
    }
  }
  return stops
}

const tripsOf = ({ count, time }: TrackColumns): number => {
  let trips = count > 0 ? 1 : 0
  for (let at = 1; at < count; at += 1) if ((time[at] ?? 0) - (time[at - 1] ?? 0) >= tripSplit) trips += 1
  return trips
}

const topSpeedOf = ({ speed }: TrackColumns): number | null => {
  let top = -1
  for (const tenths of speed) if (tenths !== unknown16 && tenths > top) top = tenths
  return top < 0 ? null : top / 10
}

export const figuresOf = (track: TrackColumns): TrackFigures => {
  const longest = gapFrom(track)
  const stretches = stretchesOf(track, longest)
  return {
    stretches,
    gapFrom: longest,
    trips: tripsOf(track),
    stops: stopsOf(track, stretches),
    metres: metresOf(track, stretches),
    topSpeed: topSpeedOf(track),
  }
}
