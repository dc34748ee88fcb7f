import { useEffect, useImperativeHandle, useRef, type Ref, useState } from 'react'
import { useLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/texts.ts'
import { latOf, lngOf, unitsPerMetre } from '../geo/mercator.ts'
import { useMoving, type MovingSource } from '../moving/moving-source.ts'
import type { PositionStore } from '../moving/position-store.ts'
import { useThemeMode } from '../theme/mode.ts'
import { throttled } from '../time/throttled.ts'
import { boundsOf } from './geometry.ts'
import type { CountedArea } from './head-count.ts'
import { useStage, type Stage } from './map-view.tsx'
import { drawAtlas } from './moving/atlas.ts'
import { createLabels } from './moving/labels.ts'
import { MovingLayer, type Drawn } from './moving/moving-layer.ts'
import { SceneComposer, zooms, type Disc, type View } from './moving/scene-composer.ts'

/** Milliseconds between two looks at what is drawn how. */
const composeEvery = 120

export interface MovingHandle {
  /** Where a thing is drawn right now, degrees; null without a position. */
  readonly whereIs: (id: number) => readonly [lng: number, lat: number] | null
}

interface MovingObjectsProps {
  /** Whether a thing passes the filters, all of them unless said; keep it the same function while the filters are the same. */
  readonly shows?: (slot: number) => boolean
  /** Id of the selected thing; none unless said. */
  readonly selected?: number | null
  /** Null: a click beside everything. */
  readonly onSelect?: ((id: number | null) => void) | undefined
  /** A disc whose members stand in one place and cannot be opened further. */
  readonly onCrowd?: ((slots: readonly number[]) => void) | undefined
  /** False: names and ages are left out (a small map); true unless said. */
  readonly labels?: boolean
  /** False while a tool takes the clicks. */
  readonly listens?: boolean
  /** Areas whose marks stand for whoever is in them when seen from afar; none unless said, keep it the same list. */
  readonly areas?: readonly CountedArea[]
  /** What a label says behind the name of an alarmed thing. */
  readonly alarmText?: ((id: number) => string) | undefined
  readonly onDrawn?: ((drawn: Drawn) => void) | undefined
  readonly ref?: Ref<MovingHandle>
}

/** What a scene asks of the screen that it stands in. */
type Wishes = Required<Pick<MovingObjectsProps, 'shows' | 'selected' | 'labels' | 'listens' | 'areas'>> &
  Pick<MovingObjectsProps, 'onSelect' | 'onCrowd' | 'alarmText'> & { readonly language: Language }

interface Shown {
  readonly composer: SceneComposer
  readonly layer: MovingLayer
  /** Composes and draws it anew. */
  readonly look: () => void
  readonly destroy: () => void
}

/** What the window shows, Mercator from the store's origin. */
const seenOf = ({ map, overlay }: Stage, { origin }: PositionStore): View['seen'] => {
  if (!origin) return undefined
  const { clientWidth, clientHeight } = map.getContainer()
  const [west, north] = overlay.unproject(0, 0)
  const [east, south] = overlay.unproject(clientWidth, clientHeight)
  return { west: west - origin.x, north: north - origin.y, east: east - origin.x, south: south - origin.y }
}

/** Puts what moves upon a map and keeps it drawn, until it is destroyed. */
const show = (stage: Stage, source: MovingSource, wishes: () => Wishes): Shown => {
  const { map } = stage
  const { store, clock, alarms } = source
  const composer = new SceneComposer(store)
  const layer = new MovingLayer(source, composer.scene)
  layer.animates = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  map.addLayer(layer)
  const board = createLabels(stage, source)
  const look = (): void => {
    const { shows, selected, labels, areas, language, alarmText } = wishes()
    const { byObject } = alarms.getState()
    const zoom = map.getZoom()
    const seen = labels && zoom >= zooms.names ? seenOf(stage, store) : undefined
    const view = { zoom, shows, selected, alarms: byObject, clusters: true, areas, ...(seen && { seen }) }
    composer.compose({ ...view, now: clock.now(), pace: clock.pace() })
    const told = labels ? composer.named : composer.named.filter(({ level, returned }) => level === 1 && !returned)
    board.show(told, selected, language, alarmText)
    layer.refresh()
  }
  const { call, cancel } = throttled(look, composeEvery)
  look()
  const leaves = [store.subscribe(call), alarms.subscribe(call), clock.subscribe(call)]
  map.on('zoom', call)
  map.on('moveend', call)
  const ages = setInterval(call, 5_000)
  return {
    composer,
    layer,
    look,
    destroy: () => {
      cancel()
      clearInterval(ages)
      for (const leave of leaves) leave()
      map.off('zoom', call)
      map.off('moveend', call)
      board.destroy()
      if (map.getLayer(layer.id)) map.removeLayer(layer.id)
    },
  }
}

interface PointerAt {
  readonly point: { readonly x: number; readonly y: number }
  readonly preventDefault: () => void
}

/** Clicks and the pointer's look over what moves; the answer ends it. */
const listen = (stage: Stage, { store, clock }: MovingSource, composer: SceneComposer, wishes: () => Wishes): (() => void) => {
  const { map, overlay, point: pointAt } = stage
  const hitAt = (left: number, top: number) => {
    const { origin } = store
    if (!origin) return null
    const [x, y] = overlay.unproject(left, top)
    return composer.hit(x - origin.x, y - origin.y, map.getZoom(), clock.now())
  }
  const clicked = (event: PointerAt): void => {
    const { onSelect, onCrowd, listens } = wishes()
    if (!listens) return
    const hit = hitAt(event.point.x, event.point.y)
    // What lies below it is not meant.
    if (hit) event.preventDefault()
    if (hit?.kind === 'cluster') openDisc(stage, store, hit.disc, onCrowd)
    else onSelect?.(hit ? (store.ids[hit.slot] ?? null) : null)
  }
  const moved = ({ point }: PointerAt): void => {
    if (wishes().listens) pointAt('moving', hitAt(point.x, point.y) !== null)
  }
  map.on('click', clicked)
  map.on('mousemove', moved)
  return () => {
    map.off('click', clicked)
    map.off('mousemove', moved)
  }
}

const everything = (): boolean => true
const noAreas: readonly CountedArea[] = []

/** Everything that moves, of the source around: markers, discs, names, ages, the circle of accuracy. */
export const MovingObjects = ({
  shows = everything,
  selected = null,
  onSelect,
  onCrowd,
  labels = true,
  listens = true,
  areas = noAreas,
  alarmText,
  onDrawn,
  ref,
}: MovingObjectsProps) => {
  const stage = useStage()
  const source = useMoving()
  const { palette } = useThemeMode()
  const { language } = useLanguage()
  const made = useRef<Shown | null>(null)
  const [failed, setFailed] = useState<Error | null>(null)
  const latest = useRef({ shows, selected, onSelect, onCrowd, labels, areas, language, alarmText, listens })
  useEffect(() => {
    latest.current = { shows, selected, onSelect, onCrowd, labels, areas, language, alarmText, listens }
  })

  useEffect(() => {
    const wishes = (): Wishes => latest.current
    const shown = show(stage, source, wishes)
    made.current = shown
    const stopListening = listen(stage, source, shown.composer, wishes)
    return () => {
      made.current = null
      stopListening()
      shown.destroy()
    }
  }, [stage, source])

  useEffect(() => {
    const scale = Math.min(4, Math.max(2, Math.ceil(window.devicePixelRatio * 2)))
    made.current?.layer.setAtlas(drawAtlas(palette, scale))
  }, [stage, source, palette])
  useEffect(() => {
    if (made.current) made.current.layer.onDrawn = onDrawn ?? null
  }, [stage, source, onDrawn])
  useEffect(() => {
    if (made.current) made.current.layer.onFailed = setFailed
  }, [stage, source])
  useEffect(() => made.current?.look(), [shows, selected, labels, areas, language])

  useImperativeHandle(ref, () => ({
    whereIs: (id) => {
      const { store, clock } = source
      const slot = store.slotOf(id)
      const { origin } = store
      if (slot === undefined || !origin || !store.hasPosition(slot)) return null
      const [x, y] = store.drawnAt(slot, clock.now())
      return [lngOf(x + origin.x), latOf(y + origin.y)]
    },
  }))
  if (failed) throw failed
  return null
}

const openDisc = (
  stage: Stage,
  store: PositionStore,
  disc: Disc,
  onCrowd: ((slots: readonly number[]) => void) | undefined,
): void => {
  const bounds = boundsOf(disc.members.map((slot) => [store.lng[slot] ?? 0, store.lat[slot] ?? 0]))
  if (!bounds) return
  const wide = (bounds.east - bounds.west) / 360 / unitsPerMetre(bounds.south)
  const high = ((bounds.north - bounds.south) * 111_000) / 1
  if (Math.max(wide, high) < 4 && onCrowd) onCrowd(disc.members)
  else stage.showBounds(bounds, 19.5)
}
