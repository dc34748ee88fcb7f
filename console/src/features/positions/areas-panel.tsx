import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import { Button } from 'antd'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { fullnessOf } from './fullness.ts'
import type { CountedArea } from '../../shared/map/head-count.ts'
import { useAreaLevels, useHeadCount } from '../../shared/map/map-data.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { areasByDanger, heldInOrder } from './area-order.ts'
import styles from './positions.module.css'
import { positionTexts } from './texts.ts'

interface AreasPanelProps {
  readonly areas: readonly HazardArea[]
  readonly nameOf: (area: HazardArea | null) => string
  readonly rings: readonly CountedArea[]
  readonly chosen: string | null
  readonly onZoom: (area: HazardArea) => void
  /** Null: the people outside of every area. */
  readonly onPeople: (area: HazardArea | null) => void
  readonly onOnSite: () => void
  readonly onInterrupted: () => void
  readonly onUnworn: () => void
  readonly onNoPosition: () => void
}

interface WarningProps {
  readonly text: string
  readonly count: number
  readonly unit: string
  readonly onOpen: () => void
}

const QuietWarning = ({ text, count, unit, onOpen }: WarningProps) => (
  <div className={styles['warning']} data-tone="quiet">
    <i />
    <span>
      {text}{' '}
      <button type="button" className={styles['number']} onClick={onOpen}>
        {count}
      </button>{' '}
      {unit}
    </span>
  </div>
)

/** Where it is dangerous first; as long as somebody points at the list or is in it, nothing changes its place. */
const useOrder = (areas: readonly HazardArea[], rings: readonly CountedArea[], counts: ReadonlyMap<string, number>) => {
  const levels = useAreaLevels(rings)
  const [held, hold] = useState<readonly string[] | null>(null)
  const sorted = areasByDanger(areas, counts, levels)
  const shown = held ? heldInOrder(areas, held) : sorted
  const keep = (): void => hold((now) => now ?? sorted.map(({ id }) => id))
  const release = (): void => hold(null)
  return { levels, shown, holding: { onPointerEnter: keep, onPointerLeave: release, onFocus: keep, onBlur: release } }
}

/** How many people are in each hazard area, against the most it may hold. */
export const AreasPanel = memo((props: AreasPanelProps) => {
  const { areas, nameOf, rings, chosen, onZoom, onPeople, onOnSite, onInterrupted, onUnworn, onNoPosition } = props
  const t = useTexts(positionTexts)
  const mayDraw = useCan('hazardAreaMgmt')
  const heads = useHeadCount(rings)
  const { onSite, interrupted, unworn, withoutPosition } = useOverview()
  const { levels, shown, holding } = useOrder(areas, rings, heads.byArea)
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
          {t(onSite === 1 ? 'person' : 'people')}
        </span>
      </header>
      <div className="scroll">
        {areas.length === 0 ? (
          <EmptyState icon="fence" title={t('noAreas')} hint={t('noAreasHint')}>
            {mayDraw && <Link to={addressOf('hazardAreaMgmt')}>{t('drawAreas')}</Link>}
          </EmptyState>
        ) : (
          <ul className={styles['areaList']} {...holding}>
            <li className={styles['areaHead']}>
              <span>{t('area')}</span>
              <span>{t('countOfMost')}</span>
            </li>
            {shown.map((area) => {
              const count = heads.byArea.get(area.id) ?? 0
              const level = levels.get(area.id)
              return (
                <li key={area.id} data-chosen={area.id === chosen}>
                  <button type="button" className={styles['areaName']} onClick={() => onZoom(area)} title={nameOf(area)}>
                    {level && <LevelMark level={level} size={16} />} {nameOf(area)}
                  </button>
                  {bar(count, area.maxCount ?? most, fullnessOf(count, area.maxCount))}
                  <span className={styles['areaCount']}>
                    <button type="button" className={styles['number']} onClick={() => onPeople(area)}>
                      {count}
                    </button>
                    {area.maxCount !== null && <span className={styles['faint']}> / {area.maxCount}</span>}
                  </span>
                </li>
              )
            })}
            <li>
              <span className={styles['areaName']}>{nameOf(null)}</span>
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
      {(full.length > 0 || interrupted > 0 || unworn > 0 || withoutPosition > 0) && (
        <footer className={styles['panelFoot']}>
          {full.map(({ area, count, fullness, most: limit }) => (
            <div key={area.id} className={styles['warning']} data-tone={fullness}>
              <i />
              <span>{t(fullness === 'over' ? 'overLimit' : 'nearLimit', { name: nameOf(area), count, most: limit })}</span>
            </div>
          ))}
          {interrupted > 0 && (
            <QuietWarning
              text={t('interrupted')}
              count={interrupted}
              unit={t(interrupted === 1 ? 'person' : 'people')}
              onOpen={onInterrupted}
            />
          )}
          {unworn > 0 && (
            <QuietWarning text={t('unworn')} count={unworn} unit={t(unworn === 1 ? 'device' : 'devices')} onOpen={onUnworn} />
          )}
          {withoutPosition > 0 && (
            <QuietWarning
              text={t('noPosition')}
              count={withoutPosition}
              unit={t(withoutPosition === 1 ? 'device' : 'devices')}
              onOpen={onNoPosition}
            />
          )}
        </footer>
      )}
    </section>
  )
})
