import { handlingStatus } from '../alarms/entities.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { audioStatus } from './entities.ts'
import { seen } from './passes.ts'

/** A vehicle that drove too fast, from the first place where that was measured to the last of the same drive. */
export const speedingRecord = noun({
  name: 'speedingRecord',
  word: { zh: '超速记录', en: 'speeding record' },
  words: { zh: '超速记录', en: 'speeding records' },
  route: 'trafficOverMgmt',
  fields: {
    plateNumber: seen.plateNumber,
    deptId: seen.deptId,
    status: field.requiredChoice({ zh: '状态', en: 'Status' }, handlingStatus),
  },
  shown: {
    illegalPlace: field.text({ zh: '超速地点', en: 'Location' }, 64),
    passTime: seen.passTime('超速时间', 'Time'),
    nSpeed: seen.nSpeed,
    nUpperSpeedLimit: seen.limit,
    /** How much of the limit it was above it. */
    overRatio: field.requiredNumber({ zh: '超速比例', en: 'Over the limit by' }, { min: 0, max: 10_000, unit: '%' }),
    maxSpeed: seen.maxSpeed,
    startTime: field.time({ zh: '开始时间', en: 'From' }),
    endTime: field.time({ zh: '结束时间', en: 'To' }),
    duration: field.requiredNumber({ zh: '时长', en: 'Duration' }, { min: 0, max: 1e9, unit: { zh: '秒', en: 's' } }),
    laneNo: seen.laneNo,
    vehicleType: seen.vehicleType,
    vehicleSize: seen.vehicleSize,
    driver: seen.driver,
    owner: seen.owner,
    bigImage: seen.bigImage,
    plateImage: seen.plateImage,
    pictureLost: seen.pictureLost,
    ip: seen.ip,
    eventName: seen.eventName,
    /** Of its stop record. */
    audioStatus: field.flag({ zh: '语音播报', en: 'Announcement' }, audioStatus, 0),
    handleUser: field.text({ zh: '处理人', en: 'Handled by' }, 64),
    handleTime: field.time({ zh: '处理时间', en: 'Handled' }),
    /** By which it is closed. */
    stopId: field.text({ zh: '拦停记录', en: 'Stop record' }, 20),
  },
  title: 'plateNumber',
  key: 'plateNumber',
  search: ['plateNumber', 'driver', 'owner'],
  filters: ['plateNumber', 'illegalPlace', 'status'],
  ranges: ['passTime', 'nSpeed'],
  imports: false,
})
