import { alarmType, handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import { alarmLevel } from '@vigil/contract/hazards/entities.ts'
import { useAlarmFlood } from '../../shared/live/alarms.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { useUser } from '../../shared/session/session.ts'
import { useAreaOfAll } from './alarm-group.tsx'
import { callsUpon } from './describe.ts'
import { Mute } from './mute.tsx'
import { arrange, byCause, isGroup, type Group } from './order.ts'
import { calls } from './sounding.ts'
import { alarmTexts } from './texts.ts'
import { useAge, useDevice, usePlaceSaid, useStanding, useUnhandled } from './use-alarms.ts'
import styles from './alarm-rail.module.css'

/** Groups of a flood that have room. */
const groupsShown = 2

/** The folded column: how many wait, the worst of them, and how long it has. */
export const AlarmRail = ({ onUnfold }: { readonly onUnfold: () => void }) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const { open } = useStanding()
  const { total, levels } = useUnhandled()
  const ownId = useUser()?.id
  const own = open.filter((alarm) => callsUpon(alarm, ownId)).length
  const flood = useAlarmFlood()
  const inFlood = flood.since !== null
  const waiting = arrange(open, [], null, { inFlood }).listed.filter(({ status }) => status === handlingStatus.code.unhandled)
  const [worst, ...others] = inFlood ? byCause(waiting, null) : waiting
  const groups = [worst, ...others].filter((entry) => entry !== undefined && isGroup(entry)).slice(0, groupsShown)
  return (
    <aside className={styles['rail']} aria-label={t('column')}>
      <button type="button" className={styles['unfold']} title={t('unfold')} onClick={onUnfold}>
        <span className="unseen">{t('unfold')}</span>
        <span className={styles['part']}>
          <Icon name="bell" size={22} />
          {total > 0 && <b className={styles['total']}>{total}</b>}
          <span className="quiet">{t('unhandledShort')}</span>
        </span>
        {own > 0 && (
          <span className={styles['part']} role="alert">
            <Icon name="user" size={18} />
            <b className="bad">{t('forYou', { n: own })}</b>
          </span>
        )}
        {worst && !isGroup(worst) && <Worst alarm={worst} pulses={open.some(calls)} />}
        {inFlood && (
          <span className={styles['part']} title={t('flood', { n: flood.count })}>
            <Icon name="danger" size={18} />
            <b className="bad">{t('floodShort')}</b>
          </span>
        )}
        {groups.map(({ cause, alarms }) => (
          <OfCause key={cause} alarms={alarms} />
        ))}
        {total > 0 && !inFlood && (
          <span className={styles['levels']}>
            {([1, 2, 3] as const).map((level) => {
              const n = levels[level - 1] ?? 0
              return (
                n > 0 && (
                  <span key={level} title={t('ofLevel', { level: alarmLevel.name(level, language), n })}>
                    <LevelMark level={level} size={20} /> {n}
                  </span>
                )
              )
            })}
          </span>
        )}
        <span className="grow" />
        <span className={styles['part']}>
          <Icon name="fold" size={18} />
          <span>{t('unfoldShort')}</span>
        </span>
      </button>
      {total > 0 && <Mute />}
    </aside>
  )
}

const Worst = ({ alarm, pulses }: { readonly alarm: Alarm; readonly pulses: boolean }) => {
  const { language } = useLanguage()
  const { present } = usePlaceSaid(alarm, useDevice(alarm))
  const level = alarm.alarmLevel
  const [type, who] = [alarmType.name(alarm.alarmType, language), subjectOf(alarm)]
  return (
    <span className={styles['worst']} data-level={level} title={[type, who, present].filter(Boolean).join(' · ')}>
      <span className={styles['head']}>
        <span className={`${styles['mark']} ${pulses ? styles['pulses'] : ''}`}>
          <LevelMark level={level} size={26} inverted={level === 1} />
        </span>
        <b>{formatDuration(useAge(alarm), language)}</b>
      </span>
      <span className={styles['about']}>
        <b>{type}</b>
        <span>{who}</span>
        <span>{present}</span>
      </span>
    </span>
  )
}

/** During a flood, alarms of one cause: how many and what. */
const OfCause = ({ alarms }: Pick<Group, 'alarms'>) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const area = useAreaOfAll(alarms)
  const [{ alarmLevel: level, alarmType: type }] = alarms
  const name = alarmType.name(type, language)
  return (
    <span
      className={styles['worst']}
      data-level={level}
      title={[name, area, t('nAlarms', { n: alarms.length })].filter(Boolean).join(' · ')}
    >
      <span className={styles['about']}>
        <b className={styles['cause']}>
          <LevelMark level={level} size={18} /> {alarms.length}
        </b>
        <small>{name}</small>
      </span>
    </span>
  )
}
