import type { Map as MapLibreMapType, MapOptions } from 'maplibre-gl'
import { logError } from '../error-log/error-log.ts'
import type { Bounds } from './geometry.ts'
import { LngLat, MapLibreMap } from './maplibre.ts'
import type { MapOverlay } from './overlay.ts'
import { spacedSides, type Sides } from './sides.ts'

/** Where the map stands: degrees and zoom. */
export interface Camera {
  readonly lng: number
  readonly lat: number
  readonly zoom: number
}

/** A map that is ready, for the layers and tools drawn as children of `MapView`. */
export interface Stage {
  readonly map: MapLibreMapType
  readonly overlay: MapOverlay
  /** Shows the whole site. */
  readonly fit: () => void
  readonly flyTo: (lng: number, lat: number, zoom?: number) => void
  readonly showBounds: (bounds: Bounds, maxZoom?: number) => void
  /** Whether the pointer is over something of `who` that can be clicked: the map shows a hand while it is for anybody. */
  readonly point: (who: string, over: boolean) => void
}

/** Milliseconds of a flight. */
const flight = 600
export const closeZoom = 18

/** A map of its own look and behaviour: flat, north up. Throws where the browser cannot draw one. */
export const createMap = (
  options: Pick<MapOptions, 'container' | 'style' | 'center' | 'zoom' | 'scrollZoom'>,
): MapLibreMapType => {
  const map = new MapLibreMap({
    ...options,
    minZoom: 11,
    maxZoom: 21.5,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 0,
    localIdeographFontFamily: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif',
    renderWorldCopies: false,
    locale: {},
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.on('error', ({ error }) => logError(error, 'map'))
  return map
}

export const cameraOf = (map: MapLibreMapType): Camera => {
  const { lng, lat } = map.getCenter()
  return { lng, lat, zoom: map.getZoom() }
}

interface Framing {
  /** Of the whole site; null: nothing is drawn of it. */
  readonly bounds: Bounds | null
  readonly home: () => Camera
  readonly padding: () => Sides
}

/** The map as it shows the whole site. */
export interface Whole {
  /** Shows it, within so many milliseconds. */
  readonly show: (duration: number) => void
  /** Shows it again as the window or what covers the map has changed, unless somebody moved the map meanwhile. */
  readonly keep: () => void
  /** Whether it is shown. */
  readonly isShown: () => boolean
}

export const createWhole = (map: MapLibreMapType, { bounds, home, padding }: Framing): Whole => {
  let shownAs: Camera | null = null
  const fitting = (): Camera => {
    const fitted =
      bounds && map.cameraForBounds([bounds.west, bounds.south, bounds.east, bounds.north], { padding: spaced(padding(), map) })
    if (!fitted?.center || fitted.zoom === undefined) return home()
    const { lng, lat } = LngLat.convert(fitted.center)
    return { lng, lat, zoom: fitted.zoom }
  }
  const show = (duration: number): void => {
    const camera = fitting()
    shownAs = camera
    map.easeTo({ center: [camera.lng, camera.lat], zoom: camera.zoom, duration })
  }
  const isShown = (): boolean => shownAs !== null && areSame(shownAs, cameraOf(map))
  let isDue = false
  const keep = (): void => {
    // A flight that begins stands where it began still: where it ends is looked at then.
    isDue = map.isMoving()
    if (!isDue && isShown()) show(0)
  }
  map.on('resize', keep)
  map.on('moveend', () => {
    if (isDue) keep()
  })
  return { show, keep, isShown }
}

/** Less than anybody sees. */
const hair = 1e-6
const areSame = (one: Camera, other: Camera): boolean =>
  Math.abs(one.lng - other.lng) < hair && Math.abs(one.lat - other.lat) < hair && Math.abs(one.zoom - other.zoom) < hair

const pointing = (map: MapLibreMapType): Stage['point'] => {
  const over = new Set<string>()
  return (who, isOver) => {
    if (over.has(who) === isOver) return
    if (isOver) over.add(who)
    else over.delete(who)
    map.getCanvas().style.cursor = over.size > 0 ? 'pointer' : ''
  }
}

export const createStage = (map: MapLibreMapType, overlay: MapOverlay, framing: Framing, whole: Whole): Stage => ({
  point: pointing(map),
  map,
  overlay,
  fit: () => whole.show(flight),
  flyTo: (lng, lat, zoom = Math.max(map.getZoom(), closeZoom)) => {
    const { left, right, top, bottom } = spaced(framing.padding(), map)
    map.easeTo({ center: [lng, lat], zoom, duration: flight, offset: [(left - right) / 2, (top - bottom) / 2] })
  },
  showBounds: ({ west, south, east, north }, maxZoom = 20) => {
    map.fitBounds([west, south, east, north], { padding: spaced(framing.padding(), map, markAir), maxZoom, duration: flight })
  },
})

/** Pixels around what is to be seen, so that a mark at its edge is seen whole, with what is written beside it. */
const markAir = 48

const spaced = (padding: Sides, map: MapLibreMapType, air?: number): Sides => {
  const { clientWidth, clientHeight } = map.getContainer()
  return spacedSides(padding, clientWidth, clientHeight, air)
}
