import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { useSitePlan } from '../map/map-data.ts'
import { MapPending, MapScreen } from '../map/map-screen.tsx'
import type { Camera, Sides, Stage } from '../map/map-view.tsx'
import { pickTexts } from './texts.ts'

interface SiteMapProps {
  /** Where it opens; the whole site unless said. */
  readonly start?: Camera | null
  readonly withoutLabels?: readonly string[]
  readonly padding?: Sides
  readonly onStage?: (stage: Stage | null) => void
  /** Layers on the map. */
  readonly children: ReactNode
  /** Tools beside the map's own, in front of it. */
  readonly above?: ReactNode
}

/** The plan of the site in a dialog, with its zoom and scale, and what stands there while it loads or has failed. */
export const SiteMap = ({ children, above, ...view }: SiteMapProps) => {
  const t = useTexts(pickTexts)
  const { site, basemap, error, loading, retry } = useSitePlan()
  if (error || !site || !basemap) return <MapPending label={t('map')} error={error} retrying={loading} onRetry={retry} />
  return <MapScreen {...view} plan={{ site, basemap }} layers={children} tools={noTools} above={above} />
}

const noTools = [] as const
