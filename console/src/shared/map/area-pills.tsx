import type { HazardArea } from '@vigil/contract/hazards/entities.ts'
import { useEffect, useMemo, useState } from 'react'
import { useOpenAlarms } from '../live/alarms.ts'
import { positions } from '../live/live.ts'
import { HungAt } from './hung.tsx'
import { mercatorX, mercatorY } from './mercator.ts'
import { useStage } from './map-view.tsx'
import styles from './map-view.module.css'

/** How near an area is to its limit. */
export type Fullness = 'calm' | 'near' | 'over'
export const fullnessOf = (count: number, most: number | null): Fullness => {
  if (most === null) return 'calm'
  if (count > most) return 'over'
  return count >= most * 0.9 ? 'near' : 'calm'
}

interface AreaPillsProps {
  readonly areas: readonly HazardArea[]
  /** Short names as written on the map, by the area's id. */
  readonly nameOf: (area: HazardArea) => string
  readonly counts: ReadonlyMap<string, number>
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
const widthOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e7f ? 14 : 8), 0) + 22 + 30

/**
 * Name and head count of each area. A pill stands in the middle of its area and moves to an edge where another pill or a
 * level-one alarm needs the room, so that it never covers one.
 */
export const AreaPills = ({ areas, nameOf, counts, levels, onChoose }: AreaPillsProps) => {
  const { map, overlay } = useStage()
  const urgent = useOpenAlarms(({ byObject }) => byObject)
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
    for (const [id, { level }] of urgent) {
      const slot = positions.slotOf(id)
      if (level !== 1 || slot === undefined || !positions.hasPosition(slot)) continue
      const [x, y] = overlay.project(mercatorX(positions.lng[slot] ?? 0), mercatorY(positions.lat[slot] ?? 0))
      taken.push({ left: x - 60, right: x + 60, top: y - 30, bottom: y + 56 })
    }
    const placed = new Map<string, Anchor>()
    // Areas with an alarm choose first, then the large ones.
    const order = [...areas].sort((a, b) => (levels.get(a.id) ?? 9) - (levels.get(b.id) ?? 9) || spread(b) - spread(a))
    for (const area of order) {
      const lngs = area.points.map(([lng]) => lng)
      const lats = area.points.map(([, lat]) => lat)
      const lng = (Math.min(...lngs) + Math.max(...lngs)) / 2
      const [south, north] = [Math.min(...lats), Math.max(...lats)]
      const half = widthOf(nameOf(area)) / 2
      const choices: Anchor[] = [
        { lng, lat: (south + north) / 2, down: 0 },
        { lng, lat: south, down: -4 },
        { lng, lat: north, down: 4 },
        { lng, lat: south, down: height / 2 + 4 },
        { lng, lat: north, down: -height / 2 - 4 },
      ]
      const boxAt = (choice: Anchor) => {
        const [x, y] = overlay.project(mercatorX(choice.lng), mercatorY(choice.lat))
        const middle = y + choice.down
        return { left: x - half - 3, right: x + half + 3, top: middle - height / 2 - 3, bottom: middle + height / 2 + 3 }
      }
      const choice = choices.find((candidate) => {
        const box = boxAt(candidate)
        return taken.every((other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom)
      })
      // Without any room it waits for a closer look, unless something is wrong in there.
      const shown = choice ?? (levels.has(area.id) ? choices[3] : undefined)
      if (!shown) continue
      placed.set(area.id, shown)
      taken.push(boxAt(shown))
    }
    return placed
  }, [areas, levels, urgent, zoom, overlay, nameOf])

  return areas.map((area) => {
    const anchor = anchors.get(area.id)
    if (!anchor) return null
    const count = counts.get(area.id) ?? 0
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
