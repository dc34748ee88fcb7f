import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { mercatorX, mercatorY } from '../../shared/geo/mercator.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { areaOf, inside } from '../../shared/map/geometry.ts'
import type { CountedArea } from '../../shared/map/head-count.ts'
import { HungAt } from '../../shared/map/hung.tsx'
import { useHeadCount } from '../../shared/map/map-data.ts'
import { useStage } from '../../shared/map/map-view.tsx'
import { alarmNames } from '../../shared/map/moving/labels.ts'
import type { Box } from '../../shared/map/moving/name-places.ts'
import { zooms } from '../../shared/map/moving/scene-composer.ts'
import { textWidth } from '../../shared/map/moving/text-width.ts'
import { seenOf } from '../../shared/map/over-map.ts'
import { useMoving, useMovingAlarms, type MovingAlarm } from '../../shared/moving/moving-source.ts'
import { presence, type PositionStore } from '../../shared/moving/position-store.ts'
import { usePulse } from '../../shared/moving/use-pulse.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './area-marks.module.css'
import { placeMarks, type PlacedMark, type Project, type Room, type WantedMark } from './area-places.ts'
import { fullnessOf } from './fullness.ts'
import { positionTexts } from './texts.ts'

interface AreaMarksProps {
  readonly areas: readonly HazardArea[]
  /** Short names as written on the map, by the area's id. */
  readonly nameOf: (area: HazardArea) => string
  readonly rings: readonly CountedArea[]
  readonly levels: ReadonlyMap<string, number>
  readonly onChoose?: ((area: HazardArea) => void) | undefined
}

/** Milliseconds between two looks whether somebody who must be seen has come under a mark. */
const lookEvery = 3_000
const countWidth = 34
const levelWidth = 22

/** Where those stand who are drawn one by one from wherever one looks, which no mark may cover. */
const placesOfSingles = (store: PositionStore, alarms: ReadonlyMap<number, MovingAlarm>, project: Project): Box[] => {
  const taken: Box[] = []
  const take = (slot: number, by: number): void => {
    const [x, y] = project(store.lng[slot] ?? 0, store.lat[slot] ?? 0)
    taken.push({ left: x - by, right: x + by, top: y - by, bottom: y + by })
  }
  for (const [id, { level, returned }] of alarms) {
    const slot = store.slotOf(id)
    if (slot !== undefined && store.hasPosition(slot)) take(slot, level === 1 && !returned ? 30 : 20)
  }
  for (let slot = 0; slot < store.size; slot += 1)
    if (store.isOnMap(slot) && store.state[slot] !== presence.online) take(slot, 16)
  return taken
}

/** Where markers stand: of everybody, or from afar of those in no area. */
const markersOf = (store: PositionStore, areas: readonly CountedArea[], project: Project): Room['markers'] => {
  const markers: (readonly [number, number])[] = []
  for (let slot = 0; slot < store.size; slot += 1) {
    const [lng, lat] = [store.lng[slot] ?? 0, store.lat[slot] ?? 0]
    if (store.isOnMap(slot) && !areas.some(({ ring }) => inside(ring, lng, lat))) markers.push(project(lng, lat))
  }
  return markers
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

/** Whether it is known who is there and where; until then areas have no marks, and the plan writes their names. */
export const useHeadsKnown = (store: PositionStore): boolean =>
  useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.directoryRevision > 0 && store.origin !== null,
  )

const noMarks: ReadonlyMap<string, PlacedMark> = new Map()
const noRings: readonly CountedArea[] = []

type Marked = Omit<AreaMarksProps, 'onChoose'>

/** Areas with an alarm choose first, then those with a limit, then the large ones. */
const wantedMarks = ({ areas, nameOf, levels }: Marked, afar: boolean, last: ReadonlyMap<string, PlacedMark>): WantedMark[] => {
  const urgency = ({ id, maxCount }: HazardArea): number => levels.get(id) ?? (maxCount === null ? 10 : 9)
  return [...areas]
    .sort((a, b) => urgency(a) - urgency(b) || areaOf(b.points) - areaOf(a.points))
    .map((area) => {
      const { id, points } = area
      const small = countWidth + (levels.has(id) ? levelWidth : 0)
      const width = small + textWidth(nameOf(area)) + 14
      return { id, points, width, small, needed: afar || levels.has(id), last: last.get(id) }
    })
}

