import type { Point } from '@vigil/contract/hazards/entities.ts'
import { isFree, type Box } from './moving/name-places.ts'

/** A place on the map, and pixels below it. */
export interface Anchor {
  readonly lng: number
  readonly lat: number
  readonly down: number
}

/** What an area's mark is to be, where it stood last, and the outline that it belongs to. */
export interface WantedMark {
  readonly id: string
  readonly points: readonly Point[]
  /** Pixels: with the name, and with the count alone. */
  readonly width: number
  readonly small: number
  /** It is shown wherever it has to stand. */
  readonly needed: boolean
  readonly last: PlacedMark | undefined
}

export interface PlacedMark extends Anchor {
  /** There is no room for its name. */
  readonly nameless: boolean
}

export type Project = (lng: number, lat: number) => readonly [x: number, y: number]

export interface Room {
  readonly width: number
  readonly height: number
  readonly project: Project
  /** What no mark may cover. */
  readonly taken: readonly Box[]
  /** Markers, of which as few as can be are covered. */
  readonly markers: readonly (readonly [x: number, y: number])[]
}

export const markHeight = 32
const gap = 3

/** The middle of an area, then its edges, within and without. */
const choicesOf = (points: readonly Point[]): readonly Anchor[] => {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const lng = (Math.min(...lngs) + Math.max(...lngs)) / 2
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  return [
    { lng, lat: (south + north) / 2, down: 0 },
    { lng, lat: south, down: 0 },
    { lng, lat: north, down: 0 },
    { lng, lat: south, down: markHeight / 2 + 2 },
    { lng, lat: north, down: -markHeight / 2 - 2 },
  ]
}

const boxAt = ({ lng, lat, down }: Anchor, width: number, project: Project): Box => {
  const [x, y] = project(lng, lat)
  const middle = y + down
  return {
    left: x - width / 2 - gap,
    right: x + width / 2 + gap,
    top: middle - markHeight / 2 - gap,
    bottom: middle + markHeight / 2 + gap,
  }
}

/** Of the choices that are free, and whole within the window where there is one, that which covers the fewest markers. */
const bestOf = (choices: readonly Anchor[], width: number, taken: readonly Box[], room: Room): Anchor | undefined => {
  const free = choices
    .map((anchor) => ({ anchor, box: boxAt(anchor, width, room.project) }))
    .filter(({ box }) => isFree(box, taken))
  const whole = free.filter(({ box }) => box.left >= 0 && box.top >= 0 && box.right <= room.width && box.bottom <= room.height)
  const covered = (box: Box): number =>
    room.markers.filter(([x, y]) => x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8).length
  let best: { readonly anchor: Anchor; readonly covers: number } | undefined
  for (const { anchor, box } of whole.length > 0 ? whole : free) {
    const covers = covered(box)
    if (!best || covers < best.covers) best = { anchor, covers }
  }
  return best?.anchor
}

/**
 * Where the marks of areas stand; those that come first choose first. One stays where it stood while nothing came in its way. Where
 * a name has no room the count stands alone, and where that has none either the mark is left out unless it is needed.
 */
export const placeMarks = (wanted: readonly WantedMark[], room: Room): ReadonlyMap<string, PlacedMark> => {
  const placed = new Map<string, PlacedMark>()
  const taken = [...room.taken]
  for (const { id, points, width, small, needed, last } of wanted) {
    const choices = choicesOf(points)
    const [middle] = choices
    if (!middle) continue
    const widthOf = ({ nameless }: PlacedMark): number => (nameless ? small : width)
    const named = bestOf(last && !last.nameless ? [last] : choices, width, taken, room) ?? bestOf(choices, width, taken, room)
    const counted = named ?? bestOf(choices, small, taken, room)
    // Rather upon another mark than upon somebody who must be seen.
    const anchor = counted ?? (needed ? (bestOf(choices, small, room.taken, room) ?? middle) : undefined)
    if (!anchor) continue
    const { lng, lat, down } = anchor
    const mark = { lng, lat, down, nameless: named === undefined }
    placed.set(id, mark)
    taken.push(boxAt(mark, widthOf(mark), room.project))
  }
  return placed
}
