import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmReason, alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { deviceType } from '@vigil/contract/devices/entities.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useId, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { CallLog } from '../../shared/calling/call-log.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { acting, useActing } from './acting.ts'
import { Action, useLocate } from './actions.tsx'
import { Farewell } from './alarm-card.tsx'
import { isHandled } from './alarm-facts.tsx'
import { AlarmPartsOf } from './alarm-parts.tsx'
import { AlarmSteps } from './alarm-steps.tsx'
import { CockpitHead } from './cockpit-head.tsx'
import { CockpitMap } from './cockpit-map.tsx'
import { CockpitFacts, CockpitSource } from './cockpit-source.tsx'
import { ListWaits } from './cockpit-waits.tsx'
import { ConfirmDock } from './confirm-dock.tsx'
import { confirming, useConfirming } from './confirming.ts'
import { cockpitOf, mapAddressOf, shortTime, standingOf } from './describe.ts'
import { KeepEvidence } from './keep-evidence.tsx'
import { useActs, useTakeOver } from './more-acts.tsx'
import { CamerasAround, Nearby } from './nearby.tsx'
import { alarmTexts } from './texts.ts'
import { useDevice } from './use-alarms.ts'
import { useBroadcastOf, useCallOf } from './use-call.ts'
import { useOneAlarm } from './use-one-alarm.ts'
import styles from './cockpit.module.css'

/** 报警处置: one alarm with its place, its story and what can be done, on one screen. */
export const AlarmCockpit = () => {
  const [params] = useSearchParams()
  const found = useOneAlarm(params.get('id'))
  switch (found.state) {
    case 'open':
      return <Cockpit key={found.alarm.id} alarm={found.alarm} />
    case 'missing':
      return <Missing />
    case 'failed':
      return <ErrorState error={found.error} onRetry={found.retry} />
    case 'loading':
      return <Skeleton active className={styles['waiting'] ?? ''} paragraph={{ rows: 6 }} />
  }
}

const Missing = () => {
  const t = useTexts(alarmTexts)
  const seesOpen = useCan('alarmRealMgmt')
  return (
    <EmptyState icon="bell" title={t('noAlarm')} hint={t('noAlarmHint')}>
      <Link to={addressOf(seesOpen ? 'alarmRealMgmt' : 'alarmHisMgmt')}>{t('toAlarms')}</Link>
    </EmptyState>
  )
}

/** Who was called for it, where somebody was. */
const CallsFor = ({ alarm: { id } }: AlarmProps) => {
  const sees = useCan('call:place')
  const { data: count = 0 } = useCall(telephonyCalls.getZdCallCount, { alarmId: id }, { enabled: sees })
  return count > 0 && <CallLog alarmId={id} most={5} />
}

interface AlarmProps {
  readonly alarm: Alarm
}

const Cockpit = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const device = useDevice(alarm)
  // Of one that is over it counts where it was, not where the person works by now.
  const thing = isHandled(alarm) ? null : device
  const { lng, lat } = thing?.sighting ?? alarm
  const seesCameras = [useCan('alarmRealMgmt'), useCan('trackRealMgmt')].includes(true)
  return (
    <article className={styles['screen']} data-level={alarm.alarmLevel} aria-label={t('cockpit')}>
      <div className={styles['parts']}>
        <CockpitHead alarm={alarm} thing={thing}>
          <FirstActs alarm={alarm} />
        </CockpitHead>
        <Acts alarm={alarm} thing={device} />
        <section className={styles['map']} aria-label={t('alarmMap')}>
          <CockpitMap alarm={alarm} thing={device} />
        </section>
        <div className={styles['side']}>
          <div className={styles['told']}>
            <div className={styles['card']}>
              <CockpitSource alarm={alarm} thing={device} />
            </div>
            <Part title={t('facts')}>
              <CockpitFacts alarm={alarm} thing={thing} />
              <AlarmPartsOf alarm={alarm} />
            </Part>
            {!isHandled(alarm) && (
              <Part title={t('around')}>
                <Nearby alarm={alarm} thing={thing} cameras={false} />
              </Part>
            )}
            {seesCameras && lng !== null && lat !== null && (
              <Part title={t('nearCameras')}>
                <CamerasAround place={[lng, lat]} />
              </Part>
            )}
          </div>
          <Dock alarm={alarm} />
        </div>
        <div className={styles['story']}>
          <Part title={t('steps')} scrolls extra={<ToThen alarm={alarm} />}>
            <AlarmSteps alarm={alarm} />
            <CallsFor alarm={alarm} />
          </Part>
          <Part title={t('ofSource')}>
            <OfSource alarm={alarm} />
          </Part>
        </div>
      </div>
    </article>
  )
}

/** The way to the whole site as it stood when this began. */
const ToThen = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const may = useCan('incidentRewindMgmt')
  if (!may) return null
  return (
    <Link to={addressOf('incidentRewindMgmt', { at: alarm.startTime })} className={styles['then']}>
      <Icon name="clock" size={16} />
      {t('toThen')}
    </Link>
  )
}

