import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { areasByDanger } from '../../features/positions/area-order.ts'
import { fullnessOf } from '../../features/positions/fullness.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useLiveLink } from '../../shared/live/live.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { ringsOf, useAreaLevels, useAreaName, useHazardAreas, useHeadCount } from '../../shared/map/map-data.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { wallTexts } from './texts.ts'
import { useRoom } from './use-room.ts'
import { useScale } from './use-scale.ts'
import styles from './wall.module.css'

/** Of the drawing: the height of a row, as in the styles. */
const rowHeight = 56

/** How many people there are, and where. */
export const WallPeople = () => {
  const t = useTexts(wallTexts)
  const { known, onSite, interrupted, byKind } = useOverview()
  const { granted } = useLiveLink()
  const may = useCan('trackRealMgmt')
  const isRefused = granted.length > 0 && !granted.includes('positions')
  return (
    <section className={`${styles['card']} ${styles['people']}`} aria-label={t('people')}>
      <h2>{t('people')}</h2>
      <div className={styles['headcount']}>{known ? onSite : '—'}</div>
      {known ? (
        <p className={styles['besides']}>
          <span>
            {t('vehicles')} <b>{byKind.car.online}</b>
          </span>
          <span>
            {t('interrupted')} <b>{interrupted}</b>
          </span>
        </p>
      ) : (
        <p className={styles['besides']}>{t(isRefused ? 'noPermission' : 'waiting')}</p>
      )}
      {may && <Areas />}
    </section>
  )
}

const Areas = () => {
  const t = useTexts(wallTexts)
  const { areas, query } = useHazardAreas()
  const { room, height } = useRoom()
  const { scale } = useScale()
  const rings = ringsOf(areas)
  const levels = useAreaLevels(rings)
  const heads = useHeadCount(rings)
  const { known } = useOverview()
  const rows = Math.max(1, Math.floor(height / (rowHeight * scale)))
  const listed = areasByDanger(areas, heads.byArea, levels)
  const shown = listed.slice(0, listed.length > rows ? rows - 1 : rows)
  const most = Math.max(10, ...areas.map(({ id, maxCount }) => maxCount ?? heads.byArea.get(id) ?? 0))
  if (query.isSuccess && areas.length === 0) return <p className={styles['nothing']}>{t('noAreas')}</p>
  return (
    <ul ref={room} className={styles['areas']} aria-label={t('inAreas')}>
      {shown.map((area) => (
        <AreaRow
          key={area.id}
          area={area}
          level={levels.get(area.id)}
          people={known ? (heads.byArea.get(area.id) ?? 0) : null}
          vehicles={heads.vehicles.get(area.id) ?? 0}
          most={most}
        />
      ))}
      {shown.length < listed.length && <li className={styles['more']}>{t('moreAreas', { n: listed.length - shown.length })}</li>}
    </ul>
  )
}

interface AreaRowProps {
  readonly area: HazardArea
  /** The worst that goes on there. */
  readonly level: number | undefined
  /** Null: not known. */
  readonly people: number | null
  readonly vehicles: number
  readonly most: number
}

const AreaRow = ({ area, level, people, vehicles, most }: AreaRowProps) => {
  const nameOf = useAreaName()
  const count = people ?? 0
  const part = Math.min(100, (count / (area.maxCount ?? most)) * 100)
  return (
    <li className={styles['area']} data-level={level} data-tone={fullnessOf(count, area.maxCount)}>
      <span className={styles['areaName']}>{nameOf(area)}</span>
      <span className={styles['bar']}>
        <i style={{ width: `${part}%` }} />
      </span>
      <b>{people ?? '—'}</b>
      <span className={styles['cars']} data-none={vehicles === 0}>
        <Icon name="truck" size={22} /> {vehicles}
      </span>
    </li>
  )
}
