import type { Basemap } from '@vigil/contract/site/entities.ts'
import { Button } from 'antd'
import type { Map as MapLibreMapType } from 'maplibre-gl'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { logError } from '../error-log/error-log.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { useThemeMode } from '../theme/mode.ts'
import { EmptyState } from '../ui/states.tsx'
import { basemapBounds, basemapLayers, basemapStyle } from './basemap-style.ts'
import type { Bounds } from './geometry.ts'
import styles from './map-view.module.css'
import { MapLibreMap } from './maplibre.ts'
import { MapOverlay } from './overlay.ts'
import { mapTexts } from './texts.ts'

/** Where the map stands: degrees and zoom. */
export interface Camera {
  readonly lng: number
  readonly lat: number
  readonly zoom: number
}

/** Pixels at each side. */
export interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A map that is ready, for the layers and tools drawn as children of `MapView`. */
export interface Stage {
  readonly map: MapLibreMapType
  readonly overlay: MapOverlay
  /** Shows the whole site. */
  readonly fit: () => void
  readonly flyTo: (lng: number, lat: number, zoom?: number) => void
  readonly showBounds: (bounds: Bounds, maxZoom?: number) => void
}

const StageContext = createContext<Stage | null>(null)

/** The map around a layer or tool. */
export const useStage = (): Stage => {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('a layer of the map stands outside of MapView')
  return stage
}

export interface MapViewProps {
  readonly basemap: Basemap
  /** Where the map opens if the basemap has no extent, and where a flight leads that was given no zoom. */
  readonly home: Camera
  /** Where it opens instead. */
  readonly start?: Camera | null
  /** Pixels at the edges that panels cover. */
  readonly padding?: Sides | undefined
  /** Names of the plan that are not written, because something else there shows them. */
  readonly withoutLabels?: readonly string[] | undefined
  /** False: the wheel scrolls the page instead of the map; true unless said. */
  readonly wheel?: boolean
  readonly onCamera?: (camera: Camera) => void
  /** Hands the map to what stands beside it: once it and the layers upon it stand, and null when it goes. */
  readonly onStage?: ((stage: Stage | null) => void) | undefined
  readonly children?: ReactNode
}

const none: readonly string[] = []
const noPadding: Sides = { top: 0, right: 0, bottom: 0, left: 0 }
const flight = 600
export const closeZoom = 18

const hasWebGl = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

/** The plan of the site in the colours of the theme, drawn without internet, with whatever layers are its children. */
export const MapView = (props: MapViewProps) => {
  const t = useTexts(mapTexts)
  const [possible] = useState(hasWebGl)
  const [lost, setLost] = useState(false)
  if (!possible || lost) {
    return (
      <div className={styles['frame']}>
        <div className={styles['state']}>
          <EmptyState icon="layers" title={t('noWebGl')} hint={t('noWebGlHint')} />
        </div>
      </div>
    )
  }
  return <LiveMap {...props} onFailed={() => setLost(true)} />
}

