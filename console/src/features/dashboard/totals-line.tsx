import { visitStatus } from '@vigil/contract/gates/visit.ts'
import { alarmLevel, type AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useLiveLink } from '../../shared/live/live.ts'
import { useOverview } from '../../shared/live/overview.ts'
import { countUnhandled } from '../../shared/live/unhandled.ts'
import { useSite } from '../../shared/api/site.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { dayOf, daysSince } from './aggregate.ts'
import { NumberLink } from './number-link.tsx'
import { useSiteDay, useTrafficNumbers, useVisitorNumbers } from './queries.ts'
import { dashboardTexts } from './texts.ts'
import styles from './dashboard.module.css'

/** One line over everything. A number that is not known is a dash with its reason, never a zero. */
export const TotalsLine = () => {
  const t = useTexts(dashboardTexts)
  return (
    <section className={styles['totals']} aria-label={t('totals')}>
      <UnhandledAlarms />
      <PeopleOnSite />
      <VehiclesOnSite />
      <VisitorsOnSite />
      <SpeedingToday />
      <SafeDays />
    </section>
  )
}

interface TotalProps {
  readonly icon: IconName
  readonly label: string
  /** Null: not known. */
  readonly value: ReactNode
  /** What it is made of, or why it is not known. */
  readonly detail: ReactNode
  readonly alarming?: boolean
}

const Total = ({ icon, label, value, detail, alarming = false }: TotalProps) => (
  <div className={styles['total']}>
    <Icon name={icon} size={22} className={styles['totalIcon']} />
    <span className={`${styles['big']} ${alarming ? styles['alarming'] : ''} ${value === null ? styles['faint'] : ''}`}>
      {value ?? '—'}
    </span>
    <span className={styles['about']}>
      <span className={styles['label']} title={label}>
        {label}
      </span>
      <span className={styles['detail']} title={typeof detail === 'string' ? detail : undefined}>
        {detail}
      </span>
    </span>
  </div>
)

/** Why something of a topic is not known. */
const useReason = (topic: 'alarms' | 'positions'): string => {
  const t = useTexts(dashboardTexts)
  const { granted } = useLiveLink()
  return granted.length > 0 && !granted.includes(topic) ? t('noPermission') : t('waiting')
}

const levels: readonly AlarmLevel[] = [1, 2, 3]

const UnhandledAlarms = () => {
  const t = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const { loaded, open } = useOpenAlarms()
  const reason = useReason('alarms')
  const may = useCan('alarmRealMgmt')
  const { total, levels: counts } = countUnhandled(open)
  const levelTexts = levels.map((level) => {
    const count = counts[level - 1] ?? 0
    const inside = (
      <>
        <span className={count === 0 ? styles['pale'] : undefined}>
          <LevelMark level={level} size={18} />
        </span>
        <span className={styles['levelNumber']}>{count}</span>
      </>
    )
    const title = t('levelCount', { level: alarmLevel.name(level, language), n: count })
    return may && count > 0 ? (
      <Link
        key={level}
        className={styles['levelCount']}
        title={title}
        to={addressOf('alarmRealMgmt', { status: 0, shelved: 0, alarmLevel: level })}
      >
        {inside}
      </Link>
    ) : (
      <span key={level} className={styles['levelCount']} title={title}>
        {inside}
      </span>
    )
  })
  return (
    <Total
      icon="bell"
      label={t('unhandledAlarms')}
      value={loaded ? <NumberLink value={total} to="alarmRealMgmt" query={{ status: 0, shelved: 0 }} /> : null}
      detail={loaded ? levelTexts : reason}
      alarming={total > 0}
    />
  )
}

const PeopleOnSite = () => {
  const t = useTexts(dashboardTexts)
  const { known, onSite, interrupted } = useOverview()
  const reason = useReason('positions')
  return (
    <Total
      icon="helmet"
      label={t('peopleOnSite')}
      value={known ? <NumberLink value={onSite} to="trackRealMgmt" /> : null}
      detail={known ? t('interruptedPeople', { n: interrupted }) : reason}
    />
  )
}

const VehiclesOnSite = () => {
  const t = useTexts(dashboardTexts)
  const { known, byKind } = useOverview()
  const reason = useReason('positions')
  return (
    <Total
      icon="truck"
      label={t('vehiclesOnSite')}
      value={known ? <NumberLink value={byKind.car.online} to="trackRealMgmt" /> : null}
      detail={known ? t('ofVehicles', { n: byKind.car.total }) : reason}
    />
  )
}

/** Why a number that is asked for is not known. */
const useAskedReason = ({ error }: { readonly error: Error | null }): string => {
  const t = useTexts(dashboardTexts)
  const refused = error instanceof CallRefused && error.code === codes.notAvailableYet.code
  return refused ? t('notOpenYet') : error ? t('notRead') : t('waiting')
}

const VisitorsOnSite = () => {
  const t = useTexts(dashboardTexts)
  const query = useVisitorNumbers()
  const reason = useAskedReason(query)
  const { data } = query
  // Where some overstayed the list of those who are inside is not all of them.
  const listed = data?.overstayed === 0 ? { status: visitStatus.code.inside } : null
  return (
    <Total
      icon="user"
      label={t('visitorsOnSite')}
      value={data ? <NumberLink value={data.inside} to="visitRecordMgmt" query={listed} /> : null}
      detail={
        !data ? (
          reason
        ) : data.overstayed > 0 ? (
          <>
            {t('overstayed')}{' '}
            <NumberLink value={data.overstayed} to="visitRecordMgmt" query={{ status: visitStatus.code.overstayed }} />
          </>
        ) : (
          t('expectedToday', { n: data.expected })
        )
      }
    />
  )
}

const SpeedingToday = () => {
  const t = useTexts(dashboardTexts)
  const query = useTrafficNumbers()
  const reason = useAskedReason(query)
  const today = dayOf('passTime', useSiteDay())
  const { data } = query
  return (
    <Total
      icon="gauge"
      label={t('speedingToday')}
      value={data ? <NumberLink value={data.speeding} to="trafficOverMgmt" query={today} /> : null}
      detail={data ? t('unhandledOnes', { n: data.unhandledSpeeding }) : reason}
    />
  )
}

const SafeDays = () => {
  const t = useTexts(dashboardTexts)
  const { data, error } = useSite()
  const siteDay = useSiteDay()
  const maySet = useCan('siteMgmt')
  const days = data ? daysSince(data.safeSince, siteDay) : null
  if (!data) return <Total icon="clock" label={t('safeDays')} value={null} detail={error ? t('notRead') : t('waiting')} />
  return (
    <Total
      icon="clock"
      label={t('safeDays')}
      value={days === null ? null : <NumberLink value={days} to="siteMgmt" />}
      detail={
        days === null ? (
          <>
            {t('notSet')} {maySet && <Link to={addressOf('siteMgmt')}>{t('setIt')}</Link>}
          </>
        ) : (
          t('safeSince', { day: data.safeSince })
        )
      }
    />
  )
}
