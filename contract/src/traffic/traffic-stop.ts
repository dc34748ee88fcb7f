import { handlingStatus } from '../alarms/entities.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'
import { yesNo } from '../kernel/yes-no.ts'
import { audioStatus, longestStopNote, longestStopReason, stopKind } from './entities.ts'
import { seen } from './passes.ts'

/** A vehicle that is to be stopped for speeding, or that stood somewhere. */
export const trafficStop = noun({
  name: 'trafficStop',
  word: { zh: '停车记录', en: 'stop record' },
  words: { zh: '停车记录', en: 'stop records' },
  route: 'trafficStopMgmt',
  fields: {
    plateNumber: seen.plateNumber,
    deptId: seen.deptId,
    areaId: field.ref({ zh: '所在区域', en: 'Area' }, 'hazardArea'),
    status: field.requiredChoice({ zh: '状态', en: 'Status' }, handlingStatus),
    reason: field.text({ zh: '原因', en: 'Reason' }, longestStopReason),
    handleNote: field.long({ zh: '处理说明', en: 'Note' }, longestStopNote),
    stopTime: field.time({ zh: '拦停时间', en: 'Stopped' }),
  },
  shown: {
    kind: field.requiredChoice({ zh: '类型', en: 'Kind' }, stopKind),
    ip: seen.ip,
    illegalPlace: field.text({ zh: '地点', en: 'Location' }, 64),
    eventName: seen.eventName,
    vehicleSize: seen.vehicleSize,
    passTime: seen.passTime('超速时间', 'Time of speeding'),
    nSpeed: seen.nSpeed,
    nUpperSpeedLimit: seen.limit,
    audioStatus: field.flag({ zh: '语音播报', en: 'Announcement' }, audioStatus, 0),
    startTime: field.time({ zh: '停车开始', en: 'Stood from' }),
    endTime: field.time({ zh: '停车结束', en: 'Stood until' }),
    /** Null while it stands, and of one that is to be stopped. */
    duration: field.number({ zh: '时长', en: 'Duration' }, { min: 0, max: 1e9, unit: { zh: '秒', en: 's' } }),
    isIllegal: field.flag({ zh: '违停', en: 'Where stopping is forbidden' }, yesNo, 0),
    driver: seen.driver,
    owner: seen.owner,
    bigImage: seen.bigImage,
    plateImage: seen.plateImage,
    pictureLost: seen.pictureLost,
    lng: field.lng(),
    lat: field.lat(),
    handleUser: field.text({ zh: '处理人', en: 'Handled by' }, 64),
    handleTime: field.time({ zh: '处理时间', en: 'Handled' }),
    /** The alarm that it raised, and the speeding record that is closed with it. */
    alarmId: field.text({ zh: '报警', en: 'Alarm' }, 20),
    speedingId: field.text({ zh: '超速记录', en: 'Speeding record' }, 20),
  },
  title: 'plateNumber',
  key: 'plateNumber',
  search: ['plateNumber', 'driver', 'owner'],
  filters: ['plateNumber', 'illegalPlace', 'kind', 'status', 'isIllegal'],
  ranges: ['passTime', 'startTime'],
  imports: false,
})
