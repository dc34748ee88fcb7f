import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { useUser } from '../../shared/session/session.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { narrowBelow, useBelow } from '../../shared/ui/use-media.ts'
import { AlarmSteps } from './alarm-steps.tsx'
import { Notices, Reasons, useConfirm } from './confirm-parts.tsx'
import { confirming, useConfirming } from './confirming.ts'
import { cockpitOf, eventOf, shortTime, withAreaNamed } from './describe.ts'
import { alarmTexts } from './texts.ts'
import { useAlarmHere, useDevice, useIsOnMap, usePlaceSaid } from './use-alarms.ts'
import { useDocked } from './use-docked.ts'
import styles from './alarm-column.module.css'

/** The docked confirmation along the foot of a narrow window, where no column stands: the map keeps the place above it in sight. */
export const ConfirmFoot = () => {
  const narrow = useBelow(narrowBelow)
  const docked = useDocked()
  const here = useAlarmHere()
  const { now, docked: isDocked, opening } = useConfirming()
  return narrow && now && (docked !== null || (isDocked && now.id === here)) ? (
    <div className={styles['confirmFoot']} data-level={now.alarmLevel}>
      <ConfirmDock key={opening} alarm={now}>
        <Told alarm={now} />
      </ConfirmDock>
    </div>
  ) : null
}

/** What happened and when, where no card says it. */
const Told = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const today = toSiteTime(useServerNow()).slice(0, 10)
  const [first, latest] = [shortTime(alarm.findTime, today), shortTime(alarm.lastTime, today)]
  return (
    <Row gap={8}>
      <LevelMark level={alarm.alarmLevel} size={20} />
      <span className="grow">
        {eventOf(withAreaNamed(alarm, nameOf), language)}{' '}
        <span className="quiet">{alarm.count > 1 ? t('firstAndLatest', { first, latest, n: alarm.count }) : first}</span>
      </span>
    </Row>
  )
}

interface ConfirmDockProps {
  readonly alarm: Alarm
  /** What is to be known of it, unless that stands above already. */
  readonly children?: ReactNode
}

/** The same confirmation as in the dialog, below the evidence of its alarm. */
export const ConfirmDock = ({ alarm, children }: ConfirmDockProps) => {
  const t = useTexts(alarmTexts)
  const { present } = usePlaceSaid(alarm, useDevice(alarm))
  const user = useUser()
  const { note } = useConfirming()
  const confirm = useConfirm(alarm)
  const { submit, may, over, isPending } = confirm
  const ok = useRef<HTMLButtonElement>(null)
  const onMap = useIsOnMap()
  // Its own screen tells all else of it.
  const isHere = useAlarmHere() === alarm.id
  const id = useId()
  useEffect(() => {
    // Whom it is about comes first; the button itself is seen in any case.
    ok.current?.closest('article')?.scrollIntoView({ block: 'start' })
    ok.current?.focus({ preventScroll: true })
    ok.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      confirming.close()
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <section aria-labelledby={id}>
      <div role="presentation" className={styles['dock']} onKeyDown={pressed}>
        <Row gap={8}>
          <b id={id} className="fixed">
            {isHere ? t('dialogTitle') : `${t('dialogTitle')} · ${subjectOf(alarm)}`}
          </b>
          <span className="grow ellipsis quiet">{onMap && t('confirmHere', { place: present })}</span>
          {!isHere && (
            <Link to={cockpitOf(alarm.id)} className={styles['tool']} aria-label={t('openCockpit')} title={t('openCockpit')}>
              <Icon name="right" size={16} />
            </Link>
          )}
          <button
            type="button"
            className={styles['tool']}
            aria-label={t('cancel')}
            title={t('cancel')}
            onClick={confirming.close}
          >
            <Icon name="close" size={16} />
          </button>
        </Row>
        {children}
        {!isHere && <AlarmSteps alarm={alarm} few />}
        <Notices {...confirm} />
        <div className={styles['words']}>
          <Reasons labelledBy={id} onEnter={submit} />
          <Input
            value={note}
            maxLength={500}
            placeholder={t('note')}
            aria-label={t('note')}
            className={styles['note'] ?? ''}
            onChange={({ target }) => confirming.write(target.value)}
          />
          <Row gap={8} className={styles['ends']}>
            <span className="grow ellipsis quiet">{over ? '' : t('handler', { user: user?.cname ?? '' })}</span>
            <Button autoInsertSpace={false} onClick={confirming.close}>
              {t('cancel')}
            </Button>
            <Button ref={ok} type="primary" autoInsertSpace={false} disabled={!may || over} loading={isPending} onClick={submit}>
              {t('ok')}
            </Button>
          </Row>
        </div>
      </div>
    </section>
  )
}
