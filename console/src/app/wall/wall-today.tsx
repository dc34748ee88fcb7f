import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import type { ReactNode } from 'react'
import { areaBars, typeBars } from '../../features/dashboard/aggregate.ts'
import { useAlarmsByArea, useAlarmsByType, useSiteDay } from '../../features/dashboard/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { wallTexts } from './texts.ts'
import styles from './wall.module.css'

const mostRows = 3
/** A quiet day does not draw one alarm as a full bar. */
const leastFull = 5

interface Row {
  readonly key: string
  readonly name: string
  readonly total: number
}

/** Where alarms came from today, and of which kinds. */
export const AlarmsOfToday = () => (
  <div className={styles['today']}>
    <ByArea />
    <ByType />
  </div>
)

const ByArea = () => {
  const t = useTexts(wallTexts)
  const { data, error } = useAlarmsByArea('day', useSiteDay())
  const nameIn = useAreaName()
  const rows = areaBars(data ?? [], mostRows).bars.map(({ areaId, areaName, total }): Row => {
    const name = areaId === undefined ? t('otherAreas') : nameIn(areaId === null ? null : { name: areaName })
    return { key: areaId ?? name, name, total }
  })
  return <Bars title={t('byArea')} rows={data && rows} failed={error !== null} />
}

const ByType = () => {
  const t = useTexts(wallTexts)
  const { language } = useLanguage()
  const { data, error } = useAlarmsByType()
  const rows = typeBars(data ?? [])
    .bars.filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, mostRows)
    .map(({ alarmType, total }): Row => ({ key: String(alarmType), name: alarmTypeOf(alarmType ?? 0)[language], total }))
  return <Bars title={t('byType')} rows={data && rows} failed={error !== null} />
}

interface BarsProps {
  readonly title: string
  /** Undefined until they are known. */
  readonly rows: readonly Row[] | undefined
  /** They could not be read lately: what there is, is old. */
  readonly failed: boolean
}

const Bars = ({ title, rows, failed }: BarsProps) => {
  const t = useTexts(wallTexts)
  const most = Math.max(leastFull, ...(rows ?? []).map(({ total }) => total))
  const body = (): ReactNode => {
    if (failed) return <p className={styles['nothing']}>{t('notRead')}</p>
    if (!rows) return <p className={styles['nothing']}>{t('waiting')}</p>
    if (rows.length === 0) return <p className={styles['nothing']}>{t('noneToday')}</p>
    return (
      <ul className="list">
        {rows.map(({ key, name, total }) => (
          <li key={key} className={styles['ofToday']}>
            <span className="ellipsis">{name}</span>
            <span className={styles['bar']}>
              <i style={{ width: `${(total / most) * 100}%` }} />
            </span>
            <b>{total}</b>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <section className={styles['card']} aria-label={title}>
      <h2>{title}</h2>
      {body()}
    </section>
  )
}
