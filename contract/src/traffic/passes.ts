import { plateColour } from '../devices/car.ts'
import { field } from '../kernel/field.ts'
import { pictureLoss } from '../pushing/entities.ts'

/** km/h that no vehicle exceeds. */
export const mostSpeed = 400
const speed = { min: 0, max: mostSpeed, unit: 'km/h', digits: 1 } as const

/** What every record of a passing vehicle has, whatever it was recorded for. */
export const seen = {
  plateNumber: field.text({ zh: '车牌号', en: 'Plate number' }, 20),
  plateColor: field.choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColour),
  deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
  /** As the device calls it. */
  vehicleType: field.text({ zh: '车辆类型', en: 'Vehicle type' }, 32),
  vehicleSize: field.text({ zh: '车辆大小', en: 'Vehicle size' }, 32),
  laneNo: field.number({ zh: '车道', en: 'Lane' }, { min: 0, max: 99 }),
  passTime: (zh: string, en: string) => field.time({ zh, en }),
  nSpeed: field.presetNumber({ zh: '车速', en: 'Speed' }, { ...speed, preset: 0 }),
  speed: field.number({ zh: '车速', en: 'Speed' }, speed),
  limit: field.number({ zh: '限速值', en: 'Speed limit' }, { min: 0, max: mostSpeed, unit: 'km/h' }),
  maxSpeed: field.requiredNumber({ zh: '最高车速', en: 'Highest speed' }, speed),
  ip: field.text({ zh: '设备IP', en: 'Device IP' }, 64, { notOnWalls: true }),
  eventName: field.text({ zh: '事件名称', en: 'Event' }, 64),
  bigImage: field.picture({ zh: '全景图', en: 'Picture' }),
  plateImage: field.picture({ zh: '车牌图', en: 'Plate picture' }),
  /** Empty where all that was sent is kept. */
  pictureLost: field.choice({ zh: '图片未保存', en: 'Picture not kept' }, pictureLoss),
  /** Of the registered vehicle, as it was then. */
  driver: field.text({ zh: '司机', en: 'Driver' }, 64),
  owner: field.text({ zh: '车主/承运单位', en: 'Owner or carrier' }, 64),
} as const
