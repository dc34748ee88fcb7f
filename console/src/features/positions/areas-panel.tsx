import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Button } from 'antd'
import { memo } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { fullnessOf } from '../../shared/map/fullness.ts'
import type { CountedArea } from '../../shared/map/head-count.ts'
import { useHeadCount } from '../../shared/map/map-data.ts'
import { EmptyState } from '../../shared/ui/states.tsx'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

interface AreasPanelProps {
  readonly areas: readonly HazardArea[]
  readonly nameOf: (area: HazardArea) => string
  readonly rings: readonly CountedArea[]
  readonly chosen: string | null
  readonly onZoom: (area: HazardArea) => void
  /** Null: the people outside of every area. */
  readonly onPeople: (area: HazardArea | null) => void
  readonly onOnSite: () => void
  readonly onInterrupted: () => void
}

/** How many people are in each hazard area, against the most it may hold. */
export const AreasPanel = memo(({ areas, nameOf, rings, chosen, onZoom, onPeople, onOnSite, onInterrupted }: AreasPanelProps) => {
  const t = useTexts(positionTexts)
  const heads = useHeadCount(rings)
  const { onSite, interrupted } = useOverview()
  const most = Math.max(10, ...areas.map(({ id, maxCount }) => maxCount ?? heads.byArea.get(id) ?? 0), heads.elsewhere)
  const full = areas.flatMap((area) => {
    const count = heads.byArea.get(area.id) ?? 0
    const fullness = fullnessOf(count, area.maxCount)
    return fullness === 'calm' || area.maxCount === null ? [] : [{ area, count, fullness, most: area.maxCount }]
  })
  const bar = (count: number, limit: number, tone: string) => (
    <span className={styles['bar']} data-tone={tone}>
      <i style={{ width: `${Math.min(100, (count / limit) * 100)}%` }} />
    </span>
  )
  return (
    <section className={`${styles['panel']} ${styles['areasPanel']}`} aria-label={t('areas')}>
      <header className={styles['panelHead']}>
        <h2 className="ellipsis grow">{t('areas')}</h2>
        <span>
          {t('onSite')}{' '}
          <Button type="link" className={styles['big'] ?? ''} onClick={onOnSite}>
            {onSite}
          </Button>{' '}
          {t('people')}
        </span>
      </header>
      <div className="scroll">
        {areas.length === 0 ? (
          <EmptyState icon="fence" title={t('noAreas')} hint={t('noAreasHint')} />
        ) : (
          <ul className={styles['areaList']}>
            {areas.map((area) => {
              const count = heads.byArea.get(area.id) ?? 0
              return (
                <li key={area.id} data-chosen={area.id === chosen}>
                  <button type="button" className={styles['areaName']} onClick={() => onZoom(area)} title={nameOf(area)}>
                    {nameOf(area)}
                  </button>
                  {bar(count, area.maxCount ?? most, fullnessOf(count, area.maxCount))}
                  <span className={styles['areaCount']}>
                    <button type="button" className={styles['number']} onClick={() => onPeople(area)}>
                      {count}
                    </button>
                    {area.maxCount !== null && <span className={styles['faint']}> /{area.maxCount}</span>}
                  </span>
                </li>
              )
            })}
            <li>
              <span className={styles['areaName']}>{t('elsewhere')}</span>
              {bar(heads.elsewhere, most, 'calm')}
              <span className={styles['areaCount']}>
                <button type="button" className={styles['number']} onClick={() => onPeople(null)}>
                  {heads.elsewhere}
                </button>
              </span>
            </li>
          </ul>
        )}
      </div>
      {(full.length > 0 || interrupted > 0) && (
        <footer className={styles['panelFoot']}>
          {full.map(({ area, count, fullness, most: limit }) => (
            <div key={area.id} className={styles['warning']} data-tone={fullness}>
              <i />
              <span>{t(fullness === 'over' ? 'overLimit' : 'nearLimit', { name: nameOf(area), count, most: limit })}</span>
            </div>
          ))}
          {interrupted > 0 && (
            <div className={styles['warning']} data-tone="quiet">
              <i />
              <span>
                {t('interrupted')}{' '}
                <button type="button" className={styles['number']} onClick={onInterrupted}>
                  {interrupted}
                </button>{' '}
                {t('people')}
              </span>
            </div>
          )}
        </footer>
      )}
    </section>
  )
})
