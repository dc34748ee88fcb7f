import { Segmented } from 'antd'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { IconButton } from '../../shared/ui/bare-buttons.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { paces, type Recording } from './recording.ts'
import { momentOn, type AlarmMark } from './stood-then.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'

interface TimelineProps {
  readonly recording: Recording
  readonly startAt: number
  readonly endAt: number
  readonly marks: readonly AlarmMark[]
  /** Of whom or what an alarm is. */
  readonly nameOf: (mark: AlarmMark) => string
  readonly onAlarm: (mark: AlarmMark) => void
}

/** Milliseconds that a step leaps. */
const step = 10_000

/** What is typed into, pressed or moved through by keys takes them itself. */
const takesKeys = (target: EventTarget | null, key: string): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (key === ' ' && target.closest('button, a, [role="option"], [role="menuitem"]') !== null) ||
    (key !== ' ' && target.closest('canvas, .maplibregl-map, [role="listbox"], [role="radiogroup"], [role="menu"]') !== null))

/** Space plays and stands still, the arrows step; a field, a button and the map keep the keys that they know. */
const useKeys = (recording: Recording, rail: { readonly current: HTMLInputElement | null }): void =>
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (target !== rail.current && takesKeys(target, key)) return
      if (key === ' ') toggle(recording)
      else if (key === 'ArrowLeft') recording.seek(recording.now() - step)
      else if (key === 'ArrowRight') recording.seek(recording.now() + step)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [recording, rail])

const toggle = (recording: Recording): void => {
  if (recording.playing) recording.pause()
  else recording.play()
}

/** Which moment is shown, to be played, moved and stepped. What changes with every frame is written past React. */
export const Timeline = ({ recording, startAt, endAt, marks, nameOf, onAlarm }: TimelineProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const rail = useRef<HTMLInputElement>(null)
  const told = useRef<HTMLTimeElement>(null)
  const playing = useSyncExternalStore(recording.subscribe, () => recording.playing)
  const pace = useSyncExternalStore(recording.subscribe, () => recording.pace)
  useKeys(recording, rail)

  useEffect(() => {
    const show = (): void => {
      const at = recording.now()
      const text = toSiteTime(at)
      if (told.current && told.current.textContent !== text) told.current.textContent = text
      if (!rail.current) return
      rail.current.value = String(at)
      rail.current.ariaValueText = text
      rail.current.style.setProperty('--part', String((at - startAt) / (endAt - startAt)))
    }
    let frame = 0
    const next = (): void => {
      recording.look()
      show()
      frame = recording.playing ? requestAnimationFrame(next) : 0
    }
    const changed = (): void => {
      show()
      if (recording.playing && frame === 0) frame = requestAnimationFrame(next)
    }
    changed()
    const leave = recording.subscribe(changed)
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
  }, [recording, startAt, endAt])

  const ends = [startAt, endAt - 1_000].map(toSiteTime)
  const [day = null, lastDay] = ends.map((end) => end.slice(0, 10))
  const isOneDay = day === lastDay
  return (
    <section className={styles['timeline']} aria-label={t('moment')}>
      <div className={styles['rail']}>
        <input
          ref={rail}
          type="range"
          aria-label={t('moment')}
          min={startAt}
          max={endAt}
          step={1}
          defaultValue={startAt}
          onChange={({ target }) => recording.seek(Number(target.value))}
        />
        {marks.map((mark) => {
          const { key, alarm, at } = mark
          const time = momentOn(isOneDay ? day : null, at)
          const label = t('alarmAt', { time, name: nameOf(mark), what: alarmNameIn(alarm, language) })
          return (
            <button
              key={key}
              type="button"
              className={styles['mark']}
              style={{ left: `${(100 * (Math.max(startAt, at) - startAt)) / (endAt - startAt)}%` }}
              title={label}
              onClick={() => onAlarm(mark)}
            >
              <LevelMark level={alarm.alarmLevel} size={16} />
              <span className="unseen">{label}</span>
            </button>
          )
        })}
        <div className={styles['ends']}>
          {ends.map((end) => (
            <span key={end}>{isOneDay ? end.slice(11) : end.slice(5, 16)}</span>
          ))}
        </div>
      </div>
      <div className={styles['controls']}>
        <div className={styles['buttons']}>
          <IconButton label={t('stepBack')} onClick={() => recording.seek(recording.now() - step)}>
            <Icon name="left" />
          </IconButton>
          <IconButton label={t(playing ? 'pause' : 'play')} onClick={() => toggle(recording)}>
            <Icon name={playing ? 'hold' : 'play'} size={22} />
          </IconButton>
          <IconButton label={t('stepOn')} onClick={() => recording.seek(recording.now() + step)}>
            <Icon name="right" />
          </IconButton>
        </div>
        <time ref={told} className={styles['moment']} />
        <Segmented
          aria-label={t('pace')}
          value={pace}
          options={paces.map((value) => ({ value, label: `${value}×` }))}
          onChange={(value) => recording.setPace(value)}
        />
      </div>
    </section>
  )
}
