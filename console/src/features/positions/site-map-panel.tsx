import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { positions } from '../../shared/live/live.ts'
import { liveMoving } from '../../shared/live/live-moving.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { LaidLayers } from '../../shared/map/laid-layers.tsx'
import { ringsOf, useMapData } from '../../shared/map/map-data.ts'
import { useMapLayers } from '../../shared/map/map-layer.ts'
import { MapPending, MapScreen } from '../../shared/map/map-screen.tsx'
import { MovingObjects } from '../../shared/map/moving-objects.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { hiddenOnSmallMaps } from './hidden-layers.ts'
import { addressOfThing } from './search-provider.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

const livePositions = addressOf('trackRealMgmt')

/** The live map as a panel of the home screen: areas with their head count, everybody as a marker, every number a link. */
export const SiteMapPanel = () => {
  const t = useTexts(positionTexts)
  const navigate = useNavigate()
  const { site, basemap, areas, error, loading, retry } = useMapData()
  const { known, byKind, interrupted } = useOverview()
  const layers = useMapLayers()
  const hidden = useMemo(() => hiddenOnSmallMaps(layers), [layers])
  const withoutLabels = useMemo(() => areas.map(({ name }) => name), [areas])
  const number = (text: string, count: number) => (
    <span key={text} className={styles['count']}>
      {text}{' '}
      {known ? (
        <Link className="number" to={livePositions}>
          {count}
        </Link>
      ) : (
        '—'
      )}
    </span>
  )
  return (
    <Panel
      title={t('plant')}
      padded={false}
      className={styles['siteMap']}
      extra={
        <>
          {number(t('hats'), byKind.hat.online)}
          {number(t('badges'), byKind.badge.online)}
          {number(t('cars'), byKind.car.online)}
          {number(t('signalLost'), interrupted)}
          <Link className={styles['open']} to={livePositions}>
            {t('openLive')}
            <Icon name="right" size={14} />
          </Link>
        </>
      }
    >
      {error || !site || !basemap ? (
        <MapPending label={t('plant')} error={error} retrying={loading} onRetry={retry} />
      ) : (
        <MapScreen
          plan={{ site, basemap }}
          moving={liveMoving}
          withoutLabels={withoutLabels}
          wheel={false}
          layers={
            <LaidLayers hidden={hidden} chosen={null} onChoose={() => void navigate(livePositions)}>
              <MovingObjects
                labels={false}
                areas={ringsOf(areas)}
                onSelect={(id) => {
                  const slot = id === null ? undefined : positions.slotOf(id)
                  const object = slot === undefined ? null : positions.object(slot)
                  if (object) void navigate(addressOfThing(object))
                }}
              />
            </LaidLayers>
          }
        />
      )}
    </Panel>
  )
}
