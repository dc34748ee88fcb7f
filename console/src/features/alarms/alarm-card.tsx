import { alarmCondition, alarmType, handlingStatus, shelveReason, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Button, Tooltip } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
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
import { Action, LocatePin, useBeginConfirming, useLocate } from './actions.tsx'
import { ConfirmDock } from './confirm-dock.tsx'
import { useConfirming } from './confirming.ts'
import { deviceOf, isEscalated, mapAddressOf, shortTime, standingOf, subjectOf, whatOf } from './describe.ts'
import { MoreActs, TakeOver, Unshelve } from './more-acts.tsx'
import { Nearby } from './nearby.tsx'
import { calls } from './sounding.ts'
import { alarmTexts } from './texts.ts'
import { useAge, useDevice, usePlaceSaid } from './use-alarms.ts'
import styles from './alarm-column.module.css'

const isReturned = ({ condition }: Alarm): boolean => condition === alarmCondition.code.returned
const isHandled = ({ status }: Alarm): boolean => status === handlingStatus.code.handled

/** Milliseconds from its beginning to the end of its cause, or to its handling where that is not known. */
const lastedOf = ({ startTime, endTime, handleTime, lastTime }: Alarm): number =>
  fromSiteTime(endTime ?? handleTime ?? lastTime) - fromSiteTime(startTime)

interface AlarmCardProps {
  readonly alarm: Alarm
  /** False: another card of this alarm is where its confirmation stands. */
  readonly docks?: boolean
}

/** One alarm whole: who, where, since when, who and what is near, and what can be done. */
export const AlarmCard = ({ alarm, docks = true }: AlarmCardProps) => {
  const { language } = useLanguage()
  const device = useDevice(alarm)
  // Of one that is over it counts where it was, not where the person works by now.
  const thing = isHandled(alarm) ? null : device
  const { now, docked } = useConfirming()
  const confirms = docks && docked && now?.id === alarm.id
  return (
    <article
      className={styles['card']}
      data-level={alarm.alarmLevel}
      aria-label={`${alarmLevel.name(alarm.alarmLevel, language)} ${subjectOf(alarm)}`}
    >
      <Head alarm={alarm} />
      <div className={styles['body']}>
        <Who alarm={alarm} thing={thing} />
        <Where alarm={alarm} thing={thing} />
        <What alarm={alarm} />
        <Times alarm={alarm} />
        <State alarm={alarm} thing={thing} />
        <Shelved alarm={alarm} />
        {!isHandled(alarm) && <Nearby alarm={alarm} thing={thing} />}
        {isHandled(alarm) ? <Farewell alarm={alarm} /> : <Actions alarm={alarm} confirms={confirms} />}
      </div>
      {confirms && <ConfirmDock key={alarm.id} alarm={now} />}
    </article>
  )
}

const Head = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const names = { level: alarmLevel.name(alarm.alarmLevel, language), type: alarmType.name(alarm.alarmType, language) }
  const returned = isReturned(alarm)
  const age = useAge(alarm)
  const over = isHandled(alarm) ? lastedOf(alarm) : null
  return (
    <header className={`${styles['head']} ${returned ? styles['returned'] : ''}`}>
      <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
        <LevelMark level={alarm.alarmLevel} size={26} inverted={alarm.alarmLevel === 1 && !returned} />
      </span>
      <h2 className={styles['heading']}>{t('heading', names)}</h2>
      <span className="fixed">{t(over === null ? 'lasting' : 'lasted', { time: formatDuration(over ?? age, language) })}</span>
    </header>
  )
}

interface PartProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
}

