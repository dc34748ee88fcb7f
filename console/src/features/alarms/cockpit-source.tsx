import { alarmSourceKind, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { driverOf, subjectOf } from '@vigil/contract/alarms/subject.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { isBatteryLow, useSiteLimits } from '../../shared/live/site-limits.ts'
import { presence, type Presence } from '../../shared/moving/position-store.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatAge } from '../../shared/time/format.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Shelved } from './alarm-facts.tsx'
import { coordinatesOf, deviceKindOf, mapAddressOf, shortTime } from './describe.ts'
import { alarmTexts } from './texts.ts'
import { usePlaceSaid } from './use-alarms.ts'
import styles from './cockpit.module.css'

interface PartProps {
  readonly alarm: Alarm
  /** What it is about, as it stands now; null where nobody here knows. */
  readonly thing: LiveThing | null
}

const presences = {
  [presence.none]: 'noPlace',
  [presence.online]: 'online',
  [presence.stale]: 'silent',
  [presence.offline]: 'offline',
  [presence.gone]: 'offSite',
} as const satisfies Readonly<Record<Presence, keyof typeof alarmTexts.table>>

/** Who or what it is about, and how to reach them. */
export const CockpitSource = ({ alarm, thing }: PartProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const now = useServerNow()
  const site = useSiteLimits()
  const seesMap = useCan('trackRealMgmt')
  const isDevice = alarm.source.kind === alarmSourceKind.code.device
  const name = subjectOf(alarm)
  const about = [alarm.deptName, driverOf(alarm) || thing?.object.post].filter(Boolean).join(' · ')
  const { battery = null, fixAt, accuracy = null } = thing?.sighting ?? {}
  const label = thing?.object.label ?? alarm.deviceName
  const phone = thing?.object.mobile ?? ''
  return (
    <section className={styles['source']} aria-label={name}>
      <div className={styles['who']}>
        <span className={styles['face']}>
          {name === alarm.userName ? name.slice(0, 1) : <Icon name={faceOf(alarm)} size={22} />}
        </span>
        <div className="grow">
          <h3 className="ellipsis" title={name}>
            {name}
          </h3>
          <span className="soft">{about || '—'}</span>
        </div>
        {thing && (
          <span className={styles['presence']} data-on={thing.state === presence.online}>
            {t(presences[thing.state])}
          </span>
        )}
      </div>
      <dl className={styles['facts']}>
        <Fact label={isDevice ? deviceKindOf(alarm, language) : t('source')}>
          {isDevice && seesMap ? <Link to={mapAddressOf(alarm)}>{label}</Link> : label}
        </Fact>
        {battery !== null && (
          <Fact label={t('batteryLabel')}>
            <span className={isBatteryLow(battery, site) ? styles['low'] : ''}>{battery}%</span>
          </Fact>
        )}
        {phone !== '' && (
          <Fact label={t('phoneLabel')}>
            <a href={`tel:${phone}`}>{phone}</a>
          </Fact>
        )}
        {fixAt !== undefined && (
          <Fact label={t('fix')}>
            {accuracy === null
              ? formatAge(now - fixAt, language)
              : t('placeAt', { age: formatAge(now - fixAt, language), accuracy: accuracy.toFixed(1) })}
          </Fact>
        )}
      </dl>
    </section>
  )
}

const faceOf = (alarm: Alarm) => {
  const { deviceType, plateNumber } = alarm
  if (plateNumber !== '' && subjectOf(alarm) === plateNumber) return 'truck'
  return deviceType === 'badge' ? 'badge' : 'helmet'
}

/** When it came, how often, how it stands and exactly where. */
export const CockpitFacts = ({ alarm, thing }: PartProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const today = toSiteTime(useServerNow()).slice(0, 10)
  const { before } = usePlaceSaid(alarm, thing)
  const coordinates = coordinatesOf(alarm, language)
  return (
    <>
      <dl className={`${styles['facts']} ${styles['flowing']}`}>
        <Fact label={t('first')}>{shortTime(alarm.startTime, today)}</Fact>
        <Fact label={t('latest')}>{shortTime(alarm.lastTime, today)}</Fact>
        <Fact label={t('count')}>{t('nTimes', { n: alarm.count })}</Fact>
        {before !== null && (
          <Fact label={t('raisedAt')} wide>
            {before}
          </Fact>
        )}
        {coordinates !== '' && (
          <Fact label={t('position')} wide>
            <span className="soft">{coordinates}</span>
          </Fact>
        )}
      </dl>
      <Shelved alarm={alarm} />
    </>
  )
}

interface FactProps {
  readonly label: string
  /** It has a line of its own. */
  readonly wide?: boolean
  readonly children: ReactNode
}
const Fact = ({ label, wide = false, children }: FactProps) => (
  <div className={wide ? styles['wide'] : ''}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