interface PartProps {
  readonly title: string
  /** It may hold more than it shows: whoever has no mouse comes into it by the tab key. */
  readonly scrolls?: boolean
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** What scrolls is scrolled by keys once it is reached: no part of it can be pressed, and so nothing in it would be. */
const reachable = (part: HTMLElement | null): void => {
  if (part) part.tabIndex = 0
}

const Part = ({ title, scrolls = false, extra, children }: PartProps) => {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['cardHead']}>
        <h3 id={id}>{title}</h3>
        {extra}
      </header>
      <div className={styles['cardBody']} role="group" aria-labelledby={id} ref={scrolls ? reachable : null}>
        {children}
      </div>
    </section>
  )
}

/** Taking over and confirming, by a button or a key; who handled one that is over, and how. */
const FirstActs = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const may = useCan('alarm:handle')
  if (isHandled(alarm)) return <Handled alarm={alarm} />
  return may ? <Handling alarm={alarm} /> : <p className="note">{t('mayNotHandle')}</p>
}

const Handled = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { id, handleUser: user, handleTime, reasonCode, handleNote } = alarm
  // What somebody else handled meanwhile needs no more words.
  useEffect(() => confirming.closeOf(id), [id])
  const reason = reasonCode && alarmReason.name(reasonCode, language)
  return (
    <Farewell alarm={alarm}>{[t('handledBy', { user }), handleTime, reason, handleNote].filter(Boolean).join(' · ')}</Farewell>
  )
}

const Handling = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { take, isPending } = useTakeOver(alarm)
  const confirm = (): void => confirming.open(alarm, true)
  const isBusy = useConfirming(({ now }) => now !== null)
  const acts = useActing(({ act }) => act !== null)
  // What is open takes the keys.
  const isFree = !isBusy && !acts
  useShortcut({ keys: 'a', describe: alarmTexts.table.keyTake, run: () => isFree && !isPending && take?.() })
  useShortcut({ keys: 'c', describe: alarmTexts.table.keyConfirm, run: () => isFree && confirm() })
  return (
    <>
      {take && (
        <Button size="large" loading={isPending} disabled={isBusy} onClick={take} aria-keyshortcuts="a">
          {t('take')} <kbd>A</kbd>
        </Button>
      )}
      <Button
        size="large"
        type="primary"
        danger={alarm.alarmLevel === 1}
        icon={<Icon name="check" />}
        disabled={isBusy}
        onClick={confirm}
        aria-keyshortcuts="c"
      >
        {t('confirm')} <kbd>C</kbd>
      </Button>
    </>
  )
}

/** The confirmation below the evidence; in a narrow window it stands along the foot. */
const Dock = ({ alarm: { id } }: AlarmProps) => {
  const { now, docked, opening } = useConfirming()
  const narrow = useBelow(narrowBelow)
  return docked && now?.id === id && !narrow ? <ConfirmDock key={opening} alarm={now} /> : null
}

/** What else can be done with it, in one line; what cannot yet says why. */
const Acts = ({ alarm, thing }: AlarmProps & { readonly thing: LiveThing | null }) => {
  const t = useTexts(alarmTexts)
  const handles = useCan('alarm:handle') && !isHandled(alarm)
  const acts = useActs(alarm)
  const locate = useLocate()
  const call = useCallOf(alarm, thing)
  const broadcast = useBroadcastOf(alarm, thing)
  const { hat, car } = deviceType.code
  const hears = alarm.objectId !== null && (alarm.deviceType === hat || alarm.deviceType === car)
  return (
    <div className={styles['acts']}>
      {handles && (
        <Action
          icon="message"
          label={t('message')}
          refusal={hears ? null : t('noMessageTo')}
          onClick={() => acting.open('message', alarm)}
        />
      )}
      <Action icon="phone" label={t('call')} {...call} />
      <Action icon="horn" label={t('broadcast')} {...broadcast} />
      <Action icon="plan" label={t('plan')} refusal={t('noPlanYet')} />
      <Action
        icon="pin"
        label={t('onMap')}
        refusal={locate ? null : t('mayNotSeeMap')}
        onClick={() => locate?.(mapAddressOf(alarm, true))}
      />
      <span className="grow" />
      {handles &&
        acts.map(([act, label]) => (
          <Button key={act} onClick={() => acting.open(act, alarm)}>
            {label}
          </Button>
        ))}
      <KeepEvidence alarm={alarm} />
    </div>
  )
}

/** Other alarms of the source that are listed. */
const othersShown = 10

const OfSource = ({ alarm: { id } }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(alarmCalls.listAlarmOfSource, { id, limit: othersShown + 1 })
  const today = toSiteTime(useServerNow()).slice(0, 10)
  if (!data) return <ListWaits error={error} onRetry={() => void refetch()} />
  const others = data.filter((alarm) => alarm.id !== id).slice(0, othersShown)
  if (others.length === 0) return <p className="note">{t('noneOfSource')}</p>
  return (
    <ul className="list">
      {others.map((alarm) => (
        <li key={alarm.id} className={styles['other']}>
          <LevelMark level={alarm.alarmLevel} size={18} />
          <Link
            to={cockpitOf(alarm.id)}
            className={`${styles['otherName']} ellipsis`}
            title={alarmType.name(alarm.alarmType, language)}
          >
            {alarmType.name(alarm.alarmType, language)}
          </Link>
          <span className={`${styles['otherSaid']} soft`}>
            <time title={alarm.startTime}>{shortTime(alarm.startTime, today)}</time> · {standingOf(alarm, language)}
          </span>
        </li>
      ))}
    </ul>
  )
}
