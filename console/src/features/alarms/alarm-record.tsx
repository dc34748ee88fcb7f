import { alarmReason, handlingStatus, suppressReason, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmList } from '@vigil/contract/alarms/alarm-list.ts'
import { Link } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useAreaName } from '../../shared/map/map-data.ts'
import { useCan } from '../../shared/session/session.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { AlarmCard } from './alarm-card.tsx'
import { AlarmSteps } from './alarm-steps.tsx'
import { cockpitOf, coordinatesOf, eventOf, mapAddressOf, withAreaNamed } from './describe.ts'
import { alarmTexts } from './texts.ts'
import { isMissing } from './use-one-alarm.ts'
import styles from './alarm-record.module.css'

const { shown } = alarmList

/** One alarm of a list: as the column tells it, and how it was handled. */
export const AlarmRecord = ({ record }: { readonly record: Alarm }) => {
  // Once it was handled it is in this list no more, and stands here as it is all the same.
  const { data: present, error } = useCall(alarmCalls.getZdAlarmById, { id: record.id })
  const alarm = present && present.version > record.version ? present : record
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const nameOf = useAreaName()
  const seesMap = useCan('trackRealMgmt')
  if (isMissing(error)) return <EmptyState icon="bell" title={t('noAlarm')} hint={t('noAlarmHint')} />
  const isHandled = alarm.status === handlingStatus.code.handled
  const facts: readonly (readonly [string, string])[] = [
    [shown.result.label[language], eventOf(withAreaNamed(alarm, nameOf), language)],
    [t('position'), coordinatesOf(alarm, language)],
    [shown.endTime.label[language], alarm.endTime ?? ''],
    ...(alarm.suppressed
      ? [[shown.suppressed.label[language], suppressReason.name(alarm.suppressed, language)] as const]
      : isHandled
        ? ([
            [shown.handleUser.label[language], alarm.handleUser],
            [shown.handleTime.label[language], alarm.handleTime ?? ''],
            [shown.reasonCode.label[language], alarm.reasonCode && alarmReason.name(alarm.reasonCode, language)],
            [shown.handleNote.label[language], alarm.handleNote],
          ] as const)
        : []),
  ]
  return (
    <div className={styles['record']}>
      <AlarmCard alarm={alarm} docks={false} />
      <Link to={cockpitOf(record.id)} className={styles['place']}>
        <Icon name="target" size={16} />
        {t('openCockpit')}
      </Link>
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h3 className={styles['title']}>{t('steps')}</h3>
        <AlarmSteps alarm={alarm} />
      </section>
      {isHandled && seesMap && (
        <Link to={mapAddressOf(alarm, true)} className={styles['place']}>
          <Icon name="pin" size={16} />
          {t('showPlace')}
        </Link>
      )}
    </div>
  )
}
