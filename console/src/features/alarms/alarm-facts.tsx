import { alarmCondition, alarmType, handlingStatus, shelveReason, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { driverOf, subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { isBatteryLow, useSiteLimits } from '../../shared/live/site-limits.ts'
import { formatAge, formatDuration } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { cautionOf, cockpitOf, deviceOf, shortTime, standingOf, whatOf } from './describe.ts'
import { Unshelve } from './more-acts.tsx'
import { calls } from './sounding.ts'
import { alarmTexts } from './texts.ts'
import { usePlaceSaid } from './use-alarms.ts'
import styles from './alarm-column.module.css'

export const isReturned = ({ condition }: Alarm): boolean => condition === alarmCondition.code.returned
export const isHandled = ({ status }: Alarm): boolean => status === handlingStatus.code.handled

/** Milliseconds from its beginning to the end of its cause, or to its handling where that is not known. */
const lastedOf = ({ startTime, endTime, handleTime, lastTime }: Alarm): number =>
  fromSiteTime(endTime ?? handleTime ?? lastTime) - fromSiteTime(startTime)
/** How long its cause lasts, or did, and whether that is over: also where nobody has handled it yet. */
export const useLasting = (alarm: Alarm): { readonly time: string; readonly isOver: boolean } => {
  const { language } = useLanguage()
  const lasting = Math.max(0, useServerNow() - fromSiteTime(alarm.startTime))
  const isOver = isHandled(alarm) || isReturned(alarm)
  return { time: formatDuration(isOver ? lastedOf(alarm) : lasting, language), isOver }
}

/** In which condition it is: of a call for help, that help is still needed. */
export const useConditionSaid = (alarm: Alarm): string => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  return alarm.alarmType === alarmType.code.sos && !isReturned(alarm)
    ? t('helpOpen')
    : alarmCondition.name(alarm.condition, language)
}

interface AlarmHeadProps {
  readonly alarm: Alarm
  /** Leads to its own screen. */
  readonly opens?: boolean
}

/** Its level and kind, and how long it lasts. */
export const AlarmHead = ({ alarm, opens = false }: AlarmHeadProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const names = { level: alarmLevel.name(alarm.alarmLevel, language), type: alarmType.name(alarm.alarmType, language) }
  const returned = isReturned(alarm)
  const { time, isOver } = useLasting(alarm)
  return (
    <header className={`${styles['head']} ${returned ? styles['returned'] : ''}`}>
      <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
        <LevelMark level={alarm.alarmLevel} size={26} inverted={alarm.alarmLevel === 1 && !returned} />
      </span>
      <h2 className={styles['heading']}>{t('heading', names)}</h2>
      <span className="fixed">{t(isOver ? 'lasted' : 'lasting', { time })}</span>
      {opens && (
        <Link to={cockpitOf(alarm.id)} className={styles['door']} title={t('openCockpit')} aria-label={t('openCockpit')}>
          <Icon name="right" size={18} />
        </Link>
      )}
    </header>
  )
}

interface PartProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
}

/** Whom it is about, where, what happened, since when and how it stands. */
export const AlarmFacts = ({ alarm, thing }: PartProps) => (
  <>
    <Who alarm={alarm} thing={thing} />
    <Where alarm={alarm} thing={thing} />
    <What alarm={alarm} />
    <Times alarm={alarm} />
    <State alarm={alarm} thing={thing} />
    <Shelved alarm={alarm} />
  </>
)

const Who = ({ alarm, thing }: PartProps) => {
  const { language } = useLanguage()
  const about = [cautionOf(alarm, language), alarm.deptName, driverOf(alarm) || thing?.object.post].filter(Boolean).join(' · ')
  return (
    <div className={styles['who']}>
      <strong className="ellipsis" title={deviceOf(alarm, thing?.object.label ?? null, language)}>
        {subjectOf(alarm)}
      </strong>
      <span className={styles['about']} title={about}>
        {about}
      </span>
      <span className={`${styles['tag']} ${alarm.status === handlingStatus.code.unhandled ? styles['tagOpen'] : ''}`}>
        {standingOf(alarm, language)}
      </span>
    </div>
  )
}

/** Where it is now, how old and exact that is; and where it was when the alarm was raised, if that is elsewhere. */
const Where = ({ alarm, thing }: PartProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const now = useServerNow()
  const { present, before, isNow } = usePlaceSaid(alarm, thing)
  const { fixAt, accuracy } = thing?.sighting ?? {}
  const age = fixAt === undefined ? null : formatAge(now - fixAt, language)
  return (
    <>
      <Row gap={6} className={styles['where']}>
        <Icon name="pin" size={16} />
        <b className="grow ellipsis" title={present}>
          {present}
        </b>
        {age !== null && isNow && (
          <span className="fixed quiet">
            {typeof accuracy === 'number' ? t('placeAt', { age, accuracy: accuracy.toFixed(1) }) : age}
          </span>
        )}
      </Row>
      {before !== null && <p className={styles['listed']}>{t('placeThen', { place: before })}</p>}
    </>
  )
}

const What = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  const what = whatOf(alarm, language)
  return what === null ? null : <p className={styles['what']}>{what}</p>
}

const Times = ({ alarm: { startTime, lastTime, count } }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const today = toSiteTime(useServerNow()).slice(0, 10)
  return (
    <dl className={styles['times']}>
      <Fact label={t('first')}>{shortTime(startTime, today)}</Fact>
      <Fact label={t('latest')}>{shortTime(lastTime, today)}</Fact>
      <Fact label={t('count')}>{t('nTimes', { n: count })}</Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const State = ({ alarm, thing }: PartProps) => {
  const t = useTexts(alarmTexts)
  const site = useSiteLimits()
  const said = useConditionSaid(alarm)
  const battery = thing?.sighting?.battery ?? null
  return (
    <Row gap={8} className={styles['state']}>
      <span className="quiet">{t('state')}</span>
      <b className={isReturned(alarm) ? 'good' : ''}>{said}</b>
      {battery !== null && (
        <span className={styles['battery']} data-low={isBatteryLow(battery, site)}>
          {t('battery', { percent: battery })}
        </span>
      )}
    </Row>
  )
}

/** Until when it is put aside, by whom and why, and the way back. */
export const Shelved = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const today = toSiteTime(useServerNow()).slice(0, 10)
  if (alarm.shelvedUntil === null || alarm.shelveReason === '') return null
  const said = {
    until: shortTime(alarm.shelvedUntil, today),
    user: alarm.shelvedBy,
    why: shelveReason.name(alarm.shelveReason, language),
  }
  return (
    <Row gap={8}>
      <Icon name="clock" size={16} />
      <span className="grow">{t('shelvedSaid', said)}</span>
      <Unshelve alarm={alarm} />
    </Row>
  )
}
