import { onlineState } from '@vigil/contract/devices/reporting.ts'
import { Link } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { alarmNameIn } from '../../shared/live/alarm-name.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { isBatteryLow, useSiteLimits } from '../../shared/live/site-limits.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { FlagCell } from '../../shared/spec/field-display.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './devices.module.css'
import { deviceTexts } from './texts.ts'

/** The worst open alarm of a device, by the number that the live stream knows it by too. */
const useAlarmOf = (id: string) => useOpenAlarms(({ byObject }) => byObject.get(Number(id)))

interface OnlineCellProps {
  readonly record: { readonly id: string; readonly online: 0 | 1 }
}

/** Whether a device is heard; while it alarms, that comes first. */
const OnlineCell = ({ record: { id, online } }: OnlineCellProps) => {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  const alarm = useAlarmOf(id)
  if (!alarm || alarm.returned) return <FlagCell value={online} text={onlineState.name(online, language)} />
  return (
    <span className={styles['alarming']} data-level={alarm.level}>
      <LevelMark level={alarm.level} size={18} />
      {t('alarming')}
    </span>
  )
}

/** A battery as full as it is, in words and colour when it is low. */
const BatteryCell = ({ percent }: { readonly percent: number | null }) => {
  const site = useSiteLimits()
  if (percent === null) return '—'
  return (
    <span className={styles['charge']} data-low={isBatteryLow(percent, site)}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, percent)}%` }} />
      </i>
      {percent}%
    </span>
  )
}

/** How a device does, in the same row as what it is. */
export const onlineColumn = {
  field: 'online',
  width: 112,
  render: (record: OnlineCellProps['record']) => <OnlineCell record={record} />,
} as const
export const batteryColumn = {
  field: 'battery',
  width: 104,
  align: 'start',
  render: ({ battery }: { readonly battery: number | null }) => <BatteryCell percent={battery} />,
} as const

/** Over the form of a device that alarms: which alarm, and the way to it. */
export const AlarmBanner = ({ id }: { readonly id: string }) => {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  const found = useAlarmOf(id)
  const may = useCan('alarmRealMgmt')
  if (!found) return null
  const { level, returned, alarm } = found
  return (
    <p className={styles['alarmBanner']} data-level={level} role="status">
      <LevelMark level={level} size={18} />
      <span>{t(returned ? 'unhandledAlarm' : 'alarmingNow', { name: alarmNameIn(alarm, language) })}</span>
      {may && <Link to={addressOf('alarmRealMgmt', { status: 0 })}>{t('handle')}</Link>}
    </p>
  )
}
