import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { vehiclePass } from '@vigil/contract/traffic/vehicle-pass.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { ListOf, Plate } from './cells.tsx'
import { camera, vehicle } from './groups.ts'
import { PassBelow } from './record-below.tsx'
import type { VehiclePass } from './records.ts'
import { ViewSwitch } from './view-switch.tsx'

/** Milliseconds: the live link tells of each pass, and a busy gate has one every second. */
const passesEvery = 10_000

export const PassList = listScreen(vehiclePass, {
  calls: { list: trafficCalls.listZdTraffic, counts: trafficCalls.countZdTrafficByDeptId },
  columns: [
    { field: 'plateNumber', width: 104, render: (record) => <Plate plateNumber={record.plateNumber} /> },
    { field: 'passTime', width: 108 },
    { field: 'place', width: 140 },
    {
      field: 'speed',
      width: 96,
      with: ['illegal'],
      render: ({ speed, illegal }) => <PassSpeed speed={speed} illegal={illegal} />,
    },
    { field: 'direction', width: 72 },
    { field: 'listType', width: 96, render: ({ listType }) => <ListOf listType={listType} /> },
    { field: 'vehicleType', width: 100 },
    { field: 'driver', width: 88 },
    { field: 'owner', width: 140 },
    { field: 'deptName', width: 120 },
    { field: 'laneNo', width: 72 },
    { field: 'plateColor', hidden: true },
    { field: 'vehicleSize', hidden: true },
    { field: 'illegal', hidden: true },
    { field: 'confidence', hidden: true },
    { field: 'deviceTime', hidden: true },
    { field: 'eventName', hidden: true },
    { field: 'ip', hidden: true },
    { field: 'plateImage', hidden: true },
  ],
  filters: ['passTime', 'illegal', 'listType', 'direction', 'place', 'speed', 'plateNumber'],
  form: [
    {
      title: { zh: '过车', en: 'Pass' },
      fields: ['plateNumber', 'passTime', 'place', 'laneNo', 'direction', 'speed', 'illegal', 'listType'],
    },
    { title: vehicle, fields: ['plateColor', 'vehicleType', 'vehicleSize', 'driver', 'owner', 'deptId'] },
    {
      title: camera,
      fields: [
        'eventName',
        'ip',
        'confidence',
        { field: 'deviceTime', when: ({ deviceTime }) => typeof deviceTime === 'string' },
        { field: 'unread', when: ({ unread }) => unread !== '' },
      ],
    },
  ],
  creates: false,
  importable: false,
  below: PassBelow,
  tools: ViewSwitch,
  refetchEvery: passesEvery,
  icon: 'truck',
  emptyTitle: { zh: '没有过车记录', en: 'No vehicle passes' },
  emptyHint: {
    zh: '卡口相机识别到的每一辆车会列在这里，带车牌、车速和图片',
    en: 'Every vehicle that a camera sees is listed here with its plate, speed and pictures',
  },
})

/** Faster than allowed stands out. */
const PassSpeed = ({ speed, illegal }: Pick<VehiclePass, 'speed' | 'illegal'>) =>
  speed === null ? <span className="quiet">—</span> : <span className={illegal === 1 ? 'bad' : ''}>{speed} km/h</span>
