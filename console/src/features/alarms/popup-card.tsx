import { alarmCondition, alarmType, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Button, Tooltip } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { thingAt, usePositionsPulse, useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatAge, formatDuration } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { Icon, type IconName } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { confirming } from './confirming.ts'
import { deviceOf, eventOf, mapAddressOf, placeOf, subjectOf } from './describe.ts'
import type { Popup } from './popup-queue.ts'
import { popups } from './popups.ts'
import { calls } from './sounding.ts'
import { alarmTexts } from './texts.ts'
import styles from './alarm-popups.module.css'

/** Milliseconds between two looks at the battery. */
const batteryPace = 5_000

const useDevice = ({ objectId }: Alarm): LiveThing | null => {
  usePositionsPulse(batteryPace)
  const slot = objectId === null ? undefined : positions.slotOf(objectId)
  return slot === undefined ? null : thingAt(slot)
}

/** Milliseconds since an alarm was found, by the server's clock, running. */
const useAge = ({ findTime }: Alarm): number => useServerNow() - fromSiteTime(findTime)

/** One alarm whole: who, where, since when, and what can be done. */
export const PopupCard = ({ popup: { alarm, leavesAt } }: { readonly popup: Popup }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const thing = useDevice(alarm)
  const about = [alarm.deptName, thing?.object.post].filter(Boolean).join(' · ')
  const times = alarm.count > 1
  return (
    <article className={styles['card']} aria-label={`${alarmLevel.name(alarm.alarmLevel, language)} ${subjectOf(alarm)}`}>
      <Head alarm={alarm} />
      <div className={styles['who']}>
        <strong title={subjectOf(alarm)}>{subjectOf(alarm)}</strong>
        <span className={styles['about']} title={about}>
          {about}
        </span>
        <StatusTag alarm={alarm} />
      </div>
      <dl className={styles['facts']}>
        <Fact label={t('event')}>{eventOf(alarm, language)}</Fact>
        <Fact label={t('place')}>{placeOf(alarm, language)}</Fact>
        <Fact label={t('time')}>
          {times ? t('times', { time: alarm.lastTime, n: alarm.count }) : t('times', { time: alarm.findTime, n: 1 })}
        </Fact>
        <Fact label={t('device')}>
          {deviceOf(alarm, thing?.object.label ?? null, thing?.sighting?.battery ?? null, language)}
        </Fact>
      </dl>
      {leavesAt === null ? (
        <Actions alarm={alarm} />
      ) : (
        <div className={styles['farewell']} role="status">
          <Icon name="check" />
          {alarm.status === handlingStatus.code.handled
            ? t('handledBy', { user: alarm.handleUser })
            : t('takenBy', { user: alarm.handleUser })}
        </div>
      )}
    </article>
  )
}

const Head = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const names = { level: alarmLevel.name(alarm.alarmLevel, language), type: alarmType.name(alarm.alarmType, language) }
  const returned = alarm.condition === alarmCondition.code.returned
  const age = formatDuration(useAge(alarm))
  return (
    <header className={`${styles['head']} ${styles[`head${alarm.alarmLevel}`]} ${returned ? styles['returned'] : ''}`}>
      <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
        <LevelMark level={alarm.alarmLevel} size={26} inverted={alarm.alarmLevel === 1 && !returned} />
      </span>
      <h2 className={styles['heading']} title={t('heading', names)}>
        <span className={styles['long']}>{t('heading', names)}</span>
        <span className={styles['short']}>{t('headingShort', names)}</span>
      </h2>
      <span className={styles['lasting']}>{returned ? t('returnedAfter') : t('lasting', { time: age })}</span>
      <button type="button" className={styles['tool']} title={t('minimise')} aria-label={t('minimise')} onClick={popups.minimise}>
        <Icon name="minus" />
      </button>
    </header>
  )
}

