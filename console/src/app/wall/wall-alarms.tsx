import { alarmCondition, alarmType, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import { standingOf } from '../../features/alarms/describe.ts'
import { byUrgency } from '../../features/alarms/order.ts'
import { calls } from '../../features/alarms/sounding.ts'
import { useAge, usePlaceOf, useStanding } from '../../features/alarms/use-alarms.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { useLiveLink } from '../../shared/live/live.ts'
import { countUnhandled } from '../../shared/live/unhandled.ts'
import { formatDuration, formatSpan } from '../../shared/time/format.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { wallTexts } from './texts.ts'
import { useRoom } from './use-room.ts'
import { useScale } from './use-scale.ts'
import styles from './wall.module.css'

/** Of the drawing: the heights of a level one that calls, and of any other alarm, as in the styles. */
const heights = { calling: 188, row: 120 } as const
const levels: readonly AlarmLevel[] = [1, 2, 3]

/** How many of them there is room for. */
const fitting = (alarms: readonly Alarm[], height: number): number => {
  let used = 0
  const first = alarms.findIndex((alarm) => {
    used += calls(alarm) ? heights.calling : heights.row
    return used > height
  })
  return first === -1 ? alarms.length : first
}

/** What is open: by level, then the newest first. */
export const WallAlarms = () => {
  const t = useTexts(wallTexts)
  const { loaded } = useOpenAlarms()
  const { granted } = useLiveLink()
  const { open } = useStanding()
  const { room, height } = useRoom()
  const { scale } = useScale()
  const listed = [...open].sort(byUrgency)
  const shown = listed.slice(0, fitting(listed, height / scale))
  const { total, levels: counts } = countUnhandled(open)
  const isRefused = granted.length > 0 && !granted.includes('alarms')
  return (
    <section className={`${styles['card']} ${styles['alarms']}`} aria-label={t('alarms')}>
      <ul ref={room} className={styles['alarmList']}>
        {shown.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
        {!loaded && <li className={styles['nothing']}>{t(isRefused ? 'noPermission' : 'waiting')}</li>}
        {loaded && listed.length === 0 && <li className={`${styles['nothing']} good`}>{t('noAlarms')}</li>}
      </ul>
      {shown.length < listed.length && <p className={styles['more']}>{t('moreAlarms', { n: listed.length - shown.length })}</p>}
      {loaded && (
        <p className={styles['counts']}>
          {t('unhandled')} <b>{total}</b>
          <span className="grow" />
          {levels.map((level) => (
            <span key={level} className="oneLine">
              <LevelMark level={level} size={34} /> {counts[level - 1]}
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

const AlarmRow = ({ alarm }: { readonly alarm: Alarm }) => {
  const t = useTexts(wallTexts)
  const { language } = useLanguage()
  const placeOf = usePlaceOf()
  const age = useAge(alarm)
  const about = `${subjectOf(alarm)} · ${placeOf(alarm)}`
  const name = alarmType.name(alarm.alarmType, language)
  if (calls(alarm)) {
    return (
      <li className={styles['calling']} data-alarm={alarm.id}>
        <LevelMark level={alarm.alarmLevel} size={72} inverted />
        <div>
          <strong className="ellipsis">{name}</strong>
          <span className={`${styles['who']} ellipsis`}>{about}</span>
          <span className={styles['since']}>
            {t('unconfirmed')} <b>{formatDuration(age, language)}</b>
          </span>
        </div>
      </li>
    )
  }
  const standing = [
    ...(alarm.condition === alarmCondition.code.returned ? [alarmCondition.name(alarm.condition, language)] : []),
    ...(alarm.status === handlingStatus.code.inProgress ? [standingOf(alarm, language)] : []),
  ]
  return (
    <li className={styles['alarm']} data-alarm={alarm.id}>
      <LevelMark level={alarm.alarmLevel} size={48} />
      <strong className="ellipsis">{name}</strong>
      <span className="soft oneLine">{formatSpan(age, language)}</span>
      <span className={`${styles['about']} ellipsis`}>{[...standing, about].join(' · ')}</span>
    </li>
  )
}
