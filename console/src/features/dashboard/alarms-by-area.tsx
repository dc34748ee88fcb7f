import { alarmLevel, type AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Segmented } from 'antd'
import { useState, type CSSProperties } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { InlineRow } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { areaBars, behindArea, foundIn, periods, rangeOf, type AreaBar, type AreaRow, type Period } from './aggregate.ts'
import { Answer } from './answer.tsx'
import { NumberLink } from './number-link.tsx'
import { useAlarmsByArea, useSiteDay } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

const mostBars = 7
/** A quiet day does not draw one alarm as a full bar. */
const leastFull = 5
const levels: readonly AlarmLevel[] = [1, 2, 3]
const noAlarms = { day: 'noAlarmsDay', week: 'noAlarmsWeek', month: 'noAlarmsMonth' } as const

/** 报警（按区域）: one stacked bar an area, by level. */
export const AlarmsByArea = () => {
  const t = useTexts(dashboardTexts)
  const [period, setPeriod] = useState<Period>('day')
  const siteDay = useSiteDay()
  const query = useAlarmsByArea(period, siteDay)
  return (
    <Panel
      className={styles['byArea']}
      padded={false}
      title={t('byArea')}
      extra={
        <Segmented
          aria-label={t('period')}
          value={period}
          onChange={setPeriod}
          options={periods.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      <Answer query={query} icon="bell">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="check" title={t(noAlarms[period])} hint={t('noAlarmsHint')} />
          ) : (
            <Bars rows={rows} range={rangeOf(period, siteDay)} />
          )
        }
      </Answer>
    </Panel>
  )
}

interface BarsProps {
  readonly rows: readonly AreaRow[]
  readonly range: ReturnType<typeof rangeOf>
}

const Bars = ({ rows, range }: BarsProps) => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const { bars, levels: totals } = areaBars(rows, mostBars)
  const nameIn = useAreaName()
  const longest = Math.max(leastFull, ...bars.map(({ total }) => total))
  const nameOf = ({ areaId, areaName }: AreaBar): string =>
    areaId === undefined ? t('otherAreas') : nameIn(areaId === null ? null : { name: areaName })
  return (
    <div className={styles['chart']}>
      <ul className={`${styles['rows']} ${styles['areaRows']}`}>
        {bars.map((bar) => (
          <li key={`${bar.areaId ?? ''} ${nameOf(bar)}`} className={styles['row']}>
            <span className="ellipsis" title={nameOf(bar)}>
              {nameOf(bar)}
            </span>
            <span className={styles['stacked']}>
              {levels.map((level) => {
                const count = bar.levels[level - 1] ?? 0
                if (count === 0) return null
                const look: CSSProperties = {
                  width: `${(count / longest) * 100}%`,
                  background: `var(--v-level-${level})`,
                }
                return (
                  <i key={level} style={look} title={t('levelCount', { level: alarmLevel.name(level, language), n: count })} />
                )
              })}
            </span>
            <NumberLink className={styles['count']} value={bar.total} to="alarmHisMgmt" query={behindArea(bar, bars, range)} />
          </li>
        ))}
      </ul>
      <footer className={styles['foot']}>
        {levels.map((level) => (
          <InlineRow key={level} as="span" className="fixed" gap={6}>
            <LevelMark level={level} size={18} />
            <span className={styles['word']}>{alarmLevel.name(level, language)}</span>
            <NumberLink value={totals[level - 1] ?? 0} to="alarmHisMgmt" query={{ ...foundIn(range), alarmLevel: level }} />
          </InlineRow>
        ))}
        <span className={styles['push']}>
          {t('all')}
          <NumberLink
            className={styles['count']}
            value={totals[0] + totals[1] + totals[2]}
            to="alarmHisMgmt"
            query={foundIn(range)}
          />
        </span>
      </footer>
    </div>
  )
}
