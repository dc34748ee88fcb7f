import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { speedingRecord } from '@vigil/contract/traffic/speeding-record.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { Handling, Plate } from './cells.tsx'
import { speedingActions } from './closable.ts'
import { camera, handling, vehicle } from './groups.ts'
import { SpeedingBelow } from './record-below.tsx'
import { Speed } from './speed.tsx'
import { ViewSwitch } from './view-switch.tsx'

export const SpeedingList = listScreen(speedingRecord, {
  calls: { list: trafficCalls.listZdTrafficOver, counts: trafficCalls.countZdTrafficOverByDeptId },
  columns: [
    { field: 'plateNumber', width: 104, render: ({ plateNumber }) => <Plate plateNumber={plateNumber} /> },
    {
      field: 'maxSpeed',
      width: 136,
      with: ['nUpperSpeedLimit'],
      align: 'start',
      render: ({ maxSpeed, nUpperSpeedLimit }) => <Speed speed={maxSpeed} limit={nUpperSpeedLimit} />,
    },
    { field: 'passTime', width: 108 },
    { field: 'status', width: 98, render: ({ status }) => <Handling status={status} /> },
    { field: 'illegalPlace', width: 140 },
    { field: 'overRatio', width: 92 },
    { field: 'driver', width: 88 },
    { field: 'owner', width: 140 },
    { field: 'deptName', width: 120 },
    { field: 'handleUser', width: 92 },
    { field: 'handleTime', width: 124 },
    { field: 'duration', width: 84 },
    { field: 'laneNo', width: 72 },
    { field: 'audioStatus', hidden: true },
    { field: 'vehicleType', hidden: true },
    { field: 'vehicleSize', hidden: true },
    { field: 'nSpeed', hidden: true },
    { field: 'startTime', hidden: true },
    { field: 'endTime', hidden: true },
    { field: 'eventName', hidden: true },
    { field: 'ip', hidden: true },
    { field: 'plateImage', hidden: true },
  ],
  filters: ['passTime', 'status', 'illegalPlace', 'nSpeed', 'plateNumber'],
  form: [
    {
      title: { zh: '超速', en: 'Speeding' },
      fields: [
        'plateNumber',
        'passTime',
        'illegalPlace',
        'laneNo',
        'nSpeed',
        'nUpperSpeedLimit',
        'maxSpeed',
        'overRatio',
        'startTime',
        'endTime',
        'duration',
      ],
    },
    { title: vehicle, fields: ['vehicleType', 'vehicleSize', 'driver', 'owner', 'deptId'] },
    { title: handling, fields: ['status', 'handleUser', 'handleTime', 'audioStatus'] },
    { title: camera, fields: ['eventName', 'ip'] },
  ],
  creates: false,
  importable: false,
  rowActions: speedingActions,
  below: SpeedingBelow,
  tools: ViewSwitch,
  icon: 'gauge',
  emptyTitle: { zh: '没有超速记录', en: 'No speeding records' },
  emptyHint: {
    zh: '车速超过限速的车辆会列在这里，一次行驶一条，带最高车速和图片',
    en: 'Vehicles that drove faster than allowed are listed here, one record a drive, with their highest speed and pictures',
  },
})
