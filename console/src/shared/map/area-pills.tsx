import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { useEffect, useMemo, useState } from 'react'
import { useOpenAlarms } from '../live/alarms.ts'
import { positions } from '../live/live.ts'
import { useOverview } from '../live/overview.ts'
import { fullnessOf } from './fullness.ts'
import type { CountedArea } from './head-count.ts'
import { HungAt } from './hung.tsx'
import { useHeadCount } from './map-data.ts'
import { mercatorX, mercatorY } from '../geo/mercator.ts'
import { useStage } from './map-view.tsx'
import { isOnMap } from './moving-objects.tsx'
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

const height = 26
/** Seen from farther away the site is too small for names. */
const leastZoom = 14
const widthOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e7f ? 14 : 8), 0) + 22 + 30

/**
 * Name and head count of each area. A pill stands at an edge of its area or in its middle: where it covers the fewest markers,
 * and never another pill or a level-one alarm.
 */
export const AreaPills = ({ areas, nameOf, rings, levels, onChoose }: AreaPillsProps) => {
  const { byArea } = useHeadCount(rings)
  const { map, overlay } = useStage()
  const urgent = useOpenAlarms(({ byObject }) => byObject)
  const known = useOverview((overview) => overview.known)
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const settled = (): void => setZoom(map.getZoom())
    map.on('zoomend', settled)
    return () => {
      map.off('zoomend', settled)
    }
  }, [map])

  const anchors = useMemo(() => {
    const taken: { left: number; top: number; right: number; bottom: number }[] = []
    for (const [id, { level, returned }] of urgent) {
      const slot = positions.slotOf(id)
      if (level !== 1 || returned || slot === undefined || !positions.hasPosition(slot)) continue
      const [x, y] = overlay.project(mercatorX(positions.lng[slot] ?? 0), mercatorY(positions.lat[slot] ?? 0))
      taken.push({ left: x - 60, right: x + 60, top: y - 30, bottom: y + 56 })
    }
    const markers: (readonly [number, number])[] = []
    for (let slot = 0; known && slot < positions.size; slot += 1) {
      if (isOnMap(slot)) markers.push(overlay.project(mercatorX(positions.lng[slot] ?? 0), mercatorY(positions.lat[slot] ?? 0)))
    }
    const placed = new Map<string, Anchor>()
    if (zoom < leastZoom) return placed
    // Areas with an alarm choose first, then those with a limit, then the large ones.
    const urgency = ({ id, maxCount }: HazardArea): number => levels.get(id) ?? (maxCount === null ? 10 : 9)
    const order = [...areas].sort((a, b) => urgency(a) - urgency(b) || spread(b) - spread(a))
    for (const area of order) {
      const lngs = area.points.map(([lng]) => lng)
      const lats = area.points.map(([, lat]) => lat)
      const lng = (Math.min(...lngs) + Math.max(...lngs)) / 2
      const [south, north] = [Math.min(...lats), Math.max(...lats)]
      const half = widthOf(nameOf(area)) / 2
      const choices: Anchor[] = [
        { lng, lat: south, down: 0 },
        { lng, lat: south, down: height / 2 + 2 },
        { lng, lat: north, down: 0 },
        { lng, lat: north, down: -height / 2 - 2 },
        { lng, lat: (south + north) / 2, down: 0 },
      ]
      const boxAt = (choice: Anchor) => {
        const [x, y] = overlay.project(mercatorX(choice.lng), mercatorY(choice.lat))
        const middle = y + choice.down
        return { left: x - half - 3, right: x + half + 3, top: middle - height / 2 - 3, bottom: middle + height / 2 + 3 }
      }
      const free = choices.filter((candidate) => {
        const box = boxAt(candidate)
        return taken.every(
          (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
        )
      })
      const covered = (candidate: Anchor): number => {
        const box = boxAt(candidate)
        return markers.filter(([x, y]) => x > box.left - 8 && x < box.right + 8 && y > box.top - 8 && y < box.bottom + 8).length
      }
      const { clientWidth, clientHeight } = map.getContainer()
      const whole = free.filter((candidate) => {
        const box = boxAt(candidate)
        return box.left >= 0 && box.top >= 0 && box.right <= clientWidth && box.bottom <= clientHeight
      })
      const choice = (whole.length > 0 ? whole : free)
        .map((candidate) => ({ candidate, covers: covered(candidate) }))
        .reduce<{ candidate: Anchor; covers: number } | null>(
          (best, next) => (!best || next.covers < best.covers ? next : best),
          null,
        )
      // Without any room it waits for a closer look, unless something is wrong in there.
      const shown = choice?.candidate ?? (levels.has(area.id) ? choices[3] : undefined)
      if (!shown) continue
      placed.set(area.id, shown)
      taken.push(boxAt(shown))
    }
    return placed
  }, [areas, levels, urgent, zoom, known, map, overlay, nameOf])

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