/** Where each mark stands at this zoom; nearly always where it stood. */
const usePlaces = ({ areas, nameOf, rings, levels }: Marked): ReadonlyMap<string, PlacedMark> => {
  const { map, overlay } = useStage()
  const { store } = useMoving()
  const { byObject } = useMovingAlarms()
  const known = useHeadsKnown(store)
  const zoom = useZoom()
  const pulse = usePulse(store, lookEvery)
  const [stands, setStands] = useState({ zoom, places: noMarks })
  useEffect(() => {
    const shown = known && zoom >= zooms.areas
    const afar = zoom < zooms.people
    const pixels = overlay.projector()
    const project: Project = (lng, lat) => pixels(mercatorX(lng), mercatorY(lat))
    const taken = [...placesOfSingles(store, byObject, project), ...alarmNames(overlay)]
    const room = { ...seenOf(map), project, taken, markers: markersOf(store, afar ? rings : noRings, project) }
    setStands((last) => {
      const wanted = wantedMarks({ areas, nameOf, rings, levels }, afar, last.zoom === zoom ? last.places : noMarks)
      return { zoom, places: shown ? placeMarks(wanted, room) : noMarks }
    })
  }, [areas, nameOf, rings, levels, byObject, zoom, known, pulse, map, overlay, store])
  return stands.places
}

interface RingProps {
  readonly count: number
  readonly most: number | null
}

/** The count within a ring that fills as the area does. */
const Ring = ({ count, most }: RingProps) => {
  const part = most === null ? 0 : Math.min(1, count / most)
  const length = 2 * Math.PI * 13
  return (
    <span className={styles['ring']} aria-hidden="true">
      <svg width="30" height="30" viewBox="-15 -15 30 30">
        <circle r="13" className={styles['track']} />
        {part > 0 && <circle r="13" className={styles['part']} strokeDasharray={`${part * length} ${length}`} />}
      </svg>
      <b>{count}</b>
    </span>
  )
}

/**
 * One mark an area: who is in it against how many may be, its name, and the shape of the worst level of what goes on there. It covers
 * nobody who is drawn one by one, and no other mark.
 */
export const AreaMarks = ({ areas, nameOf, rings, levels, onChoose }: AreaMarksProps) => {
  const t = useTexts(positionTexts)
  const { byArea, vehicles } = useHeadCount(rings)
  const places = usePlaces({ areas, nameOf, rings, levels })
  return areas.map((area) => {
    const place = places.get(area.id)
    if (!place) return null
    const { id, maxCount } = area
    const count = byArea.get(id) ?? 0
    const level = levels.get(id)
    const inIt = vehicles.get(id) ?? 0
    const told = [
      maxCount === null
        ? t('inArea', { name: nameOf(area), count })
        : t('inAreaOf', { name: nameOf(area), count, most: maxCount }),
      ...(inIt > 0 ? [t('vehiclesInArea', { count: inIt })] : []),
    ].join(t('comma'))
    return (
      <HungAt key={id} lng={place.lng} lat={place.lat} shift={[place.right, place.down]}>
        <button
          type="button"
          className={styles['mark']}
          data-tone={fullnessOf(count, maxCount)}
          data-level={level}
          title={told}
          onClick={() => onChoose?.(area)}
        >
          <span className="unseen">{told}</span>
          <Ring count={count} most={maxCount} />
          {!place.nameless && (
            <span className={styles['name']} aria-hidden="true">
              {nameOf(area)}
            </span>
          )}
          {(level === 1 || level === 2 || level === 3) && <LevelMark level={level} size={16} />}
        </button>
      </HungAt>
    )
  })
}
