import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { yesNo } from '../kernel/yes-no.ts'
import { passDirection, passList } from './entities.ts'
import { seen } from './passes.ts'

/** A vehicle that passed a camera. */
export const vehiclePass = noun({
  name: 'vehiclePass',
  word: { zh: '过车记录', en: 'vehicle pass' },
  words: { zh: '过车记录', en: 'vehicle passes' },
  route: 'trafficEventMgmt',
  fields: {
    /** Empty of a vehicle without a plate, or whose plate was not read. */
    plateNumber: seen.plateNumber,
    deptId: seen.deptId,
  },
  shown: {
    plateColor: seen.plateColor,
    vehicleType: seen.vehicleType,
    vehicleSize: seen.vehicleSize,
    place: field.text({ zh: '卡口', en: 'Location' }, 64),
    laneNo: seen.laneNo,
    direction: field.requiredChoice({ zh: '方向', en: 'Direction' }, passDirection),
    passTime: seen.passTime('通过时间', 'Passed'),
    /** What the device says of the time, where that is not believed. */
    deviceTime: field.time({ zh: '设备时间', en: 'Device time' }),
    /** Null where it was not measured. */
    speed: seen.speed,
    illegal: field.flag({ zh: '超速', en: 'Speeding' }, yesNo, 0),
    /** 0 to 100. */
    confidence: field.number({ zh: '置信度', en: 'Confidence' }, { min: 0, max: 100, unit: '%' }),
    listType: field.choice({ zh: '名单', en: 'List' }, passList),
    driver: seen.driver,
    owner: seen.owner,
    bigImage: seen.bigImage,
    plateImage: seen.plateImage,
    pictureLost: seen.pictureLost,
    ip: seen.ip,
    eventName: seen.eventName,
    /** What of the device's message could not be read, as it came. */
    unread: field.long({ zh: '未能解析的内容', en: 'Could not be read' }, 2_000),
  },
  title: 'plateNumber',
  key: 'plateNumber',
  search: ['plateNumber', 'driver', 'owner'],
  filters: ['plateNumber', 'place', 'direction', 'illegal', 'listType'],
  ranges: ['passTime', 'speed'],
  imports: false,
})
