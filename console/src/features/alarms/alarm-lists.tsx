import { alarmList, openAlarmList } from '@vigil/contract/alarms/alarm-list.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { subjectOf } from '@vigil/contract/alarms/subject.ts'
import {
  alarmCondition,
  alarmLevel,
  alarmType,
  handlingStatus,
  shelveReason,
  suppressReason,
  type Alarm,
} from '@vigil/contract/alarms/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { Tooltip } from 'antd'
import { useLanguage } from '../../shared/i18n/language.ts'
import { translate, useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { isShelved } from '../../shared/live/unhandled.ts'
import { formatAge } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { useToday } from '../../shared/time/today.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { client } from '../../shared/api/client.ts'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { AreaPicker } from '../../shared/pick/area-picker.tsx'
import type { BulkAction, ColumnDefinition, FilterControlProps, FilterDefinition } from '../../shared/spec/definitions.ts'
import { LevelMark } from '../../shared/ui/level-mark.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { AlarmRecord } from './alarm-record.tsx'
import { isHandled } from './alarm-facts.tsx'
import { BulkConfirmInput, noWords, type ConfirmWords } from './bulk-confirm.tsx'
import { confirmForm } from './confirm-form.ts'
import { countedFilters } from './counted-filters.tsx'
import { eventOf, listedTime, notRaisedOf, standingOf } from './describe.ts'
import { PlaceCell } from './place-cell.tsx'
import { refusalOf } from './refused-act.ts'
import { alarmTexts } from './texts.ts'
import styles from './alarm-lists.module.css'

const { table } = alarmTexts

/** Level and type, with how often it came again. */
const Kind = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  return (
    <Row gap={6}>
      <LevelMark level={alarm.alarmLevel} size={18} />
      <span className="ellipsis">{alarmType.name(alarm.alarmType, language)}</span>
      {alarm.count > 1 && <span className={styles['count']}>{alarm.count}×</span>}
    </Row>
  )
}
const What = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  const what = eventOf(alarm, language)
  return (
    <span className="ellipsis" title={what}>
      {what}
    </span>
  )
}
const State = ({ alarm: { condition } }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  return (
    <span className={condition === alarmCondition.code.returned ? 'good' : ''}>{alarmCondition.name(condition, language)}</span>
  )
}
const minuteOf = (time: string, today: string): string => (time.startsWith(today) ? time.slice(11, 16) : time.slice(5, 16))

/** How far it was dealt with, and by whom where somebody has it; until when it is put aside; or that it was not raised. */
const Status = ({ alarm }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  const t = useTexts(alarmTexts)
  const today = toSiteTime(useServerNow()).slice(0, 10)
  const { shelvedUntil, shelveReason: why } = alarm
  const isAside = isShelved(alarm) && shelvedUntil !== null && why !== ''
  const said = isAside
    ? t('shelvedTo', { until: minuteOf(shelvedUntil, today), why: shelveReason.name(why, language) })
    : standingOf(alarm, language)
  return (
    <span
      className={`${styles['status']} ellipsis`}
      data-open={alarm.status === handlingStatus.code.unhandled && !isAside}
      title={notRaisedOf(alarm, language) ?? said}
    >
      {said}
    </span>
  )
}
/** What was written of its handling, or why it was not raised. */
const Note = ({ alarm: { suppressed, handleNote } }: { readonly alarm: Alarm }) => {
  const { language } = useLanguage()
  return <>{suppressed ? suppressReason.name(suppressed, language) : handleNote || '—'}</>
}
/** When something came of it; the whole of it and its age on hover, as of that moment. */
const Moment = ({ time }: { readonly time: string | null }) => {
  const { language } = useLanguage()
  const today = useToday()
  if (time === null || time === '') return <>—</>
  return (
    <Tooltip title={() => `${time} · ${formatAge(Date.now() - fromSiteTime(time), language)}`}>
      <time dateTime={time}>{listedTime(time, today, language)}</time>
    </Tooltip>
  )
}
type Columns = readonly ColumnDefinition<typeof alarmList>[]

const subject = { field: 'deviceName', width: 112, render: (alarm: Alarm) => subjectOf(alarm) } as const
const kind = {
  field: 'alarmType',
  with: ['alarmLevel', 'count'],
  width: 156,
  render: (alarm: Alarm) => <Kind alarm={alarm} />,
} as const
const place = { field: 'areaName', sort: false, width: 168, render: (alarm: Alarm) => <PlaceCell alarm={alarm} /> } as const
const what = { field: 'result', sort: false, width: 220, render: (alarm: Alarm) => <What alarm={alarm} /> } as const
const moment = <Field extends 'findTime' | 'lastTime' | 'handleTime' | 'endTime'>(field: Field) =>
  ({ field, width: 128, render: (alarm: Alarm) => <Moment time={alarm[field]} /> }) as const
const found = moment('findTime')

