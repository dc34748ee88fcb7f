import type { Basemap } from '@vigil/contract/site/entities.ts'
import { Button } from 'antd'
import type { Map as MapLibreMapType } from 'maplibre-gl'
import { createContext, startTransition, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { logError } from '../error-log/error-log.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { addressOf } from '../routes/address.ts'
import { useCan } from '../session/session.ts'
import { useThemeMode } from '../theme/mode.ts'
import { EmptyState } from '../ui/states.tsx'
import { basemapBounds, basemapLayers, basemapSource, basemapStyle } from './basemap-style.ts'
import { mapIsDrawn, noMapIsDrawn } from './first-drawn.ts'
import styles from './map-view.module.css'
import { MapOverlay } from './overlay.ts'
import { PlanSkeleton } from './plan-skeleton.tsx'
import type { Sides } from './sides.ts'
import { cameraOf, createMap, createStage, createWhole, type Camera, type Stage, type Whole } from './stage.ts'
import { mapTexts } from './texts.ts'

export type { Sides } from './sides.ts'
export { closeZoom, type Camera, type Stage } from './stage.ts'

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
  /** False: nobody is led to where a basemap is imported; true unless said. */
  readonly setsUp?: boolean
  /** Where the map came to stand; null: the whole site is in sight, as it opens of itself. */
  readonly onCamera?: (camera: Camera | null) => void
  /** Hands the map to what stands beside it: once it and the layers upon it stand, and null when it goes. */
  readonly onStage?: ((stage: Stage | null) => void) | undefined
  readonly children?: ReactNode
}

const none: readonly string[] = []
const noPadding: Sides = { top: 0, right: 0, bottom: 0, left: 0 }

/** The plan of the site in the colours of the theme, drawn without internet, with whatever layers are its children. */
export const MapView = (props: MapViewProps) => {
  const t = useTexts(mapTexts)
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <div className={styles['frame']}>
        <div className={styles['state']}>
          <EmptyState icon="layers" title={t('noWebGl')} hint={t('noWebGlHint')} />
        </div>
      </div>
    )
  }
  return <LiveMap {...props} onFailed={() => setFailed(true)} />
}

