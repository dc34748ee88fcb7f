import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { unitsPerMetre } from '../../geo/mercator.ts'
import type { Language } from '../../i18n/texts.ts'
import type { MovingSource } from '../../moving/moving-source.ts'
import { nameOfThing } from '../../moving/thing-name.ts'
import { formatAge } from '../../time/format.ts'
import styles from '../map-view.module.css'
import type { Stage } from '../map-view.tsx'
import { seenOf } from '../over-map.ts'
import { placeNames, type Box, type NameSide, type WantedName } from './name-places.ts'
import type { Named } from './scene-composer.ts'
import { textWidth } from './text-width.ts'

const mostLabels = 80
/** Pixels from the middle of a marker to its name: those that need a look have a ring around them. */
const reaches = { one: 33, alarm: 23, selected: 27, stale: 19, plain: 14 } as const

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

const boxesOf = ({ root }: Stage['overlay'], selector: string): Box[] => {
  const frame = root.getBoundingClientRect()
  return [...root.querySelectorAll(selector)].map((hung) => {
    const { left, top, right, bottom } = hung.getBoundingClientRect()
    return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
  })
}
/** What hangs above the map already, the marks of areas, keeps its place. */
const placesTaken = (overlay: Stage['overlay']): Box[] => boxesOf(overlay, 'button')
/** Names of alarms as they are written now: where one had to be written upon the mark of an area, that goes elsewhere. */
export const alarmNames = (overlay: Stage['overlay']): Box[] => boxesOf(overlay, ':scope > [data-level]')

/** One name: what it says, and how it looks. */
interface Written {
  readonly named: Named
  readonly selected: boolean
  readonly title: string
  readonly age: string
}

const titleOf = (object: LiveObject, alarmed: boolean, alarmText: ((id: number) => string) | undefined) => {
  const name = nameOfThing(object)
  const said = alarmed ? (alarmText?.(object.id) ?? '') : ''
  return said ? `${name} · ${said}` : name
}

const reachOf = ({ named: { level, returned, stale }, selected }: Written): number => {
  if (level === 1 && !returned) return reaches.one
  if (selected) return reaches.selected
  if (level !== null) return reaches.alarm
  return stale ? reaches.stale : reaches.plain
}

const anchors = {
  right: [0, -0.5],
  left: [-1, -0.5],
  below: [-0.5, 0],
  above: [-0.5, -1],
} as const satisfies Record<NameSide, readonly [x: number, y: number]>
const shifts = {
  right: [1, 0],
  left: [-1, 0],
  below: [0, 1],
  above: [0, -1],
} as const satisfies Record<NameSide, readonly [x: number, y: number]>

const say = (element: HTMLElement, { named: { level, returned, stale }, selected, title, age }: Written): void => {
  const look = level !== null || selected || stale ? 'tag' : 'label'
  element.className = styles[look] ?? ''
  const facts = { level: level !== null && !returned ? String(level) : '', selected: String(selected), stale: String(stale) }
  for (const [name, value] of Object.entries(facts)) {
    if (value === '' || value === 'false') delete element.dataset[name]
    else element.dataset[name] = value
  }
  const text = `${title}\n${age}`
  if (element.dataset['text'] === text) return
  element.dataset['text'] = text
  const small = document.createElement('small')
  small.textContent = age
  element.replaceChildren(title, ...(age ? [small] : []))
}

interface Shown {
  readonly element: HTMLElement
  side: NameSide | null
  reach: number
}

/** Names and ages beside the markers: few, placed by rank, none over another. */
export const createLabels = (stage: Stage, source: MovingSource): Labels => {
  const { map, overlay } = stage
  const { store, clock } = source
  const placeOf = createPlaceOf(source)
  const circle = hangCircle(stage, source, placeOf)
  const shown = new Map<number, Shown>()

  const hang = (slot: number, side: NameSide, written: Written): void => {
    const known = shown.get(slot) ?? { element: document.createElement('div'), side: null, reach: 0 }
    shown.set(slot, known)
    say(known.element, written)
    const reach = reachOf(written)
    if (known.side === side && known.reach === reach) return
    known.side = side
    known.reach = reach
    const [anchorX, anchorY] = anchors[side]
    const [right, down] = shifts[side]
    const [shiftX, shiftY] = [right * reach, down * reach]
    overlay.hang({ element: known.element, place: () => placeOf(slot), anchorX, anchorY, shiftX, shiftY })
  }
  const keepOnly = (kept: { readonly has: (slot: number) => boolean }): void => {
    for (const [slot, { element }] of shown) {
      if (kept.has(slot)) continue
      overlay.takeDown(element)
      shown.delete(slot)
    }
  }

  const show: Labels['show'] = (named, selected, language, alarmText) => {
    const now = clock.serverNow()
    const { clientWidth, clientHeight } = map.getContainer()
    const project = overlay.projector()
    const taken = placesTaken(overlay)
    const writing = new Map<number, Written>()
    const wanted: WantedName[] = []
    circle.around(null)
    for (const one of named) {
      const { slot, level, returned, stale } = one
      const object = store.object(slot)
      const place = placeOf(slot)
      if (!object || !place) continue
      const isSelected = object.id === selected
      if (isSelected) circle.around(slot)
      const [x, y] = project(place[0], place[1])
      if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) continue
      const title = titleOf(object, level !== null, alarmText)
      const age = stale ? formatAge(now - (store.fixAt[slot] ?? now), language) : ''
      const written = { named: one, selected: isSelected, title, age }
      writing.set(slot, written)
      const urgent = (level === 1 && !returned) || isSelected
      const width = textWidth(title) + (age ? textWidth(age) + 4 : 0) + 14
      wanted.push({ slot, x, y, reach: reachOf(written), width, urgent, last: shown.get(slot)?.side ?? null })
    }
    const placed = placeNames(keptFirst(wanted, writing), taken, mostLabels, seenOf(map))
    for (const [slot, side] of placed) {
      const written = writing.get(slot)
      if (written) hang(slot, side, written)
    }
    keepOnly(placed)
  }
  return {
    show,
    destroy: () => {
      overlay.takeDown(circle.element)
      keepOnly(new Set())
    },
  }
}

/** Of one rank those come first whose name is written already, so that it does not go when somebody walks by. */
const keptFirst = (wanted: readonly WantedName[], writing: ReadonlyMap<number, Written>): readonly WantedName[] => {
  const rank = ({ slot }: WantedName): number => writing.get(slot)?.named.rank ?? 0
  return [...wanted].sort((a, b) => rank(b) - rank(a) || Number(b.last !== null) - Number(a.last !== null))
}
