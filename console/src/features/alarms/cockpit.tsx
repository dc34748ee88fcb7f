import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmReason, alarmType, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { Button, Skeleton } from 'antd'
import { useEffect, useId, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { acting, useActing } from './acting.ts'
import { Farewell } from './alarm-card.tsx'
import { AlarmFacts, AlarmHead, isHandled } from './alarm-facts.tsx'
import { AlarmSteps } from './alarm-steps.tsx'
import { CockpitMap } from './cockpit-map.tsx'
import { ListWaits } from './cockpit-waits.tsx'
import { ConfirmDock } from './confirm-dock.tsx'
import { confirming, useConfirming } from './confirming.ts'
import { cockpitOf, deviceOf, eventOf, shortTime, standingOf, whatOf, withAreaNamed } from './describe.ts'
import { KeepEvidence } from './keep-evidence.tsx'
import { actsOf, useTakeOver } from './more-acts.tsx'
import { Nearby } from './nearby.tsx'
import { alarmTexts } from './texts.ts'
import { useDevice } from './use-alarms.ts'
import { useOneAlarm } from './use-one-alarm.ts'
import card from './alarm-column.module.css'
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

interface AlarmProps {
  readonly alarm: Alarm
}

const Cockpit = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const device = useDevice(alarm)
  const thing = isHandled(alarm) ? null : device
  return (
    <div className={styles['screen']}>
      <section className={styles['map']} aria-label={t('alarmMap')}>
        <CockpitMap alarm={alarm} thing={device} />
      </section>
      <article className={`${card['card']} ${styles['column']}`} data-level={alarm.alarmLevel} aria-label={t('cockpit')}>
        <AlarmHead alarm={alarm} />
        <div className={card['body']}>
          <AlarmFacts alarm={alarm} thing={thing} />
          <Told alarm={alarm} thing={device} />
          <Actions alarm={alarm} />
        </div>
        <Part title={t('steps')}>
          <AlarmSteps alarm={alarm} />
          <ToThen alarm={alarm} />
        </Part>
        <Part title={t('ofSource')}>
          <OfSource alarm={alarm} />
        </Part>
        {!isHandled(alarm) && (
          <Part title={t('around')}>
            <Nearby alarm={alarm} thing={thing} />
          </Part>
        )}
      </article>
    </div>
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

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** What happened, where nothing above says so, by which device, and the number of whoever wears it. */
const Told = ({ alarm, thing }: AlarmProps & { readonly thing: LiveThing | null }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const phone = thing?.object.mobile ?? ''
  return (
    <>
      {whatOf(alarm, language) === null && <p className={styles['told']}>{eventOf(withAreaNamed(alarm, nameOf), language)}</p>}
      <Row gap={12} className="soft wrap">
        <span>{deviceOf(alarm, thing?.object.label ?? null, language)}</span>
        {phone !== '' && <span>{t('phone', { number: phone })}</span>}
      </Row>
    </>
  )
}

/** What can be done with one that waits, by a button or a key; who handled one that does not, and how. */
const Actions = ({ alarm }: AlarmProps) => {
  const t = useTexts(alarmTexts)
  const may = useCan('alarm:handle')
  return (
    <>
      {isHandled(alarm) ? (
        <Handled alarm={alarm} />
      ) : may ? (
        <Handling alarm={alarm} />
      ) : (
        <p className="note">{t('mayNotHandle')}</p>
      )}
      {(isHandled(alarm) || !may) && (
        <Row gap={8} className="wrap">
          <KeepEvidence alarm={alarm} />
        </Row>
      )}
    </>
  )
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
  const { now, docked, opening } = useConfirming()
  const isBusy = now !== null
  const confirms = docked && now?.id === alarm.id
  const narrow = useBelow(narrowBelow)
  const acts = useActing(({ act }) => act !== null)
  // What is open takes the keys.
  const isFree = !isBusy && !acts
  useShortcut({ keys: 'a', describe: alarmTexts.table.keyTake, run: () => isFree && !isPending && take?.() })
  useShortcut({ keys: 'c', describe: alarmTexts.table.keyConfirm, run: () => isFree && confirm() })
  if (confirms) return narrow ? null : <ConfirmDock key={opening} alarm={now} />
  return (
    <>
      <Row gap={8} className={styles['acts']}>
        {take && (
          <Button size="large" loading={isPending} onClick={take} aria-keyshortcuts="a">
            {t('take')} <kbd>A</kbd>
          </Button>
        )}
        <Button
          size="large"
          type="primary"
          danger={alarm.alarmLevel === 1}
          className="grow"
          icon={<Icon name="check" />}
          onClick={confirm}
          aria-keyshortcuts="c"
        >
          {t('confirm')} <kbd>C</kbd>
        </Button>
      </Row>
      <Row gap={8} className="wrap">
        {actsOf(alarm, t).map(([act, label]) => (
          <Button key={act} onClick={() => acting.open(act, alarm)}>
            {label}
          </Button>
        ))}
        <KeepEvidence alarm={alarm} />
      </Row>
    </>
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
          <Link to={cockpitOf(alarm.id)} className="grow ellipsis">
            {alarmType.name(alarm.alarmType, language)}
          </Link>
          <time title={alarm.findTime}>{shortTime(alarm.findTime, today)}</time>
          <span className="soft">{standingOf(alarm, language)}</span>
        </li>
      ))}
    </ul>
  )
}
