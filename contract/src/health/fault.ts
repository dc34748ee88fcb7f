import { deviceType } from '../devices/entities.ts'
import { enumeration } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { noun } from '../kernel/noun.ts'

export const faultKind = enumeration({
  offline: { code: 'offline', zh: '离线', en: 'Offline' },
  lowBattery: { code: 'lowBattery', zh: '低电量', en: 'Low battery' },
  noFix: { code: 'noFix', zh: '无定位', en: 'No position' },
  stuck: { code: 'stuck', zh: '位置不动', en: 'Position stuck' },
  clockDrift: { code: 'clockDrift', zh: '时钟偏差', en: 'Clock wrong' },
})
export type FaultKind = (typeof faultKind.codes)[number]

export const longestFaultNote = 500
/** Seconds from year 0 to year 9999, and more. */
const mostSkew = 1e12

/** What is wrong with a device, from when it began until its cause has ended. */
export const deviceFault = noun({
  name: 'deviceFault',
  word: { zh: '设备故障', en: 'device fault' },
  words: { zh: '设备故障', en: 'device faults' },
  route: 'deviceHealthMgmt',
  fields: {
    deviceName: field.required({ zh: '设备', en: 'Device' }, 64),
    kind: field.requiredChoice({ zh: '故障', en: 'Fault' }, faultKind),
    deptId: field.ref({ zh: '部门', en: 'Department' }, 'dept'),
    ownerId: field.ref({ zh: '负责人', en: 'Owner' }, 'user'),
    note: field.text({ zh: '备注', en: 'Note' }, longestFaultNote),
  },
  shown: {
    deviceId: field.required({ zh: '设备编号', en: 'Device ID' }, 64),
    deviceType: field.requiredChoice({ zh: '设备类型', en: 'Device type' }, deviceType),
    userName: field.text({ zh: '佩戴人', en: 'Wearer' }, 64),
    since: field.time({ zh: '开始时间', en: 'Since' }),
    seenAt: field.time({ zh: '发现时间', en: 'Found' }),
    endedAt: field.time({ zh: '恢复时间', en: 'Back to normal since' }),
    /** Of a clock that is wrong: ahead above 0, behind below it. */
    skewSeconds: field.number(
      { zh: '时钟偏差', en: 'Clock wrong by' },
      { min: -mostSkew, max: mostSkew, unit: { zh: '秒', en: 's' } },
    ),
  },
  title: 'deviceName',
  key: 'deviceName',
  search: ['deviceName', 'deviceId', 'userName', 'ownerName'],
  filters: ['kind'],
  imports: false,
})
