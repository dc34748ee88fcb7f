import type { Noun } from '@vigil/contract/kernel/noun.ts'
import { enabledFlag } from '@vigil/contract/kernel/enabled.ts'
import { onlineState } from '@vigil/contract/devices/reporting.ts'
import { Link, useSearchParams } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import type { ObjectAlarm } from '../../shared/live/alarm-book.ts'
import { thingAt, usePositionsPulse, useServerNow, type LiveThing } from '../../shared/live/hooks.ts'
import { positions } from '../../shared/live/live.ts'
import { useRecordAlarm } from '../../shared/live/record-alarm.ts'
import { isBatteryLow, useSiteLimits } from '../../shared/live/site-limits.ts'
import { useCan } from '../../shared/session/session.ts'
import { PersonCell } from '../../shared/spec/person-cell.tsx'
import { formatDuration, formatSpan } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import styles from './devices.module.css'
import { fixWords, standingOf } from './standing.ts'
import { deviceTexts } from './texts.ts'

/** Milliseconds between two looks of a row at what the live stream tells of it. */
const pace = 1_000
/** Per cent of a battery that lasts no longer than it takes to change it. */
const nearlyEmpty = 10

/** A device by its number, as the live stream tells of it; null for one that it does not tell of. */
const useLive = (id: string): LiveThing | null => {
  usePositionsPulse(pace)
  const slot = positions.slotOf(Number(id))
  return slot === undefined ? null : thingAt(slot)
}

interface Reporting {
  readonly id: string
  readonly enable: 0 | 1
  readonly online: 0 | 1
  readonly lastOnline: string | null
}

/** Whether a device is heard and how long ago it was; while it alarms, that comes first. */
const OnlineCell = ({ record }: { readonly record: Reporting }) => {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  const thing = useLive(record.id)
  const now = useServerNow()
  const alarm = useRecordAlarm('device', record.id)
  if (record.enable === 0) return <span className="quiet">– {enabledFlag.name(0, language)}</span>
  if (alarm) return <AlarmingCell alarm={alarm} now={now} />
  const { state, heardAt } = standingOf(record, thing)
  const words = { online: onlineState.name(1, language), silent: t('interrupted'), offline: onlineState.name(0, language) }
  return (
    <span className={styles['standing']} data-state={state}>
      <i className={styles['heard']} aria-hidden="true" />
      {words[state]}
      {heardAt !== null && <span className="quiet">{formatSpan(now - heardAt, language)}</span>}
    </span>
  )
}

interface AlarmingProps {
  readonly alarm: ObjectAlarm
  readonly now: number
}

const AlarmingCell = ({ alarm: { level, returned, alarm }, now }: AlarmingProps) => {
  const t = useTexts(deviceTexts)
  const { language } = useLanguage()
  return (
    <span className={styles['alarming']} data-level={level}>
      <LevelMark level={level} size={18} />
      {t(returned ? 'toConfirm' : 'alarming')}
      <span className={styles['lasting']}>{formatDuration(now - fromSiteTime(alarm.findTime), language)}</span>
    </span>
  )
}

/** A battery as full as it is, in words and colour when it is low. */
const BatteryCell = ({ percent }: { readonly percent: number | null }) => {
  const site = useSiteLimits()
  if (percent === null) return <span className="quiet">—</span>
  return (
    <span className={styles['charge']} data-low={percent <= nearlyEmpty ? 'very' : isBatteryLow(percent, site)}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.min(100, percent)}%` }} />
      </i>
      {percent}%
    </span>
  )
}

/** How well it is known where a device is. */
const FixCell = ({ record: { id, fixTime } }: { readonly record: { readonly id: string; readonly fixTime: string | null } }) => {
  const { language } = useLanguage()
  const thing = useLive(id)
  const now = useServerNow()
  const { text, quiet } = fixWords(thing, fixTime === null ? null : fromSiteTime(fixTime), now, language)
  return (
    <span className={quiet ? 'quiet' : undefined} title={text}>
      {text}
    </span>
  )
}

interface Worn {
  readonly id: string
  readonly userId: string | null
  readonly userName: string | null
}

/** Who wears or drives a device; of one that nobody does, the way to say who. */
const WearerCell = ({ record: { id, userId, userName }, route }: { readonly record: Worn; readonly route: Noun['route'] }) => {
  const t = useTexts(deviceTexts)
  const [params] = useSearchParams()
  const mayBind = useCan(`${route}:edit`)
  if (userId !== null) return <PersonCell id={userId} name={userName ?? `#${userId}`} />
  if (!mayBind) return <span className="quiet">—</span>
  const opening = new URLSearchParams(params)
  opening.set('id', id)
  return (
    <Link className={styles['bind']} to={{ search: opening.toString() }} tabIndex={-1}>
      <Icon name="plus" size={14} />
      {t('bind')}
    </Link>
  )
}

/** How a device does, in the same row as what it is. */
export const onlineColumn = {
  field: 'online',
  // "To confirm 1:38:05" is the longest that it says.
  width: 176,
  tellsState: true,
  render: (record: Reporting) => <OnlineCell record={record} />,
} as const
export const batteryColumn = {
  field: 'battery',
  width: 104,
  align: 'start',
  render: ({ battery }: { readonly battery: number | null }) => <BatteryCell percent={battery} />,
} as const
export const fixColumn = {
  field: 'fix',
  label: deviceTexts.table.fix,
  width: 116,
  sort: 'fixTime',
  render: (record: { readonly id: string; readonly fixTime: string | null }) => <FixCell record={record} />,
} as const
export const lastOnlineColumn = { field: 'lastOnline', width: 116 } as const
export const wearerColumn = (route: Noun['route']) =>
  ({ field: 'userName', width: 104, render: (record: Worn) => <WearerCell record={record} route={route} /> }) as const
