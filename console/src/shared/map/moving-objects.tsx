import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useOpenAlarms } from '../live/alarms.ts'
import { throttled } from '../live/throttled.ts'
import { positions, serverNow } from '../live/live.ts'
import { presence } from '../live/position-store.ts'
import { useLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/texts.ts'
import { useThemeMode } from '../theme/mode.ts'
import { formatAge } from '../time/format.ts'
import { boundsOf } from './geometry.ts'
import { latOf, lngOf, unitsPerMetre } from '../geo/mercator.ts'
import { useStage } from './map-view.tsx'
import styles from './map-view.module.css'
import { drawAtlas } from './moving/atlas.ts'
import { MovingLayer, type Drawn } from './moving/moving-layer.ts'
import { SceneComposer, type Disc, type Named } from './moving/scene-composer.ts'

/** Milliseconds between two looks at what is drawn how. */
const composeEvery = 120
const mostLabels = 80

export interface MovingHandle {
  /** Where a thing is drawn right now, degrees; null without a position. */
  readonly whereIs: (id: number) => readonly [lng: number, lat: number] | null
}

interface MovingObjectsProps {
  /** Whether a thing passes the filters; keep it the same function while the filters are the same. */
  readonly shows: (slot: number) => boolean
  /** Id of the selected thing. */
  readonly selected: number | null
  /** Null: a click beside everything. */
  readonly onSelect?: ((id: number | null) => void) | undefined
  /** A disc whose members stand in one place and cannot be opened further. */
  readonly onCrowd?: ((slots: readonly number[]) => void) | undefined
  /** False: names and ages are left out (a small map); true unless said. */
  readonly labels?: boolean
  /** False while a tool takes the clicks. */
  readonly listens?: boolean
  /** What a label says behind the name of an alarmed thing. */
  readonly alarmText?: ((id: number) => string) | undefined
  readonly onDrawn?: ((drawn: Drawn) => void) | undefined
  readonly ref?: Ref<MovingHandle>
}

/** Everything that moves: markers, discs, names, ages, the circle of accuracy. */
export const MovingObjects = ({
  shows,
  selected,
  onSelect,
  onCrowd,
  labels = true,
  listens = true,
  alarmText,
  onDrawn,
  ref,
}: MovingObjectsProps) => {
  const stage = useStage()
  const { palette } = useThemeMode()
  const { language } = useLanguage()
  const made = useRef<{ readonly composer: SceneComposer; readonly layer: MovingLayer } | null>(null)
  const latest = useRef({ shows, selected, onSelect, onCrowd, labels, language, alarmText, listens })
  const compose = useRef<() => void>(() => undefined)
  useEffect(() => {
    latest.current = { shows, selected, onSelect, onCrowd, labels, language, alarmText, listens }
  })

  useEffect(() => {
    const { map, overlay } = stage
    const composer = new SceneComposer(positions)
    const layer = new MovingLayer(positions, composer.scene)
    const motion = window.matchMedia('(prefers-reduced-motion: reduce)')
    layer.animates = !motion.matches
    made.current = { composer, layer }
    map.addLayer(layer)
    const board = createLabels(stage)
    const look = (): void => {
      const { shows, selected, labels, language, alarmText } = latest.current
      composer.compose(
        { zoom: map.getZoom(), shows, selected, alarms: useOpenAlarms.getState().byObject, clusters: true },
        Date.now(),
      )
      const told = labels ? composer.named : composer.named.filter(({ level, returned }) => level === 1 && !returned)
      board.show(told, selected, language, alarmText)
      layer.refresh()
    }
    const { call, cancel } = throttled(look, composeEvery)
    compose.current = look
    look()
    const leaves = [positions.subscribe(call), useOpenAlarms.subscribe(call)]
    map.on('zoom', call)
    const ages = setInterval(call, 5_000)

    const hitAt = (left: number, top: number) => {
      const { origin } = positions
      if (!origin) return null
      const [x, y] = overlay.unproject(left, top)
      return composer.hit(x - origin.x, y - origin.y, map.getZoom(), Date.now())
    }
    const clicked = ({ point }: { readonly point: { readonly x: number; readonly y: number } }): void => {
      const { onSelect, onCrowd, listens } = latest.current
      if (!listens) return
      const hit = hitAt(point.x, point.y)
      if (hit?.kind === 'cluster') openDisc(stage, hit.disc, onCrowd)
      else onSelect?.(hit ? (positions.ids[hit.slot] ?? null) : null)
    }
    const canvas = map.getCanvas()
    const moved = ({ point }: { readonly point: { readonly x: number; readonly y: number } }): void => {
      if (latest.current.listens) canvas.style.cursor = hitAt(point.x, point.y) ? 'pointer' : ''
    }
    map.on('click', clicked)
    map.on('mousemove', moved)
    return () => {
      made.current = null
      compose.current = () => undefined
      cancel()
      clearInterval(ages)
      for (const leave of leaves) leave()
      map.off('zoom', call)
      map.off('click', clicked)
      map.off('mousemove', moved)
      board.destroy()
      if (map.getLayer(layer.id)) map.removeLayer(layer.id)
    }
  }, [stage])

  useEffect(() => {
    const scale = Math.min(4, Math.max(2, Math.ceil(window.devicePixelRatio * 2)))
    made.current?.layer.setAtlas(drawAtlas(palette, scale))
  }, [stage, palette])
  useEffect(() => {
    if (made.current) made.current.layer.onDrawn = onDrawn ?? null
  }, [stage, onDrawn])
  useEffect(() => compose.current(), [shows, selected, labels, language])

  useImperativeHandle(ref, () => ({
    whereIs: (id) => {
      const slot = positions.slotOf(id)
      const { origin } = positions
      if (slot === undefined || !origin || !positions.hasPosition(slot)) return null
      const [x, y] = positions.drawnAt(slot, Date.now())
      return [lngOf(x + origin.x), latOf(y + origin.y)]
    },
  }))
  return null
}

const openDisc = (
  stage: ReturnType<typeof useStage>,
  disc: Disc,
  onCrowd: ((slots: readonly number[]) => void) | undefined,
): void => {
  const bounds = boundsOf(disc.members.map((slot) => [positions.lng[slot] ?? 0, positions.lat[slot] ?? 0]))
  if (!bounds) return
  const wide = (bounds.east - bounds.west) / 360 / unitsPerMetre(bounds.south)
  const high = ((bounds.north - bounds.south) * 111_000) / 1
  if (Math.max(wide, high) < 4 && onCrowd) onCrowd(disc.members)
  else stage.showBounds(bounds, 19.5)
}

/** Names and ages above the markers: few, placed by rank, none over another. */
const createLabels = ({ map, overlay }: ReturnType<typeof useStage>) => {
  const shown = new Map<number, HTMLElement>()
  const circle = document.createElement('div')
  circle.className = styles['accuracy'] ?? ''
  let accuracyOf: number | null = null
  const placeOf = (slot: number) => (): readonly [number, number] | null => {
    const { origin } = positions
    if (!origin || !positions.hasPosition(slot)) return null
    const [x, y] = positions.drawnAt(slot, Date.now())
    return [x + origin.x, y + origin.y]
  }
  overlay.hang({
    element: circle,
    place: () => (accuracyOf === null ? null : placeOf(accuracyOf)()),
    anchorX: -0.5,
    anchorY: -0.5,
    shiftX: 0,
    shiftY: 0,
    onFrame: (pixelsPerUnit) => {
      const metres = accuracyOf === null ? 0 : (positions.sighting(accuracyOf)?.accuracy ?? 0)
      const pixels = 2 * metres * unitsPerMetre(map.getCenter().lat) * pixelsPerUnit
      circle.style.width = `${pixels.toFixed(1)}px`
      circle.style.height = `${pixels.toFixed(1)}px`
    },
  })

  const show = (
    named: readonly Named[],
    selected: number | null,
    language: Language,
    alarmText: ((id: number) => string) | undefined,
  ): void => {
    const now = serverNow()
    const { clientWidth, clientHeight } = map.getContainer()
    const frame = overlay.root.getBoundingClientRect()
    // What hangs there already, the head counts of areas, keeps its place.
    const taken = [...overlay.root.querySelectorAll('button')].map((pill) => {
      const { left, top, right, bottom } = pill.getBoundingClientRect()
      return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top }
    })
    const kept = new Set<number>()
    accuracyOf = null
    for (const { slot, level, returned, stale } of named) {
      const urgent = level === 1 && !returned
      const object = positions.object(slot)
      const place = placeOf(slot)()
      if (!object || !place) continue
      const isSelected = object.id === selected
      if (isSelected) accuracyOf = slot
      if (kept.size >= mostLabels) continue
      const [x, y] = overlay.project(place[0], place[1])
      if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) continue
      const name = object.userName ?? object.label
      const said = level !== null ? (alarmText?.(object.id) ?? '') : ''
      const title = said ? `${name} · ${said}` : name
      const age = stale ? formatAge(now - (positions.fixAt[slot] ?? now), language) : ''
      const width = Math.max(title.length, age.length) * 14 + 8
      const drop = urgent ? 33 : isSelected ? 26 : 20
      const box = { left: x - width / 2, right: x + width / 2, top: y + drop, bottom: y + drop + (age ? 38 : 19) }
      const free = taken.every(
        (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
      )
      if (!free && !urgent && !isSelected) continue
      taken.push(box)
      kept.add(slot)
      const key = `${styles['label']} ${urgent ? styles['urgent'] : isSelected ? styles['selected'] : ''}`
      const label = shown.get(slot) ?? hangLabel(slot, drop)
      if (label.className !== key) label.className = key
      label.style.marginTop = `${drop}px`
      const text = `${title}\n${age}`
      if (label.dataset['text'] === text) continue
      label.dataset['text'] = text
      const small = document.createElement('small')
      small.textContent = age
      label.replaceChildren(title, ...(age ? [small] : []))
    }
    for (const [slot, element] of shown) {
      if (kept.has(slot)) continue
      overlay.takeDown(element)
      shown.delete(slot)
    }
  }
  const hangLabel = (slot: number, drop: number) => {
    const element = document.createElement('div')
    element.style.marginTop = `${drop}px`
    overlay.hang({ element, place: placeOf(slot), anchorX: -0.5, anchorY: 0, shiftX: 0, shiftY: 0 })
    shown.set(slot, element)
    return element
  }
  return {
    show,
    destroy: () => {
      overlay.takeDown(circle)
      for (const element of shown.values()) overlay.takeDown(element)
      shown.clear()
    },
  }
}

/** Slots that a marker may stand for: things with a position that are on site. */
export const isOnMap = (slot: number): boolean => {
  const state = positions.state[slot]
  return positions.object(slot) !== null && state !== presence.none && state !== presence.gone
}
