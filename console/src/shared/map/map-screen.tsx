import type { Basemap } from '@vigil/contract/site/entities.ts'
import type { Site } from '@vigil/contract/site/settings.ts'
import { Grid } from 'antd'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { MovingContext, type MovingSource } from '../moving/moving-source.ts'
import { ErrorState } from '../ui/states.tsx'
import styles from './map-screen.module.css'
import { MapToolbar, type MapTool } from './map-toolbar.tsx'
import { MapView, type MapViewProps } from './map-view.tsx'
import { mapScreenMark, overMapMark } from './over-map.ts'
import { PlanSkeleton } from './plan-skeleton.tsx'
import { ScaleBar } from './scale-bar.tsx'

/** Where panels and card stand: `over` the map, or `beside` it. A `plain` map has neither. */
type Arrangement = 'plain' | 'over' | 'beside'

/** What it takes to draw a site. */
export interface DrawnPlan {
  readonly site: Pick<Site, 'centerLng' | 'centerLat' | 'zoom'>
  readonly basemap: Basemap
}

interface MapScreenProps extends Omit<MapViewProps, 'basemap' | 'home' | 'children'> {
  readonly plan: DrawnPlan
  /** What moves there; nothing does unless said. */
  readonly moving?: MovingSource
  /** `plain` unless said. */
  readonly arrangement?: Arrangement
  /** The window leaves no room beside the map; `over` only. */
  readonly narrow?: boolean
  /** Its element, for `useIsTight`; `over` only. */
  readonly frame?: RefObject<HTMLDivElement | null>
  /** What lies upon the plan, from the ground up. */
  readonly layers: ReactNode
  /** Buttons beside the map's own; absent: there are none at all, and no scale. */
  readonly tools?: readonly MapTool[]
  /** What the tool in hand says. */
  readonly note?: ReactNode
  /** Above the map: a search field, the tools that draw. */
  readonly above?: ReactNode
  /** At the left. */
  readonly panels?: ReactNode
  /** At the right: what is known of the one thing that is looked at. */
  readonly card?: ReactNode
  /** Below: what is shown. */
  readonly below?: ReactNode
  /** What has no place of its own: a sheet, a question. */
  readonly children?: ReactNode
}

/** Whether the window has room for panels beside a map. */
export const useIsWide = (): boolean => Grid.useBreakpoint().lg ?? window.innerWidth >= 992

/** Pixels below which panels fold over a map that has room beside it, e.g. beside open alarms; as in map-screen.module.css. */
const tightBelow = 1080

/** Whether a map's panels are folded and its card stands at the foot. */
export const useIsTight = (): { readonly frame: RefObject<HTMLDivElement | null>; readonly isTight: boolean } => {
  const frame = useRef<HTMLDivElement>(null)
  const [isTight, setIsTight] = useState(false)
  useEffect(() => {
    const measured = frame.current
    if (!measured) return undefined
    const observer = new ResizeObserver(() => setIsTight(measured.offsetWidth < tightBelow))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return { frame, isTight }
}

/** A map with everything around it: live, played back, indoors, to draw on, or to choose a place. */
export const MapScreen = ({
  plan: { site, basemap },
  moving,
  arrangement = 'plain',
  narrow = false,
  frame,
  layers,
  tools,
  note,
  above,
  panels,
  card,
  below,
  children,
  ...view
}: MapScreenProps) => {
  const map = (
    <MapView {...view} basemap={basemap} home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}>
      {layers}
      <OverMap at="note">{note}</OverMap>
      {tools && (
        <>
          <OverMap at="tools">
            <MapToolbar tools={tools} />
          </OverMap>
          <OverMap at="scale">
            <ScaleBar />
          </OverMap>
        </>
      )}
    </MapView>
  )
  const look = { 'data-arrangement': arrangement, 'data-narrow': narrow, ...mapScreenMark }
  return (
    <MovingContext value={moving ?? null}>
      {arrangement === 'beside' ? (
        <div className={styles['screen']} {...look} data-panels={Boolean(panels)} data-card={Boolean(card)}>
          {panels}
          <div className={styles['map']}>
            {map}
            {above}
            {below}
          </div>
          {card}
          {children}
        </div>
      ) : (
        <div ref={frame} className={styles['screen']} {...look}>
          {map}
          <OverMap at="above">{above}</OverMap>
          <OverMap at="panels">{panels}</OverMap>
          <OverMap at="card">{card}</OverMap>
          <OverMap at="below">{below}</OverMap>
          {children}
        </div>
      )}
    </MovingContext>
  )
}

interface OverMapProps {
  /** Where it stands, by its class. */
  readonly at: 'above' | 'below' | 'card' | 'note' | 'panels' | 'scale' | 'tools'
  readonly children: ReactNode
}

/** What floats over a map, if there is any; marks and names keep off it. */
const OverMap = ({ at, children }: OverMapProps) =>
  children ? (
    <div className={styles[at]} {...overMapMark}>
      {children}
    </div>
  ) : null

interface MapPendingProps {
  /** What it is to be. */
  readonly label: string
  readonly arrangement?: Arrangement
  /** Why there is none. */
  readonly error: Error | null
  readonly retrying: boolean
  readonly onRetry: () => void
}

/** What stands in a map's place until it can be drawn, or when it cannot. */
export const MapPending = ({ label, arrangement = 'plain', error, retrying, onRetry }: MapPendingProps) =>
  error ? (
    <div className={styles['pending']} data-arrangement={arrangement}>
      <ErrorState error={error} onRetry={onRetry} retrying={retrying} />
    </div>
  ) : (
    <div className={styles['pending']} data-arrangement={arrangement} aria-busy="true" aria-label={label}>
      <PlanSkeleton basemap={null} />
    </div>
  )
