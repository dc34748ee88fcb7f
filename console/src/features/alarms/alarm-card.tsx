import { alarmCondition, alarmType, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { Button, Tooltip } from 'antd'
import { memo, type CSSProperties, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { LiveThing } from '../../shared/live/hooks.ts'
import { formatAge } from '../../shared/time/format.ts'
import { fetched } from '../../shared/ui/fetched.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { Action, LocatePin, useBeginConfirming, useLocate } from './actions.tsx'
import { AlarmFacts, AlarmHead, isHandled, isReturned } from './alarm-facts.tsx'
import { CallIn } from './call-in.tsx'
import { ConfirmDock } from './confirm-dock.tsx'
import { useConfirming } from './confirming.ts'
import { isEscalated, mapAddressOf, notRaisedOf, standingOf, whatOf } from './describe.ts'
import { MoreActs, TakeOver } from './more-acts.tsx'
import { alarmTexts } from './texts.ts'
import { useBroadcastOf, useCallOf } from './use-call.ts'
import { useAge, useAlarmHere, useDevice, usePlaceSaid } from './use-alarms.ts'
import styles from './alarm-column.module.css'

/** With the first alarm that is shown; the alarm itself waits for nothing. */
const nearby = fetched(async () => (await import('./nearby.tsx')).Nearby)

interface AlarmCardProps {
  readonly alarm: Alarm
  /** False: another card of this alarm is where its confirmation stands. */
  readonly docks?: boolean
}

/** One alarm whole: who, where, since when, who and what is near, and what can be done. */
export const AlarmCard = memo(({ alarm, docks = true }: AlarmCardProps) => {
  const t = useTexts(alarmTexts)
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
      <AlarmHead alarm={alarm} opens />
      <div className={styles['body']}>
        <CallIn alarm={alarm} />
        <AlarmFacts alarm={alarm} thing={thing} />
        {!isHandled(alarm) && <nearby.component alarm={alarm} thing={thing} />}
        {isHandled(alarm) ? (
          <Farewell alarm={alarm}>{t('handledBy', { user: alarm.handleUser })}</Farewell>
        ) : (
          <Actions alarm={alarm} thing={thing} confirms={confirms} />
        )}
      </div>
      {confirms && <ConfirmDock key={alarm.id} alarm={now} />}
    </article>
  )
})

/** Who handled it, as its children tell it; or that it was not raised, and why. */
export const Farewell = ({ alarm, children }: { readonly alarm: Alarm; readonly children: ReactNode }) => {
  const { language } = useLanguage()
  const notRaised = notRaisedOf(alarm, language)
  return (
    <div className={styles[notRaised === null ? 'farewell' : 'unraised']} role="status">
      <Icon name={notRaised === null ? 'check' : 'bell'} />
      {notRaised ?? children}
    </div>
  )
}

interface ActionsProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
  readonly confirms: boolean
}

const Actions = ({ alarm, thing, confirms }: ActionsProps) => {
  const t = useTexts(alarmTexts)
  const locate = useLocate()
  const confirm = useBeginConfirming()
  const call = useCallOf(alarm, thing)
  const broadcast = useBroadcastOf(alarm, thing)
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
        <Action icon="phone" label={t('call')} {...call} />
        <Action icon="horn" label={t('broadcast')} {...broadcast} />
        <Action icon="camera" label={t('camera')} refusal={t('noVideoYet')} />
        <Action icon="plan" label={t('plan')} refusal={t('noPlanYet')} />
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
  /** Opens it in the column, by its id; null where there is none. */
  readonly onOpen: ((id: string) => void) | null
}

/** How long ago it was found; by itself, so that nothing else is drawn each second. */
const Age = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  return <span className={styles['age']}>{formatAge(useAge(alarm), language)}</span>
}

const Said = ({ text }: { readonly text: string }) => (
  <span className="grow ellipsis soft" title={text}>
    {text}
  </span>
)

/** How it stands, where that is more than open: on a line of its own, so that neither it nor what it is about is cut. */
const Standing = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  const isTaken = alarm.status === handlingStatus.code.inProgress || isEscalated(alarm)
  if (!isTaken && !isReturned(alarm)) return null
  return (
    <Row gap={6}>
      {isReturned(alarm) && <span className={`${styles['chip']} good`}>{alarmCondition.name(alarm.condition, language)}</span>}
      {isTaken && (
        <span className={`${styles['chip']} ${styles['gives']} ellipsis`} title={standingOf(alarm, language)}>
          {standingOf(alarm, language)}
        </span>
      )}
    </Row>
  )
}

/** Where it is now; by itself, since only a row that says nothing else follows what moves. */
const Present = ({ alarm }: { readonly alarm: Alarm }) => <Said text={usePlaceSaid(alarm, useDevice(alarm)).present} />

/** One alarm in two lines: what and who, then where, with what can be done; how it stands below, if there is anything to say of it. Others that come draw it no second time. */
export const AlarmRow = memo(({ alarm, onOpen }: AlarmRowProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const confirm = useBeginConfirming()
  // Its own screen is in front, with the button that confirms it.
  const isHere = useAlarmHere() === alarm.id
  const name = `${alarmType.name(alarm.alarmType, language)} · ${subjectOf(alarm)}`
  const what = whatOf(alarm, language)
  return (
    <div className={styles['row']} data-level={alarm.alarmLevel}>
      <LevelMark level={alarm.alarmLevel} size={22} />
      <div className={styles['rowText']}>
        <Row gap={6}>
          {onOpen ? (
            <button type="button" className={`${styles['opens']} ellipsis`} title={name} onClick={() => onOpen(alarm.id)}>
              {name}
            </button>
          ) : (
            <b className="ellipsis" title={name}>
              {name}
            </b>
          )}
          {alarm.count > 1 && <span className={styles['chip']}>{t('nTimes', { n: alarm.count })}</span>}
          <Age alarm={alarm} />
        </Row>
        <Row gap={6}>
          {what === null ? <Present alarm={alarm} /> : <Said text={what} />}
          {isHandled(alarm) ? (
            <span className="good" role="status">
              {t('handledBy', { user: alarm.handleUser })}
            </span>
          ) : (
            <>
              <LocatePin alarm={alarm} />
              {isHere ? (
                <span className={styles['chip']}>{t('here')}</span>
              ) : (
                <Tooltip title={confirm ? undefined : t('mayNotHandle')}>
                  <Button size="small" disabled={!confirm} onClick={() => confirm?.(alarm)}>
                    {t('confirmShort')}
                  </Button>
                </Tooltip>
              )}
            </>
          )}
        </Row>
        {!isHandled(alarm) && <Standing alarm={alarm} />}
        <CallIn alarm={alarm} />
      </div>
    </div>
  )
})
