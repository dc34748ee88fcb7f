import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { mercatorX, mercatorY } from '../geo/mercator.ts'
import { useMoving, useMovingAlarms, type MovingAlarm } from '../moving/moving-source.ts'
import type { PositionStore } from '../moving/position-store.ts'
import { fullnessOf } from './fullness.ts'
import type { CountedArea } from './head-count.ts'
import { HungAt } from './hung.tsx'
import { useHeadCount } from './map-data.ts'
import { useStage } from './map-view.tsx'
import styles from './map-view.module.css'

interface AreaPillsProps {
  readonly areas: readonly HazardArea[]
  /** Short names as written on the map, by the area's id. */
  readonly nameOf: (area: HazardArea) => string
  readonly rings: readonly CountedArea[]
  readonly levels: ReadonlyMap<string, number>
  readonly onChoose?: ((area: HazardArea) => void) | undefined
}

interface Anchor {
  readonly lng: number
  readonly lat: number
  /** Pixels below the place. */
  readonly down: number
}
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const height = 26
/** Seen from farther away the site is too small for names. */
const leastZoom = 14
const widthOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e7f ? 14 : 8), 0) + 22 + 30

const apart = (a: Box, b: Box): boolean => a.right < b.left || a.left > b.right || a.bottom < b.top || a.top > b.bottom

type Project = (lng: number, lat: number) => readonly [x: number, y: number]

/** Where things of a level-one alarm are written, which no pill may cover. */
const urgentPlaces = (store: PositionStore, alarms: ReadonlyMap<number, MovingAlarm>, project: Project): Box[] => {
  const taken: Box[] = []
  for (const [id, { level, returned }] of alarms) {
    const slot = store.slotOf(id)
    if (level !== 1 || returned || slot === undefined || !store.hasPosition(slot)) continue
    const [x, y] = project(store.lng[slot] ?? 0, store.lat[slot] ?? 0)
    taken.push({ left: x - 60, right: x + 60, top: y - 30, bottom: y + 56 })
  }
  return taken
}

const markersOf = (store: PositionStore, project: Project): (readonly [x: number, y: number])[] => {
  const markers: (readonly [number, number])[] = []
  for (let slot = 0; slot < store.size; slot += 1)
    if (store.isOnMap(slot)) markers.push(project(store.lng[slot] ?? 0, store.lat[slot] ?? 0))
  return markers
}

/** The edges of an area, and its middle last. */
const choicesOf = ({ points }: HazardArea): readonly Anchor[] => {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const lng = (Math.min(...lngs) + Math.max(...lngs)) / 2
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  return [
    { lng, lat: south, down: 0 },
    { lng, lat: south, down: height / 2 + 2 },
    { lng, lat: north, down: 0 },
    { lng, lat: north, down: -height / 2 - 2 },
    { lng, lat: (south + north) / 2, down: 0 },
  ]
}
/** Where a pill stands that has no room anywhere, but has to be seen. */
const above = 3

interface Room {
  readonly width: number
  readonly height: number
  readonly project: Project
  readonly markers: readonly (readonly [x: number, y: number])[]
}

const boxAt = ({ lng, lat, down }: Anchor, half: number, project: Project): Box => {
  const [x, y] = project(lng, lat)
  const middle = y + down
  return { left: x - half - 3, right: x + half + 3, top: middle - height / 2 - 3, bottom: middle + height / 2 + 3 }
}

/** Of the choices that are free, and whole within the map where there is one, that which covers the fewest markers. */
const bestOf = (choices: readonly Anchor[], half: number, taken: readonly Box[], room: Room): Anchor | undefined => {
  const boxed = choices.map((anchor) => ({ anchor, box: boxAt(anchor, half, room.project) }))
  const free = boxed.filter(({ box }) => taken.every((other) => apart(box, other)))
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

const useZoom = (): number => {
  const { map } = useStage()
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const settled = (): void => setZoom(map.getZoom())
    map.on('zoomend', settled)
    return () => {
      map.off('zoomend', settled)
    }
  }, [map])
  return zoom
}

/** Whether it is known who is there and where. */
const useKnown = (store: PositionStore): boolean =>
  useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.directoryRevision > 0 && store.origin !== null,
  )

const useAnchors = ({ areas, nameOf, levels }: Pick<AreaPillsProps, 'areas' | 'nameOf' | 'levels'>) => {
  const { map, overlay } = useStage()
  const { store } = useMoving()
  const { byObject } = useMovingAlarms()
  const known = useKnown(store)
  const zoom = useZoom()
  return useMemo(() => {
    const placed = new Map<string, Anchor>()
    if (zoom < leastZoom) return placed
    const project: Project = (lng, lat) => overlay.project(mercatorX(lng), mercatorY(lat))
    const taken = urgentPlaces(store, byObject, project)
    const { clientWidth, clientHeight } = map.getContainer()
    const room = { width: clientWidth, height: clientHeight, project, markers: known ? markersOf(store, project) : [] }
    // Areas with an alarm choose first, then those with a limit, then the large ones.
    const urgency = ({ id, maxCount }: HazardArea): number => levels.get(id) ?? (maxCount === null ? 10 : 9)
    for (const area of [...areas].sort((a, b) => urgency(a) - urgency(b) || spread(b) - spread(a))) {
      const half = widthOf(nameOf(area)) / 2
      const choices = choicesOf(area)
      // Without any room it waits for a closer look, unless something is wrong in there.
      const shown = bestOf(choices, half, taken, room) ?? (levels.has(area.id) ? choices[above] : undefined)
      if (!shown) continue
      placed.set(area.id, shown)
      taken.push(boxAt(shown, half, project))
    }
    return placed
  }, [areas, levels, byObject, zoom, known, map, overlay, nameOf, store])
}

/**
 * Name and head count of each area. A pill stands at an edge of its area or in its middle: where it covers the fewest markers,
 * and never another pill or a level-one alarm.
 */
export const AreaPills = ({ areas, nameOf, rings, levels, onChoose }: AreaPillsProps) => {
  const { byArea } = useHeadCount(rings)
  const anchors = useAnchors({ areas, nameOf, levels })
  return areas.map((area) => {
    const anchor = anchors.get(area.id)
    if (!anchor) return null
    const count = byArea.get(area.id) ?? 0
    return (
      <HungAt key={area.id} lng={anchor.lng} lat={anchor.lat} shift={[0, anchor.down]}>
        <button
          type="button"
          className={styles['pill']}
          style={{ position: 'static' }}
          data-tone={fullnessOf(count, area.maxCount)}
          data-level={levels.get(area.id)}
          onClick={() => onChoose?.(area)}
        >
          {nameOf(area)}
          <b>{count}</b>
        </button>
      </HungAt>
    )
  })
}

const spread = ({ points }: HazardArea): number => {
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  return (Math.max(...lngs) - Math.min(...lngs)) * (Math.max(...lats) - Math.min(...lats))
}
