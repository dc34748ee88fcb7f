import type { Point } from '@vigil/contract/hazards/entities.ts'
import { isFree, isWithin, type Box, type Window } from '../../shared/map/moving/name-places.ts'

/** A place on the map, and pixels beside and below it. */
export interface Anchor {
  readonly lng: number
  readonly lat: number
  readonly right: number
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

export interface Room extends Window {
  readonly project: Project
  /** What no mark may cover. */
  readonly taken: readonly Box[]
  /** Markers, of which as few as can be are covered. */
  readonly markers: readonly (readonly [x: number, y: number])[]
}

export const markHeight = 32
const gap = 3

/** Where a mark of a width may stand, the better places first: upon the area or along its edges, beside it, a mark further off. */
const choicesOf = (points: readonly Point[], width: number): readonly (readonly Anchor[])[] => {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [lng, lat] = [(west + east) / 2, (south + north) / 2]
  const [beside, below] = [width / 2 + gap, markHeight / 2 + 2]
  const further = below + markHeight + 2 * gap
  const at = (place: Omit<Anchor, 'right' | 'down'>, right: number, down: number): Anchor => ({ ...place, right, down })
  return [
    [
      at({ lng, lat }, 0, 0),
      at({ lng, lat: south }, 0, 0),
      at({ lng, lat: north }, 0, 0),
      at({ lng, lat: south }, 0, below),
      at({ lng, lat: north }, 0, -below),
    ],
    [
      at({ lng: east, lat }, beside, 0),
      at({ lng: west, lat }, -beside, 0),
      at({ lng: east, lat: south }, beside, below),
      at({ lng: west, lat: south }, -beside, below),
      at({ lng: east, lat: north }, beside, -below),
      at({ lng: west, lat: north }, -beside, -below),
    ],
    [
      at({ lng, lat: south }, 0, further),
      at({ lng, lat: north }, 0, -further),
      at({ lng: east, lat }, beside + width, 0),
      at({ lng: west, lat }, -beside - width, 0),
    ],
  ]
}

const boxAt = ({ lng, lat, right, down }: Anchor, width: number, project: Project): Box => {
  const [x, y] = project(lng, lat)
  const [across, middle] = [x + right, y + down]
  return {
    left: across - width / 2 - gap,
    right: across + width / 2 + gap,
    top: middle - markHeight / 2 - gap,
    bottom: middle + markHeight / 2 + gap,
  }
}

/** Of the choices that are free, and seen whole if that is asked for, that which covers the fewest markers. */
const bestOf = (
  choices: readonly Anchor[],
  width: number,
  taken: readonly Box[],
  room: Room,
  whole: boolean,
): Anchor | undefined => {
  const free = choices
    .map((anchor) => ({ anchor, box: boxAt(anchor, width, room.project) }))
    .filter(({ box }) => isFree(box, taken) && (!whole || isWithin(box, room)))
  const covered = (box: Box): number =>
    room.markers.filter(([x, y]) => x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8).length
  let best: { readonly anchor: Anchor; readonly covers: number } | undefined
  for (const { anchor, box } of free) {
    const covers = covered(box)
    if (!best || covers < best.covers) best = { anchor, covers }
  }
  return best?.anchor
}

/** Where one mark stands among what is taken; nowhere, where there is no room for one that is not needed. */
const placeOne = (mark: WantedMark, taken: readonly Box[], room: Room): PlacedMark | undefined => {
  const { points, width, small, needed, last } = mark
  const [named = []] = choicesOf(points, width)
  const [counted = [], ...besides] = choicesOf(points, small)
  const [middle] = counted
  if (!middle) return undefined
  const [x, y] = room.project(middle.lng, middle.lat)
  // Of an area beyond the edge of the window no mark is pulled in.
  const isInSight = x >= 0 && y >= 0 && x <= room.width && y <= room.height
  const withName = (found: Anchor | undefined): PlacedMark | undefined => found && { ...found, nameless: false }
  const alone = (found: Anchor | undefined): PlacedMark | undefined => found && { ...found, nameless: true }
  const free = (whole: boolean): PlacedMark | undefined =>
    (last && !last.nameless ? withName(bestOf([last], width, taken, room, whole)) : undefined) ??
    withName(bestOf(named, width, taken, room, whole)) ??
    alone(bestOf(counted, small, taken, room, whole))
  const beside = (among: readonly Box[]): PlacedMark | undefined => {
    for (const choices of besides) {
      const found = alone(bestOf(choices, small, among, room, true))
      if (found) return found
    }
    return undefined
  }
  const upon = (whole: boolean): PlacedMark | undefined => alone(bestOf(counted, small, room.taken, room, whole))
  if (!needed) return free(true) ?? (isInSight ? undefined : free(false))
  // Rather beside its area, and rather upon another mark, than upon somebody who must be seen, or cut off.
  const whole = free(true) ?? (isInSight ? (beside(taken) ?? upon(true) ?? beside(room.taken)) : undefined)
  return whole ?? free(false) ?? upon(false) ?? alone(middle)
}

/**
 * Where the marks of areas stand; those that come first choose first. One stays where it stood while nothing came in its way. Where
 * a name has no room the count stands alone, and where that has none either the mark is left out unless it is needed.
 */
export const placeMarks = (wanted: readonly WantedMark[], room: Room): ReadonlyMap<string, PlacedMark> => {
  const placed = new Map<string, PlacedMark>()
  const taken = [...room.taken]
  for (const mark of wanted) {
    const found = placeOne(mark, taken, room)
    if (!found) continue
    const { lng, lat, right, down, nameless } = found
    placed.set(mark.id, { lng, lat, right, down, nameless })
    taken.push(boxAt(found, nameless ? mark.small : mark.width, room.project))
  }
  return placed
}