const LiveMap = ({
  basemap,
  home,
  start = null,
  padding = noPadding,
  withoutLabels = none,
  wheel = true,
  setsUp = true,
  onCamera,
  onStage,
  onFailed,
  children,
}: MapViewProps & { readonly onFailed: () => void }) => {
  const container = useRef<HTMLDivElement>(null)
  const overlayRoot = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  /** The plan is drawn, though what lies upon it may still be to come. */
  const [drawn, setDrawn] = useState(false)
  /** The graphics card took its memory back; what drew itself there is gone with it, so the map is made anew. */
  const [lost, setLost] = useState(false)
  const [round, setRound] = useState(0)
  /** Of a map that is made anew because it was lost, or because its screen stood behind another; no camera: it showed the whole site. */
  const stoodAt = useRef<{ readonly camera: Camera | null; readonly on: Basemap } | null>(null)
  const whole = useRef<Whole | null>(null)
  const { palette } = useThemeMode()
  const { language } = useLanguage()
  const latest = useRef({ onCamera, onStage, onFailed, padding, palette, language, withoutLabels, start, home })
  useEffect(() => {
    latest.current = { onCamera, onStage, onFailed, padding, palette, language, withoutLabels, start, home }
  })

  useEffect(() => {
    if (!container.current || !overlayRoot.current) return undefined
    const { palette, language, withoutLabels, home } = latest.current
    const start = stoodAt.current?.on === basemap ? stoodAt.current.camera : latest.current.start
    let map: MapLibreMapType
    try {
      map = createMap({
        container: container.current,
        style: basemapStyle(basemap, palette, language, home.lat, withoutLabels),
        center: [start?.lng ?? home.lng, start?.lat ?? home.lat],
        zoom: start?.zoom ?? home.zoom,
        scrollZoom: wheel,
      })
    } catch (error) {
      logError(error, 'map')
      noMapIsDrawn()
      latest.current.onFailed()
      return undefined
    }
    // Before the library hears of it and drops its style: whatever lies upon the plan leaves, and what comes to lie there asks for it first.
    const canvas = map.getCanvas()
    const lose = (): void => flushSync(() => setLost(true))
    canvas.addEventListener('webglcontextlost', lose, { capture: true })
    map.on('webglcontextlost', () => setLost(true))
    map.on('webglcontextrestored', () => setRound((last) => last + 1))
    const framing = {
      bounds: basemapBounds(basemap),
      home: () => latest.current.home,
      padding: () => latest.current.padding,
    }
    const present = createWhole(map, framing)
    whole.current = present
    if (!start) present.show(0)
    const overlay = new MapOverlay(map, overlayRoot.current)
    map.on('moveend', () => latest.current.onCamera?.(present.isShown() ? null : cameraOf(map)))
    const seePlan = (): void => {
      if (!map.getSource(basemapSource) || !map.isSourceLoaded(basemapSource)) return
      map.off('render', seePlan)
      setDrawn(true)
      mapIsDrawn(map.getCanvas())
    }
    map.on('render', seePlan)
    map.once('load', () => {
      // The plan is seen while everything upon it is put together, and that leaves room for what is typed or clicked meanwhile.
      startTransition(() => setStage(createStage(map, overlay, framing, present)))
    })
    return () => {
      stoodAt.current = { camera: present.isShown() ? null : cameraOf(map), on: basemap }
      setStage(null)
      setDrawn(false)
      setLost(false)
      whole.current = null
      overlay.destroy()
      // Removing it takes its card away as well.
      canvas.removeEventListener('webglcontextlost', lose, { capture: true })
      map.remove()
    }
  }, [basemap, wheel, round])

  useEffect(() => whole.current?.keep(), [padding])

  useEffect(() => {
    if (!stage || lost) return
    for (const layer of basemapLayers(palette, language, home.lat, withoutLabels)) restyle(stage.map, layer)
  }, [stage, lost, palette, language, home.lat, withoutLabels])

  useEffect(() => {
    if (!stage) return undefined
    latest.current.onStage?.(stage)
    return () => latest.current.onStage?.(null)
  }, [stage])

  return (
    <div className={styles['frame']}>
      <div ref={container} className={styles['canvas']} />
      <div ref={overlayRoot} className={styles['overlay']} />
      {stage && !lost && (
        <div className={styles['children']}>
          <StageContext value={stage}>{children}</StageContext>
        </div>
      )}
      {!drawn && !lost && <PlanSkeleton basemap={basemap} />}
      {basemap.features.length === 0 && !lost && <NoBasemap setsUp={setsUp} />}
      {lost && <Lost onDrawAgain={() => setRound((last) => last + 1)} />}
    </div>
  )
}

const NoBasemap = ({ setsUp }: { readonly setsUp: boolean }) => {
  const t = useTexts(mapTexts)
  const maySetUp = useCan('siteMgmt') && setsUp
  return (
    <div className={`${styles['missing']} overlay`}>
      <div className={styles['note']} role="note">
        <b>{t('noBasemap')}</b> <span>{t(maySetUp ? 'noBasemapHint' : 'noBasemapAsk')}</span>{' '}
        {maySetUp && <Link to={addressOf('siteMgmt')}>{t('importPlan')}</Link>}
      </div>
    </div>
  )
}

const Lost = ({ onDrawAgain }: { readonly onDrawAgain: () => void }) => {
  const t = useTexts(mapTexts)
  return (
    <div className={`${styles['state']} ${styles['lost']}`} role="alert">
      <EmptyState icon="layers" title={t('lost')} hint={t('lostHint')}>
        <Button onClick={onDrawAgain}>{t('drawAgain')}</Button>
      </EmptyState>
    </div>
  )
}

/** Gives a layer that stands already the look of its present description. */
export const restyle = (map: MapLibreMapType, layer: ReturnType<typeof basemapLayers>[number]): void => {
  if (!map.getLayer(layer.id)) return
  for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never)
  for (const [name, value] of Object.entries(layer.layout ?? {})) map.setLayoutProperty(layer.id, name as never, value as never)
  if ('filter' in layer && layer.filter !== undefined) map.setFilter(layer.id, layer.filter)
}
