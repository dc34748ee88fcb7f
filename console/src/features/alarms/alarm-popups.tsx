import { Fragment, useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { waitingCalls } from '../../shared/live/unhandled.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan, useUser } from '../../shared/session/session.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { useNow } from '../../shared/time/now.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { AlarmConfirmDialog } from './confirm-dialog.tsx'
import { followConfirming, useConfirming } from './confirming.ts'
import { arrange, type Arranged } from './popup-queue.ts'
import { AlarmRow, PopupCard } from './popup-card.tsx'
import { popups, startBadge, startPopups, usePopups } from './popups.ts'
import { calls } from './sounding.ts'
import { alarmTexts, focusPopup } from './texts.ts'
import styles from './alarm-popups.module.css'

/** The user of the helmet-broadcast page has no pop-ups and no sound. */
const broadcaster = 'qt'

/** Alarm pop-ups with sound and the confirmation dialog, over every screen; and the number in the menu. Drawn once. */
export const AlarmPopups = () => {
  const user = useUser()
  const id = user?.id
  const popsUp = user !== null && user.workNum !== broadcaster
  useEffect(() => (id === undefined ? undefined : startBadge()), [id])
  useEffect(() => (id === undefined || !popsUp ? undefined : startPopups()), [id, popsUp])
  useEffect(followConfirming, [])
  return (
    <>
      {popsUp && <Stack />}
      <AlarmConfirmDialog />
    </>
  )
}

const useArranged = (heldId: string | null): Arranged => {
  const queue = usePopups((state) => state.queue)
  const open = useOpenAlarms((book) => book.open)
  return arrange(queue, open, heldId)
}

/** Milliseconds that a hand which no longer moves still holds the pop-up below it. */
const holdsFor = 3_000

/** The pop-up under the operator's hand, while that moves. */
const useHold = () => {
  const [heldId, setHeldId] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = useCallback((): void => {
    clearTimeout(timer.current)
    setHeldId(null)
  }, [])
  useEffect(() => letGo, [letGo])
  const hold = (id: string): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(letGo, holdsFor)
    setHeldId(id)
  }
  return { heldId, hold, letGo }
}

const Stack = () => {
  const t = useTexts(alarmTexts)
  const { heldId, hold, letGo } = useHold()
  const { shown, others } = useArranged(heldId)
  const confirmingOne = useConfirming(({ now }) => now !== null)
  const stack = useRef<HTMLElement>(null)
  const first = shown[0]

  useShortcut({
    keys: 'alt+a',
    describe: focusPopup,
    run: () => {
      popups.restore()
      // The pop-ups are drawn by then.
      requestAnimationFrame(() => {
        const [confirm, any] = ['[data-first]:not(:disabled)', 'button:not(:disabled)'].map((what) =>
          stack.current?.querySelector<HTMLElement>(what),
        )
        const first = confirm ?? any
        first?.focus()
      })
    },
  })

  if (!first) return <Corner below={confirmingOne} />
  const escaped = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    popups.minimise()
  }
  return (
    <section
      ref={stack}
      className={`${styles['stack']} ${styles[`level${first.alarm.alarmLevel}`]} ${confirmingOne ? styles['below'] : ''}`}
      aria-label={t('popups')}
      onPointerLeave={letGo}
    >
      <div role="presentation" className={styles['hand']} onKeyDown={escaped} onPointerMove={() => hold(first.alarm.id)}>
        <div className={styles['list']}>
          {shown.map((popup, index) => (
            <Fragment key={popup.alarm.id}>
              {index === 0 ? <PopupCard popup={popup} /> : <AlarmRow alarm={popup.alarm} leaving={popup.leavesAt !== null} />}
            </Fragment>
          ))}
        </div>
        <Footer others={others} />
      </div>
    </section>
  )
}

/** Alarms that the footer lists; the screen of live alarms has them all. */
const mostListed = 50

/** What else waits, and silence. */
const Footer = ({ others }: Pick<Arranged, 'others'>) => {
  const t = useTexts(alarmTexts)
  const [open, setOpen] = useState(false)
  const seesAll = useCan('alarmRealMgmt')
  const worst = others[0]
  const [n, cries] = [others.length, waitingCalls(others).length]
  return (
    <footer className={styles['footer']}>
      <div className={styles['line']}>
        {worst ? (
          <button type="button" className={styles['others']} aria-expanded={open} onClick={() => setOpen(!open)}>
            <LevelMark level={worst.alarmLevel} size={18} />
            <span>{cries > 0 ? t('othersCalling', { n, calls: cries }) : t('others', { n })}</span>
            <Icon name={open ? 'down' : 'up'} size={14} />
          </button>
        ) : (
          <span className={styles['alone']}>{t('noOthers')}</span>
        )}
        <Mute />
      </div>
      {open && worst && (
        <div className={styles['more']}>
          {others.slice(0, mostListed).map((alarm) => (
            <AlarmRow key={alarm.id} alarm={alarm} leaving={false} />
          ))}
          {n > mostListed && seesAll && (
            <Link className={styles['all']} to={addressOf('alarmRealMgmt', { status: 0 })}>
              {t('allOthers', { n })}
            </Link>
          )}
        </div>
      )}
    </footer>
  )
}

const Mute = () => {
  const t = useTexts(alarmTexts)
  const mutedUntil = usePopups((state) => state.mutedUntil)
  const left = mutedUntil - useNow()
  const on = left > 0
  return (
    <button type="button" className={styles['mute']} aria-pressed={on} onClick={() => popups.mute(!on)}>
      <Icon name={on ? 'soundOff' : 'sound'} size={16} />
      {on ? t('muted', { time: formatDuration(left) }) : t('mute')}
    </button>
  )
}

/** Where minimised pop-ups wait. Nothing when there are none. */
const Corner = ({ below }: { readonly below: boolean }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const queue = usePopups((state) => state.queue)
  const open = useOpenAlarms((book) => book.open)
  const { others } = arrange(queue, open, null)
  const worst = others[0]
  if (queue.popups.length === 0 || !worst) return null
  const text = t('unhandled', { n: others.length })
  return (
    <button
      type="button"
      lang={language}
      className={`${styles['corner']} ${styles[`level${worst.alarmLevel}`]} ${below ? styles['below'] : ''}`}
      title={t('restore')}
      onClick={popups.restore}
    >
      <span className={`${styles['mark']} ${others.some(calls) ? styles['pulses'] : ''}`}>
        <LevelMark level={worst.alarmLevel} size={20} inverted={worst.alarmLevel === 1} />
      </span>
      {text}
      <Icon name="up" size={14} />
    </button>
  )
}
