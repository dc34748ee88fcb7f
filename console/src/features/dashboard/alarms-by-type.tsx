import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { behindType, foundIn, rangeOf, typeBars, type TypeBar, type TypeRow } from './aggregate.ts'
import { Answer } from './answer.tsx'
import { NumberLink } from './number-link.tsx'
import { useAlarmsByType, useSiteDay } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

/** A quiet day does not draw one alarm as a tower. */
const leastFull = 3

/** 报警（按类型）: today by the hour, against yesterday until now. */
export const AlarmsByType = () => {
  const t = useTexts(dashboardTexts)
  return (
    <Panel
      className={styles['byType']}
      padded={false}
      title={t('byType')}
      extra={<span className={styles['faint']}>{t('comparedWith')}</span>}
    >
      <Answer query={useAlarmsByType()} icon="bell">
        {(rows) => <Bars rows={rows} />}
      </Answer>
    </Panel>
  )
}

const Bars = ({ rows }: { readonly rows: readonly TypeRow[] }) => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const today = rangeOf('day', useSiteDay())
  const { bars, total } = typeBars(rows)
  const most = Math.max(leastFull, ...bars.flatMap(({ hours }) => hours))
  return (
    <div className={styles['chart']}>
      <ul className={`${styles['rows']} ${styles['typeRows']}`}>
        {bars.map((bar) => (
          <li key={bar.alarmType ?? 'others'} className={styles['row']}>
            <Icon name={alarmTypeOf(bar.alarmType ?? 0).icon} className={styles['faint']} />
            <span className="ellipsis">{alarmTypeOf(bar.alarmType ?? 0)[language]}</span>
            <Hours hours={bar.hours} most={most} />
            <NumberLink className={styles['count']} value={bar.total} to="alarmHisMgmt" query={behindType(bar, today)} />
            <Difference bar={bar} />
          </li>
        ))}
      </ul>
      <footer className={styles['foot']}>
        <span className={styles['faint']}>{t('barsAreHours')}</span>
        <span className={styles['push']}>
          {t('all')}
          <NumberLink className={styles['count']} value={total} to="alarmHisMgmt" query={foundIn(today)} />
        </span>
      </footer>
    </div>
  )
}

const Hours = ({ hours, most }: { readonly hours: readonly number[]; readonly most: number }) => {
  const t = useTexts(dashboardTexts)
  return (
    <span className={styles['hours']}>
      {hours.map((count, hour) => (
        <i
          // The hours of a day never change places.
          key={hour}
          className={count > 0 ? styles['hour'] : styles['noHour']}
          style={count > 0 ? { height: `${Math.max(20, (count / most) * 100)}%` } : undefined}
          title={t('hourCount', { hour, n: count })}
        />
      ))}
    </span>
  )
}

const Difference = ({ bar: { difference } }: { readonly bar: TypeBar }) => {
  const t = useTexts(dashboardTexts)
  const text = difference > 0 ? t('more', { n: difference }) : difference < 0 ? t('fewer', { n: -difference }) : t('same')
  return <span className={styles['difference']}>{text}</span>
}
