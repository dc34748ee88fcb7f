import type { TrackedDevice } from '@vigil/contract/positions/entities.ts'
import { degreeScale } from '@vigil/contract/positions/frame.ts'
import { readTrack, type TrackColumns } from '@vigil/contract/positions/track-columns.ts'
import { figuresOf, type TrackFigures } from '@vigil/contract/positions/track-rules.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { type Bounds } from '../../shared/map/geometry.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'

/** The track of one device, opened. */
export interface Recorded {
  readonly key: string
  readonly device: TrackedDevice
  readonly track: TrackColumns
  readonly figures: TrackFigures
  /** Its line as it is drawn whole, one for each stretch; made when it is asked for first: of many nobody asks. */
  readonly lines: readonly (readonly Place[])[]
}
type Place = [lng: number, lat: number]

/** Metres between two points of a line: nearer ones look the same. */
const leastStep = 3

export const placeAt = ({ lng, lat }: TrackColumns, at: number): Place => [
  (lng[at] ?? 0) / degreeScale,
  (lat[at] ?? 0) / degreeScale,
]

const lineOf = (track: TrackColumns, first: number, last: number): Place[] => {
  let before = placeAt(track, first)
  const line = [before]
  for (let at = first + 1; at <= last; at += 1) {
    const place = placeAt(track, at)
    if (at < last && metresBetween(before, place) < leastStep) continue
    line.push(place)
    before = place
  }
  return line
}

/** The part of its line between two times of the columns. */
export const tailOf = ({ track, figures }: Recorded, from: number, to: number): Place[][] => {
  const { time } = track
  const tail: Place[][] = []
  const last = fixBefore(track, to)
  let before = Number.NEGATIVE_INFINITY
  for (let at = fixBefore(track, from) + 1; at <= last; at += 1) {
    const when = time[at] ?? 0
    if (when - before > figures.gapFrom) tail.push([])
    tail.at(-1)?.push(placeAt(track, at))
    before = when
  }
  return tail
}

const bytesOf = (base64: string): ArrayBuffer => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes.buffer
}

/** Where tracks lie; null where there is no fix in any. */
export const boundsOfTracks = (tracks: readonly Pick<Recorded, 'track'>[]): Bounds | null => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { track } of tracks) {
    for (const lng of track.lng) {
      if (lng < west) west = lng
      if (lng > east) east = lng
    }
    for (const lat of track.lat) {
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
  }
  if (west > east) return null
  return { west: west / degreeScale, south: south / degreeScale, east: east / degreeScale, north: north / degreeScale }
}

/** Columns as they travel, opened. */
export const trackOf = (columns: string): TrackColumns => readTrack(bytesOf(columns))

export const recordedOf = ({ columns, ...device }: TrackedDevice & { readonly columns: string }): Recorded => {
  const track = trackOf(columns)
  const figures = figuresOf(track)
  let lines: readonly (readonly Place[])[] | null = null
  return {
    key: deviceKey(device),
    device,
    track,
    figures,
    get lines() {
      lines ??= figures.stretches.map(({ first, last }) => lineOf(track, first, last))
      return lines
    },
  }
}

/** The last fix at or before a time of the columns; -1 where there is none. */
export const fixBefore = ({ time, count }: TrackColumns, at: number): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
