import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Skeleton } from 'antd'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { positions } from '../../shared/live/live.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { AreaPills } from '../../shared/map/area-pills.tsx'
import { englishNames, useAreaLevels, useMapData, useRings } from '../../shared/map/map-data.ts'
import { MapView } from '../../shared/map/map-view.tsx'
import { isOnMap, MovingObjects } from '../../shared/map/moving-objects.tsx'
import { AreaOutlines, Fences } from '../../shared/map/zones.tsx'
import { addressOf } from '../../shared/routes/address.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { addressOfThing } from './search-provider.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

const livePositions = addressOf('trackRealMgmt')

/** The live map as a panel of the home screen: areas with their head count, everybody as a marker, every number a link. */
export const SiteMapPanel = () => {
  const t = useTexts(positionTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { site, basemap, areas, fences, error, loading, retry } = useMapData()
  const { known, byKind, interrupted } = useOverview()
  const rings = useRings(areas)
  const levels = useAreaLevels()
  const english = useMemo(() => englishNames(basemap), [basemap])
  const nameOf = useCallback(
    (area: HazardArea): string => (language === 'en' ? (english.get(area.name) ?? area.name) : area.name),
    [english, language],
  )
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
      {error ? (
        <ErrorState error={error} onRetry={retry} retrying={loading} />
      ) : !site || !basemap ? (
        <div className={styles['waiting']}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      ) : (
        <MapView
          basemap={basemap}
          home={{ lng: site.centerLng, lat: site.centerLat, zoom: site.zoom }}
          withoutLabels={withoutLabels}
          wheel={false}
        >
          <Fences fences={fences} />
          <AreaOutlines areas={areas} levels={levels} chosen={null} />
          <MovingObjects
            shows={isOnMap}
            selected={null}
            labels={false}
            onSelect={(id) => {
              const slot = id === null ? undefined : positions.slotOf(id)
              const object = slot === undefined ? null : positions.object(slot)
              if (object) void navigate(addressOfThing(object))
            }}
          />
          <AreaPills areas={areas} nameOf={nameOf} rings={rings} levels={levels} onChoose={() => void navigate(livePositions)} />
        </MapView>
      )}
    </Panel>
  )
}