// Who has it, or until when it is put aside, stands in sight also beside the open column of alarms.
const openColumns: Columns = [
  subject,
  kind,
  {
    field: 'status',
    with: ['assignee', 'shelvedUntil', 'shelveReason'],
    sort: false,
    width: 176,
    render: (alarm) => <Status alarm={alarm} />,
  },
  place,
  found,
  { ...moment('lastTime'), sort: false, width: 112 },
  { field: 'condition', sort: false, width: 112, render: (alarm) => <State alarm={alarm} /> },
  { field: 'shelvedBy', sort: false, width: 96 },
  { field: 'deptName', sort: false, width: 120 },
  what,
]
const handledColumns: Columns = [
  subject,
  kind,
  place,
  found,
  // Some were not raised; where a number of the statistics led here, some are not handled.
  {
    field: 'handleUser',
    with: ['suppressed'],
    sort: false,
    width: 96,
    render: (alarm) => (isHandled(alarm) && !alarm.suppressed ? alarm.handleUser : <Status alarm={alarm} />),
  },
  moment('handleTime'),
  { field: 'reasonCode', sort: false, width: 104 },
  { field: 'handleNote', with: ['suppressed'], sort: false, width: 144, render: (alarm) => <Note alarm={alarm} /> },
  { field: 'deptName', sort: false, width: 120 },
  what,
  { field: 'condition', sort: false, width: 88, hidden: true, render: (alarm) => <State alarm={alarm} /> },
  { ...moment('lastTime'), sort: false, hidden: true },
  { ...moment('endTime'), sort: false, hidden: true },
]

const { shown } = alarmList
const number = (value: string): number => Number(value)
const levels = {
  name: 'alarmLevel',
  label: shown.alarmLevel.label,
  options: (language: Language) => alarmLevel.options(language).map(({ value, label }) => ({ value: String(value), label })),
  toBody: number,
}
const Department = ({ id, value, onChange }: FilterControlProps) => <DeptPicker id={id} value={value} onChange={onChange} />
const Area = ({ id, value, onChange }: FilterControlProps) => <AreaPicker id={id} value={value} onChange={onChange} />

/** What waits is not handled. */
const howFar = {
  name: 'status',
  label: shown.status.label,
  options: (language: Language) =>
    handlingStatus
      .options(language)
      .filter(({ value }) => value !== handlingStatus.code.handled)
      .map(({ value, label }) => ({ value: String(value), label })),
  toBody: number,
}

const aside = {
  name: 'shelved',
  label: alarmTexts.table.shelving,
  options: (language: Language) => [
    { value: '1', label: alarmTexts.table.shelvedOnes[language] },
    { value: '0', label: alarmTexts.table.standingOnes[language] },
  ],
  toBody: (value: string): boolean => value === '1',
}

type Filters = readonly FilterDefinition<typeof alarmList>[]
const commonFilters: Filters = [
  levels,
  'alarmType',
  { range: ['startTime', 'endTime'], label: shown.findTime.label },
  { name: 'areaId', label: shown.areaName.label, control: Area },
  { name: 'deptId', label: shown.deptName.label, control: Department },
  'condition',
]

/** Confirms one of many as it was listed: who was quicker, and with what, is told of each. */
const confirmMany: BulkAction<Alarm & { readonly version: number }> = {
  key: 'confirm',
  label: table.confirm,
  input: BulkConfirmInput,
  inputLabel: table.reason,
  initial: noWords,
  hint: table.confirmManyHint,
  isOver: ({ status }) => status === handlingStatus.code.handled,
  run: (alarm, input) => {
    const { reason, note } = input as ConfirmWords
    return client.ask(alarmCalls.updateZdAlarm, confirmForm(alarm, reason, note))
  },
  refusalOf: (refused, alarm) => refusalOf(refused, alarm, translate(alarmTexts)),
}
const hideMany: BulkAction<Alarm> = {
  key: 'hide',
  label: table.hide,
  danger: true,
  hint: table.hideHint,
  run: ({ id }) => client.ask(alarmCalls.deleteAlarmList, { ids: [id] }),
}

const numbers = [alarmCalls.listHandledPage, alarmCalls.listHandledCount, alarmCalls.listUnHandleCount]
const common = { form: [], departments: false, creates: false, below: AlarmRecord, drawerWidth: 460, icon: 'bell' } as const

/** 实时报警: what waits to be handled, those that call loudest first. */
export const LiveAlarms = listScreen(openAlarmList, {
  ...common,
  calls: { list: alarmCalls.listUnHandledPage },
  columns: openColumns,
  filters: [...commonFilters, howFar, aside],
  sort: 'alarmLevel',
  permission: 'alarm:handle',
  exportable: false,
  bulkActions: [confirmMany],
  invalidates: numbers,
  emptyHint: table.calmHint,
})
/** 历史报警: what was handled, by whom and how; or whatever a number of the statistics counts. */
export const AlarmHistory = listScreen(alarmList, {
  ...common,
  calls: { list: alarmCalls.listHandledPage },
  columns: handledColumns,
  filters: [...commonFilters, 'reasonCode', ...countedFilters],
  permission: 'alarm:delete',
  bulkActions: [hideMany],
  invalidates: numbers,
  emptyHint: table.noneHandled,
})
