import { Link } from 'react-router'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { useCan } from '../session/session.ts'
import { formatDuration } from '../time/format.ts'
import { fromSiteTime } from '../time/site-clock.ts'
import { LevelMark } from '../ui/level-mark.tsx'
import { alarmNameIn } from './alarm-name.ts'
import type { ObjectAlarm } from './alarm-book.ts'
import { useAlarmDoors } from './alarm-doors.ts'
import styles from './alarm-strip.module.css'
import { useServerNow } from './hooks.ts'
import { useRecordAlarm, type Alarmed } from './record-alarm.ts'
import { liveTexts } from './texts.ts'

interface AlarmStripProps {
  readonly alarmed: Alarmed
  readonly id: string
  /** What people call such a record. */
  readonly word: Text
}

/** Over the form of a record that has an open alarm: which, since when, and the ways to its place and to its end. */
export const AlarmStrip = ({ alarmed, id, word }: AlarmStripProps) => {
  const found = useRecordAlarm(alarmed, id)
  return found ? <Strip found={found} word={word} /> : null
}

const Strip = ({ found: { level, returned, alarm }, word }: { readonly found: ObjectAlarm } & Pick<AlarmStripProps, 'word'>) => {
  const t = useTexts(liveTexts)
  const { language } = useLanguage()
  const { doors } = useAlarmDoors()
  const seesMap = useCan('trackRealMgmt')
  const mayHandle = useCan('alarm:handle')
  const time = formatDuration(useServerNow() - fromSiteTime(alarm.findTime), language)
  const said = t(returned ? 'recordAlarmReturned' : 'recordAlarm', {
    what: word[language],
    name: alarmNameIn(alarm, language),
    time,
  })
  return (
    <div className={styles['strip']} data-level={level} role="group" aria-label={t('recordAlarmLabel')}>
      <LevelMark level={level} size={18} />
      <span className={styles['said']} title={said}>
        {said}
      </span>
      {doors && seesMap && <Link to={doors.placeOf(alarm)}>{t('locate')}</Link>}
      {doors && mayHandle && (
        <button type="button" className="link" onClick={() => doors.confirm(alarm)}>
          {t('confirm')}
        </button>
      )}
    </div>
  )
}
