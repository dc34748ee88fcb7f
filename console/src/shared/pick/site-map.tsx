import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { useSitePlan } from '../map/map-data.ts'
import { MapToolbar } from '../map/map-toolbar.tsx'
import { MapView, type Camera, type Sides, type Stage } from '../map/map-view.tsx'
import { ScaleBar } from '../map/scale-bar.tsx'
import { ErrorState } from '../ui/states.tsx'
import styles from './site-map.module.css'
import { pickTexts } from './texts.ts'

interface SiteMapProps {
  /** Where it opens; the whole site unless said. */
  readonly start?: Camera | null
  readonly withoutLabels?: readonly string[]
  readonly padding?: Sides
  readonly onStage?: (stage: Stage | null) => void
  /** Layers and tools on the map. */
  readonly children: ReactNode
  /** Tools beside the map's own, in front of it. */
  readonly above?: ReactNode
}

/** The plan of the site in a dialog, with its zoom and scale, and what stands there while it loads or has failed. */
export const SiteMap = ({ start = null, withoutLabels, padding, onStage, children, above }: SiteMapProps) => {
  const t = useTexts(pickTexts)
  const { site, basemap, error, loading, retry } = useSitePlan()
  if (error) return <ErrorState error={error} retrying={loading} onRetry={retry} />
  if (!site || !basemap) {
    return (
      <div className={styles['waiting']} aria-busy="true" aria-label={t('map')}>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  }
  return (
    <div className={styles['map']}>
      <MapView
        basemap={basemap}
        home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
        start={start}
        {...(withoutLabels ? { withoutLabels } : {})}
        {...(padding ? { padding } : {})}
        {...(onStage ? { onStage } : {})}
      >
        {children}
        <div className={styles['tools']}>
          <MapToolbar tools={[]} />
        </div>
        <div className={styles['scale']}>
          <ScaleBar />
        </div>
      </MapView>
      {above}
    </div>
  )
}