const Who = ({ alarm, thing }: PartProps) => {
  const { language } = useLanguage()
  const about = [alarm.deptName, thing?.object.post].filter(Boolean).join(' · ')
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

const Times = ({ alarm: { findTime, lastTime, count } }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const today = toSiteTime(useServerNow()).slice(0, 10)
  return (
    <dl className={styles['times']}>
      <Fact label={t('first')}>{shortTime(findTime, today)}</Fact>
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
  const { language } = useLanguage()
  const site = useSiteLimits()
  const battery = thing?.sighting?.battery ?? null
  return (
    <Row gap={8} className={styles['state']}>
      <span className="quiet">{t('state')}</span>
      <b className={isReturned(alarm) ? 'good' : ''}>
        {alarm.alarmType === alarmType.code.sos && !isReturned(alarm)
          ? t('helpOpen')
          : alarmCondition.name(alarm.condition, language)}
      </b>
      {battery !== null && (
        <span className={styles['battery']} data-low={isBatteryLow(battery, site)}>
          {t('battery', { percent: battery })}
        </span>
      )}
    </Row>
  )
}

/** Until when it is put aside, by whom and why, and the way back. */
const Shelved = ({ alarm }: { readonly alarm: Alarm }) => {
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

const Farewell = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  return (
    <div className={styles['farewell']} role="status">
      <Icon name="check" />
      {t('handledBy', { user: alarm.handleUser })}
    </div>
  )
}

const Actions = ({ alarm, confirms }: { readonly alarm: Alarm; readonly confirms: boolean }) => {
  const t = useTexts(alarmTexts)
  const locate = useLocate()
  const confirm = useBeginConfirming()
  return (
    <>
      <div className={styles['actions']}>
        <Action
          icon="pin"
          label={t('locate')}
          className={styles['first']}
          refusal={locate ? null : t('mayNotSeeMap')}
          onClick={() => locate?.(mapAddressOf(alarm))}
        />
        <Action icon="phone" label={t('call')} refusal={t('notOpenYet')} />
        <Action icon="camera" label={t('camera')} refusal={t('notOpenYet')} />
        <Action icon="plan" label={t('plan')} refusal={t('notOpenYet')} />
      </div>
      {!confirms && (
        <Row gap={6}>
          <TakeOver alarm={alarm} />
          <Tooltip title={confirm ? undefined : t('mayNotHandle')}>
            <Button
              type="primary"
              className="grow"
              style={alarm.alarmLevel === 1 && confirm ? { ...big, ...dangerous } : big}
              disabled={!confirm}
              icon={<Icon name="check" />}
              data-first=""
              onClick={() => confirm?.(alarm)}
            >
              {t('confirm')}
            </Button>
          </Tooltip>
          <MoreActs alarm={alarm} />
        </Row>
      )}
    </>
  )
}

// Inline, because antd's own rules come later in the document and would win over classes.
const big: CSSProperties = { height: 40, fontWeight: 600 }
const dangerous: CSSProperties = { color: 'var(--v-on-danger)', background: 'var(--v-danger)' }

interface AlarmRowProps {
  readonly alarm: Alarm
  /** Opens it in the column; null where there is none. */
  readonly onOpen: (() => void) | null
}

/** One alarm in two lines: what and who, then where, with what can be done. */
export const AlarmRow = ({ alarm, onOpen }: AlarmRowProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { present } = usePlaceSaid(alarm, useDevice(alarm))
  const confirm = useBeginConfirming()
  const age = formatAge(useAge(alarm), language)
  const name = `${alarmType.name(alarm.alarmType, language)} · ${subjectOf(alarm)}`
  const place = whatOf(alarm, language) ?? present
  return (
    <div className={styles['row']} data-level={alarm.alarmLevel}>
      <LevelMark level={alarm.alarmLevel} size={22} />
      <div className={styles['rowText']}>
        <Row gap={6}>
          {onOpen ? (
            <button type="button" className={`${styles['opens']} ellipsis`} title={name} onClick={onOpen}>
              {name}
            </button>
          ) : (
            <b className="ellipsis" title={name}>
              {name}
            </b>
          )}
          {alarm.count > 1 && <span className={styles['chip']}>{t('nTimes', { n: alarm.count })}</span>}
          <span className={styles['age']}>{age}</span>
        </Row>
        <Row gap={6}>
          <span className="grow ellipsis soft" title={place}>
            {place}
          </span>
          {isHandled(alarm) ? (
            <span className="good" role="status">
              {t('handledBy', { user: alarm.handleUser })}
            </span>
          ) : (
            <>
              {isReturned(alarm) && (
                <span className={`${styles['chip']} good`}>{alarmCondition.name(alarm.condition, language)}</span>
              )}
              {(alarm.status === handlingStatus.code.inProgress || isEscalated(alarm)) && (
                <span className={styles['chip']}>{standingOf(alarm, language)}</span>
              )}
              <LocatePin alarm={alarm} />
              <Tooltip title={confirm ? undefined : t('mayNotHandle')}>
                <Button size="small" disabled={!confirm} onClick={() => confirm?.(alarm)}>
                  {t('confirmShort')}
                </Button>
              </Tooltip>
            </>
          )}
        </Row>
      </div>
    </div>
  )
}
