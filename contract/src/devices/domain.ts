import type { DomainName } from '../kernel/domain.ts'

export const deviceDomain = {
  order: 40,
  zh: '设备',
  en: 'Devices',
  logged: { deviceKey: { zh: '设备密钥', en: 'Device key', title: 'name' } },
  loggedKeys: {
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