const LiveMap = ({
  basemap,
  home,
  start = null,
  padding = noPadding,
  withoutLabels = none,
  wheel = true,
  onCamera,
  onStage,
  onFailed,
  children,
}: MapViewProps & { readonly onFailed: () => void }) => {
  const container = useRef<HTMLDivElement>(null)
  const overlayRoot = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  /** The graphics card took its memory back; what drew itself there is gone with it, so the map is made anew. */
  const [lost, setLost] = useState(false)
  const [round, setRound] = useState(0)
  const stoodAt = useRef<Camera | null>(null)
  const t = useTexts(mapTexts)
  const { palette } = useThemeMode()
  const { language } = useLanguage()
  const latest = useRef({ onCamera, onStage, onFailed, padding, palette, language, withoutLabels, start, home })
  useEffect(() => {
    latest.current = { onCamera, onStage, onFailed, padding, palette, language, withoutLabels, start, home }
  })

  useEffect(() => {
    if (!container.current || !overlayRoot.current) return undefined
    const { palette, language, withoutLabels, home } = latest.current
    const start = stoodAt.current ?? latest.current.start
    const bounds = basemapBounds(basemap)
    let map: MapLibreMapType
    try {
      map = new MapLibreMap({
        container: container.current,
        style: basemapStyle(basemap, palette, language, home.lat, withoutLabels),
        center: [start?.lng ?? home.lng, start?.lat ?? home.lat],
        zoom: start?.zoom ?? home.zoom,
        minZoom: 11,
        maxZoom: 21.5,
        maxPitch: 0,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: false,
        scrollZoom: wheel,
        fadeDuration: 0,
        localIdeographFontFamily: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif',
        renderWorldCopies: false,
        locale: {},
      })
    } catch (error) {
      logError(error, 'map')
      latest.current.onFailed()
      return undefined
    }
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.on('error', ({ error }) => logError(error, 'map'))
    map.on('webglcontextlost', () => {
      const { lng, lat } = map.getCenter()
      stoodAt.current = { lng, lat, zoom: map.getZoom() }
      setLost(true)
    })
    map.on('webglcontextrestored', () => setRound((last) => last + 1))
    const showBounds = ({ west, south, east, north }: Bounds, maxZoom = 20): void => {
      map.fitBounds([west, south, east, north], { padding: spaced(latest.current.padding, map), maxZoom, duration: flight })
    }
    const fit = (instantly = false): void => {
      const { home } = latest.current
      if (!bounds) map.easeTo({ center: [home.lng, home.lat], zoom: home.zoom, duration: instantly ? 0 : flight })
      else {
        const { west, south, east, north } = bounds
        map.fitBounds([west, south, east, north], {
          padding: spaced(latest.current.padding, map),
          duration: instantly ? 0 : flight,
        })
      }
    }
    if (!start) fit(true)
    const overlay = new MapOverlay(map, overlayRoot.current)
    map.on('moveend', () => {
      const { lng, lat } = map.getCenter()
      latest.current.onCamera?.({ lng, lat, zoom: map.getZoom() })
    })
    map.once('load', () =>
      setStage({
        map,
        overlay,
        fit: () => fit(),
        flyTo: (lng, lat, zoom = Math.max(map.getZoom(), closeZoom)) => {
          const { left, right, top, bottom } = spaced(latest.current.padding, map)
          map.easeTo({ center: [lng, lat], zoom, duration: flight, offset: [(left - right) / 2, (top - bottom) / 2] })
        },
        showBounds,
      }),
    )
    return () => {
      setStage(null)
      setLost(false)
      overlay.destroy()
      map.remove()
    }
  }, [basemap, wheel, round])

  useEffect(() => {
    if (!stage) return
    for (const layer of basemapLayers(palette, language, home.lat, withoutLabels)) restyle(stage.map, layer)
  }, [stage, palette, language, home.lat, withoutLabels])

  useEffect(() => {
    if (!stage) return undefined
    latest.current.onStage?.(stage)
    return () => latest.current.onStage?.(null)
  }, [stage])

  return (
    <div className={styles['frame']}>
      <div ref={container} className={styles['canvas']} />
      <div ref={overlayRoot} className={styles['overlay']} />
      {stage && (
        <div className={styles['children']}>
          <StageContext value={stage}>{children}</StageContext>
        </div>
      )}
      {basemap.features.length === 0 && !lost && (
        <div className={`${styles['state']} ${styles['through']}`}>
          <div className={styles['note']}>
            <EmptyState icon="layers" title={t('noBasemap')} hint={t('noBasemapHint')} />
          </div>
        </div>
      )}
      {lost && (
        <div className={`${styles['state']} ${styles['lost']}`} role="alert">
          <EmptyState icon="layers" title={t('lost')} hint={t('lostHint')}>
            <Button onClick={() => setRound((last) => last + 1)}>{t('drawAgain')}</Button>
          </EmptyState>
        </div>
      )}
    </div>
  )
}

/** The padding with some air, but never more than leaves room for the map. */
const spaced = (padding: Sides, map: MapLibreMapType): Sides => {
  const { clientWidth, clientHeight } = map.getContainer()
  const air = 16
  const wide = padding.left + padding.right + 2 * air < clientWidth * 0.7
  const high = padding.top + padding.bottom + 2 * air < clientHeight * 0.7
  return {
    left: (wide ? padding.left : 0) + air,
    right: (wide ? padding.right : 0) + air,
    top: (high ? padding.top : 0) + air,
    bottom: (high ? padding.bottom : 0) + air,
  }
}

/** Gives a layer that stands already the look of its present description. */
export const restyle = (map: MapLibreMapType, layer: ReturnType<typeof basemapLayers>[number]): void => {
  if (!map.getLayer(layer.id)) return
  for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never)
  for (const [name, value] of Object.entries(layer.layout ?? {})) map.setLayoutProperty(layer.id, name as never, value as never)
  if ('filter' in layer && layer.filter !== undefined) map.setFilter(layer.id, layer.filter)
}
