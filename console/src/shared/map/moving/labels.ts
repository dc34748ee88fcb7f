import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { unitsPerMetre } from '../../geo/mercator.ts'
import type { Language } from '../../i18n/texts.ts'
import type { MovingSource } from '../../moving/moving-source.ts'
import { formatAge } from '../../time/format.ts'
import styles from '../map-view.module.css'
import type { Stage } from '../map-view.tsx'
import type { Named } from './scene-composer.ts'

const mostLabels = 80

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
const apart = (a: Box, b: Box): boolean => a.right < b.left || a.left > b.right || a.bottom < b.top || a.top > b.bottom

export interface Labels {
  /** Writes names and ages of these, the first ones first; `selected` is an id, and `alarmText` says what an alarm is called. */
  readonly show: (
    named: readonly Named[],
    selected: number | null,
    language: Language,
    alarmText: ((id: number) => string) | undefined,
  ) => void
  readonly destroy: () => void
}

/** Where a thing is drawn, Mercator of the whole world. */
type PlaceOf = (slot: number) => readonly [x: number, y: number] | null

const createPlaceOf =
  ({ store, clock }: MovingSource): PlaceOf =>
  (slot) => {
    const { origin } = store
    if (!origin || !store.hasPosition(slot)) return null
    const [x, y] = store.drawnAt(slot, clock.now())
    return [x + origin.x, y + origin.y]
  }

/** The circle in which a thing is, as exactly as it knows itself; `around` chooses it. */
const hangCircle = ({ map, overlay }: Stage, { store }: MovingSource, placeOf: PlaceOf) => {
  const element = document.createElement('div')
  element.className = styles['accuracy'] ?? ''
  let slot: number | null = null
  overlay.hang({
    element,
    place: () => (slot === null ? null : placeOf(slot)),
    anchorX: -0.5,
    anchorY: -0.5,
    shiftX: 0,
    shiftY: 0,
    onFrame: (pixelsPerUnit) => {
      const metres = slot === null ? 0 : (store.sighting(slot)?.accuracy ?? 0)
      const pixels = 2 * metres * unitsPerMetre(map.getCenter().lat) * pixelsPerUnit
      element.style.width = `${pixels.toFixed(1)}px`
      element.style.height = `${pixels.toFixed(1)}px`
    },
  })
  return {
    element,
    around: (next: number | null): void => {
      slot = next
    },
  }
}

/** What hangs above the map already, the head counts of areas, keeps its place. */
const placesTaken = ({ root }: Stage['overlay']): Box[] => {
  const frame = root.getBoundingClientRect()
  return [...root.querySelectorAll('button')].map((pill) => {
    const { left, top, right, bottom } = pill.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}

const titleOf = ({ id, userName, label }: LiveObject, alarmed: boolean, alarmText: ((id: number) => string) | undefined) => {
  const name = userName ?? label
  const said = alarmed ? (alarmText?.(id) ?? '') : ''
  return said ? `${name} · ${said}` : name
}

const write = (element: HTMLElement, look: string, drop: number, title: string, age: string): void => {
  const className = `${styles['label']} ${look}`
  if (element.className !== className) element.className = className
  element.style.marginTop = `${drop}px`
  const text = `${title}\n${age}`
  if (element.dataset['text'] === text) return
  element.dataset['text'] = text
  const small = document.createElement('small')
  small.textContent = age
  element.replaceChildren(title, ...(age ? [small] : []))
}

/** Names and ages above the markers: few, placed by rank, none over another. */
export const createLabels = (stage: Stage, source: MovingSource): Labels => {
  const { map, overlay } = stage
  const { store, clock } = source
  const placeOf = createPlaceOf(source)
  const circle = hangCircle(stage, source, placeOf)
  const shown = new Map<number, HTMLElement>()

  const labelOf = (slot: number): HTMLElement => {
    const known = shown.get(slot)
    if (known) return known
    const element = document.createElement('div')
    overlay.hang({ element, place: () => placeOf(slot), anchorX: -0.5, anchorY: 0, shiftX: 0, shiftY: 0 })
    shown.set(slot, element)
    return element
  }
  const keepOnly = (kept: ReadonlySet<number>): void => {
    for (const [slot, element] of shown) {
      if (kept.has(slot)) continue
      overlay.takeDown(element)
      shown.delete(slot)
    }
  }

  const show: Labels['show'] = (named, selected, language, alarmText) => {
    const now = clock.serverNow()
    const { clientWidth, clientHeight } = map.getContainer()
    const taken = placesTaken(overlay)
    const kept = new Set<number>()
    circle.around(null)
    for (const { slot, level, returned, stale } of named) {
      const object = store.object(slot)
      const place = placeOf(slot)
      if (!object || !place) continue
      const urgent = level === 1 && !returned
      const isSelected = object.id === selected
      if (isSelected) circle.around(slot)
      if (kept.size >= mostLabels) continue
      const [x, y] = overlay.project(place[0], place[1])
      if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) continue
      const title = titleOf(object, level !== null, alarmText)
      const age = stale ? formatAge(now - (store.fixAt[slot] ?? now), language) : ''
      const width = Math.max(title.length, age.length) * 14 + 8
      const drop = urgent ? 33 : isSelected ? 26 : 20
      const box = { left: x - width / 2, right: x + width / 2, top: y + drop, bottom: y + drop + (age ? 38 : 19) }
      const free = taken.every((other) => apart(box, other))
      if (!free && !urgent && !isSelected) continue
      taken.push(box)
      kept.add(slot)
      write(labelOf(slot), (urgent ? styles['urgent'] : isSelected ? styles['selected'] : '') ?? '', drop, title, age)
    }
    keepOnly(kept)
  }
  return {
    show,
    destroy: () => {
      overlay.takeDown(circle.element)
      keepOnly(new Set())
    },
  }
}
