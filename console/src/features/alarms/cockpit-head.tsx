import { alarmType, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { isReturned, useConditionSaid, useLasting } from './alarm-facts.tsx'
import { cautionOf, eventOf, shortTime, standingOf, whatOf, withAreaNamed } from './describe.ts'
import { calls } from './sounding.ts'
import { alarmTexts } from './texts.ts'
import { usePlaceSaid } from './use-alarms.ts'
import styles from './cockpit.module.css'

interface CockpitHeadProps {
  readonly alarm: Alarm
  readonly thing: LiveThing | null
  /** What is done with it first. */
  readonly children: ReactNode
}

/** What it is, about whom, where and since when, to be read from across the room; and what is done with it first. */
export const CockpitHead = ({ alarm, thing, children }: CockpitHeadProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const today = toSiteTime(useServerNow()).slice(0, 10)
  const { time, isOver } = useLasting(alarm)
  const condition = useConditionSaid(alarm)
  const { present } = usePlaceSaid(alarm, thing)
  const name = `${alarmType.name(alarm.alarmType, language)} · ${subjectOf(alarm)}`
  const caution = cautionOf(alarm, language)
  // A call for help has said all by its name, unless there is something to know of what called.
  const isPlainCall = alarm.alarmType === alarmType.code.sos && caution === null
  const what = whatOf(alarm, language) ?? (isPlainCall ? null : eventOf(withAreaNamed(alarm, nameOf), language))
  return (
    <header className={styles['head']} data-calm={isOver || isReturned(alarm)}>
      <span className={`${styles['mark']} ${calls(alarm) ? styles['pulses'] : ''}`}>
        <LevelMark level={alarm.alarmLevel} size={40} />
      </span>
      <div className={styles['about']}>
        <div className={styles['named']}>
          <h2 title={name}>{name}</h2>
          <span className={styles['tags']}>
            <span className={styles['tag']} data-level-tag="">
              {alarmLevel.name(alarm.alarmLevel, language)}
            </span>
            <span className={`${styles['tag']} ${isReturned(alarm) ? 'good' : ''}`}>{condition}</span>
            <span className={styles['tag']} data-level-tag={alarm.status === handlingStatus.code.unhandled ? '' : undefined}>
              {standingOf(alarm, language)}
            </span>
            {caution !== null && (
              <span className={styles['tag']} data-level-tag="">
                {caution}
              </span>
            )}
          </span>
        </div>
        <div className={styles['placed']}>
          <b className={`${styles['place']} ellipsis`} title={present}>
            <Icon name="pin" size={16} /> {present}
          </b>
          {what !== null && (
            <span className={`${styles['what']} ellipsis soft`} title={what}>
              {what}
            </span>
          )}
        </div>
      </div>
      <div className={styles['lasting']}>
        <strong>{time}</strong>
        <span className="quiet oneLine">
          {t(isOver ? 'lastedLabel' : 'lastingLabel')} · {t('since', { time: shortTime(alarm.startTime, today) })}
        </span>
      </div>
      <div className={styles['first']}>{children}</div>
    </header>
  )
}
