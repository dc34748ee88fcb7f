import type { DomainName } from '../kernel/domain.ts'
import { terminalParameters } from './terminal-parameter.ts'

const parameterNames = Object.fromEntries(Object.entries(terminalParameters).map(([name, { zh, en }]) => [name, { zh, en }]))

export const deviceDomain = {
  order: 40,
  zh: '设备',
  en: 'Devices',
  logged: {
    deviceKey: { zh: '设备密钥', en: 'Device key', title: 'name' },
    carTerminal: { zh: '车载终端参数', en: 'Terminal parameters', title: 'vehicle', of: 'car' },
  },
  loggedKeys: {
    ...parameterNames,
    vehicle: { zh: '车辆', en: 'Vehicle' },
    receipt: { zh: '结果', en: 'Outcome' },
    fault: { zh: '终端应答', en: 'The terminal said' },
    deviceType: { zh: '设备类型', en: 'Device type' },
    deviceId: { zh: '设备编号', en: 'Device' },
    replacedBy: { zh: '替换为', en: 'Replaced by' },
    revokedAt: { zh: '失效时间', en: 'Expires' },
  },
  alarmSources: {
    device: { zh: '设备', en: 'Device' },
    vehicle: { zh: '车辆', en: 'Vehicle' },
    unregistered: { zh: '未登记设备', en: 'Unregistered device' },
  },
  asked: {
    ...parameterNames,
    parameterIds: { zh: '参数编号', en: 'Parameter numbers' },
    parameters: { zh: '终端参数', en: 'Terminal parameters' },
    deviceType: { zh: '设备类型', en: 'Device type' },
    deviceId: { zh: '设备编号', en: 'Device ID' },
    day: { zh: '日期', en: 'Day' },
    deviceTypes: { zh: '设备类型', en: 'Device types' },
    deptIds: { zh: '部门', en: 'Departments' },
    gatewayId: { zh: 'LoRa网关', en: 'LoRa gateway' },
    device: { zh: '设备', en: 'Device' },
    minutes: { zh: '旧密钥保留时间', en: 'How long the old key stays valid' },
    message: { zh: '消息', en: 'Message' },
  },
} as const satisfies DomainName
