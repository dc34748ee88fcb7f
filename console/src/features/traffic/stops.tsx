import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { stopKind } from '@vigil/contract/traffic/entities.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { useServerNow } from '../../shared/live/hooks.ts'
import { TimeCell } from '../../shared/spec/field-display.tsx'
import { formatSpan } from '../../shared/time/format.ts'
import { fromSiteTime } from '../../shared/time/site-clock.ts'
import { Handling, Plate } from './cells.tsx'
import { stopActions } from './closable.ts'
import { camera, handling, vehicle } from './groups.ts'
import { StopBelow } from './record-below.tsx'
import type { TrafficStop } from './records.ts'
import { Speed } from './speed.tsx'

const { speeding, parking } = stopKind.code

/** When it drove too fast, or stood from. */
const Began = ({ record: { kind, passTime, startTime } }: { readonly record: TrafficStop }) => {
  const { language } = useLanguage()
  return <TimeCell value={kind === speeding ? passTime : startTime} language={language} />
}

/** How fast a speeding one was, how long any other stood or has stood so far. */
const Extent = ({ record: { kind, nSpeed, nUpperSpeedLimit, startTime, endTime } }: { readonly record: TrafficStop }) => {
  const { language } = useLanguage()
  const now = useServerNow()
  if (kind === speeding) return <Speed speed={nSpeed} limit={nUpperSpeedLimit} />
  if (startTime === null) return <>—</>
  const until = endTime === null ? now : fromSiteTime(endTime)
  return <>{formatSpan(until - fromSiteTime(startTime), language)}</>
}

/** What it is; standing where that is forbidden stands out. */
const Kind = ({ record: { kind, isIllegal } }: { readonly record: TrafficStop }) => {
  const { language } = useLanguage()
  const { shown } = trafficStop
  return isIllegal === 1 ? <span className="bad">{shown.isIllegal.label[language]}</span> : <>{stopKind.name(kind, language)}</>
}

const isSpeeding = ({ kind }: Readonly<Record<string, unknown>>): boolean => kind === speeding
const isParking = ({ kind }: Readonly<Record<string, unknown>>): boolean => kind === parking

/** 停车记录: vehicles that are to be stopped for speeding, and those that stood somewhere. */
export const Stops = listScreen(trafficStop, {
  calls: { list: trafficCalls.listZdTrafficStop, counts: trafficCalls.countZdTrafficStopByDeptId },
  columns: [
    { field: 'plateNumber', width: 104, render: ({ plateNumber }) => <Plate plateNumber={plateNumber} /> },
    { field: 'kind', width: 100, with: ['isIllegal'], render: (record) => <Kind record={record} /> },
    {
      field: 'passTime',
      label: { zh: '时间', en: 'Time' },
      width: 104,
      sort: false,
      with: ['startTime'],
      render: (record) => <Began record={record} />,
    },
    {
      field: 'nSpeed',
      label: { zh: '车速/时长', en: 'Speed or duration' },
      width: 132,
      align: 'start',
      sort: false,
      with: ['nUpperSpeedLimit', 'duration'],
      render: (record) => <Extent record={record} />,
    },
    { field: 'status', width: 98, render: ({ status }) => <Handling status={status} /> },
    { field: 'illegalPlace', width: 140 },
    { field: 'areaName', width: 120 },
    { field: 'driver', width: 88 },
    { field: 'deptName', width: 120 },
    { field: 'handleUser', width: 92 },
    { field: 'audioStatus', width: 100 },
    { field: 'owner', width: 140 },
    { field: 'stopTime', width: 124 },
    { field: 'reason', hidden: true },
    { field: 'handleNote', hidden: true },
    { field: 'handleTime', hidden: true },
    { field: 'endTime', hidden: true },
    { field: 'isIllegal', hidden: true },
    { field: 'vehicleSize', hidden: true },
    { field: 'eventName', hidden: true },
    { field: 'ip', hidden: true },
    { field: 'plateImage', hidden: true },
  ],
  filters: ['passTime', 'kind', 'status', 'isIllegal', 'illegalPlace', 'startTime', 'plateNumber'],
  form: [
    {
      title: { zh: '停车', en: 'Stop' },
      fields: [
        'plateNumber',
        'kind',
        'illegalPlace',
        'areaId',
        { field: 'passTime', when: isSpeeding },
        { field: 'nSpeed', when: isSpeeding },
        { field: 'nUpperSpeedLimit', when: isSpeeding },
        { field: 'audioStatus', when: isSpeeding },
        { field: 'startTime', when: isParking },
        { field: 'endTime', when: isParking },
        { field: 'duration', when: isParking },
        { field: 'isIllegal', when: isParking },
        'stopTime',
        'reason',
      ],
    },
    { title: vehicle, fields: ['vehicleSize', 'driver', 'owner', 'deptId'] },
    { title: handling, fields: ['status', 'handleUser', 'handleTime', 'handleNote'] },
    { title: camera, fields: ['eventName', 'ip'] },
  ],
  creates: false,
  importable: false,
  rowActions: stopActions,
  below: StopBelow,
  icon: 'truck',
  emptyTitle: { zh: '没有停车记录', en: 'No stop records' },
  emptyHint: {
    zh: '因超速需要拦停的车辆，以及在一处停留过久的车辆会列在这里',
    en: 'Vehicles that are to be stopped for speeding, and those that stood somewhere for long, are listed here',
  },
})