const StatusTag = ({ alarm: { status, condition } }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  const open = status === handlingStatus.code.unhandled
  return (
    <span className={`${styles['tag']} ${open ? styles['tagOpen'] : ''}`} title={alarmCondition.name(condition, language)}>
      {handlingStatus.name(status, language)}
    </span>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Actions = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const navigate = useNavigate()
  const seesMap = useCan('trackRealMgmt')
  const mayHandle = useCan('alarm:handle')
  return (
    <>
      <div className={styles['actions']}>
        <Action
          icon="pin"
          label={t('locate')}
          refusal={seesMap ? null : t('mayNotSeeMap')}
          onClick={() => void navigate(mapAddressOf(alarm))}
        />
        <Action icon="phone" label={t('call')} refusal={t('notOpenYet')} />
        <Action icon="camera" label={t('camera')} refusal={t('notOpenYet')} />
        <Action icon="plan" label={t('plan')} refusal={t('notOpenYet')} />
      </div>
      <div className={styles['confirm']}>
        <Tooltip title={mayHandle ? undefined : t('mayNotHandle')}>
          <Button
            block
            type="primary"
            style={alarm.alarmLevel === 1 && mayHandle ? { ...big, ...dangerous } : big}
            disabled={!mayHandle}
            icon={<Icon name="check" />}
            data-first=""
            onClick={() => confirming.open(alarm)}
          >
            {t('confirm')}
          </Button>
        </Tooltip>
      </div>
    </>
  )
}

// Inline, because antd's own rules come later in the document and would win over classes.
const big: CSSProperties = { height: 'var(--confirm-height)', fontSize: 'inherit', fontWeight: 600, borderRadius: 'inherit' }
const dangerous: CSSProperties = { color: 'var(--v-on-danger)', background: 'var(--v-danger)' }

interface ActionProps {
  readonly icon: IconName
  readonly label: string
  /** Why it cannot be used; null if it can. */
  readonly refusal: string | null
  readonly onClick?: () => void
}

const Action = ({ icon, label, refusal, onClick }: ActionProps) => (
  <Tooltip title={refusal}>
    <button
      type="button"
      className={styles['action']}
      aria-disabled={refusal !== null}
      onClick={refusal === null ? onClick : undefined}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  </Tooltip>
)

interface AlarmRowProps {
  readonly alarm: Alarm
  /** Handled elsewhere, about to leave. */
  readonly leaving: boolean
}

/** One alarm in a line below a more urgent one. */
export const AlarmRow = ({ alarm, leaving }: AlarmRowProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const seesMap = useCan('trackRealMgmt')
  const mayHandle = useCan('alarm:handle')
  const age = formatAge(useAge(alarm), language)
  const place = placeOf(alarm, language)
  const name = `${alarmType.name(alarm.alarmType, language)} · ${subjectOf(alarm)}`
  const mark = (
    <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
      <LevelMark level={alarm.alarmLevel} size={22} />
    </span>
  )
  if (leaving)
    return (
      <div className={styles['row']} role="status">
        {mark}
        <span className={styles['rowText']}>
          <b>{name}</b>
          <span>{t(alarm.status === handlingStatus.code.handled ? 'handledBy' : 'takenBy', { user: alarm.handleUser })}</span>
        </span>
      </div>
    )
  return (
    <div className={styles['row']}>
      {mark}
      <span className={styles['rowText']}>
        <b title={name}>{name}</b>
        {/* What does not fit is cut at its end: since when it waits stands first. */}
        <span title={`${eventOf(alarm, language)} · ${place}`}>
          {age} · {place}
        </span>
      </span>
      <Tooltip title={seesMap ? t('locate') : t('mayNotSeeMap')}>
        <button
          type="button"
          className={styles['tool']}
          aria-label={t('locate')}
          aria-disabled={!seesMap}
          onClick={seesMap ? () => void navigate(mapAddressOf(alarm)) : undefined}
        >
          <Icon name="pin" />
        </button>
      </Tooltip>
      <Tooltip title={mayHandle ? undefined : t('mayNotHandle')}>
        <Button size="small" disabled={!mayHandle} onClick={() => confirming.open(alarm)}>
          {t('confirmShort')}
        </Button>
      </Tooltip>
    </div>
  )
}
