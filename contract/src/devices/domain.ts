import type { DomainName } from '../kernel/domain.ts'

export const deviceDomain = {
  order: 40,
  zh: '设备',
  en: 'Devices',
  logged: { deviceKey: { zh: '设备密钥', en: 'Device key' } },
  alarmSources: { device: { zh: '设备', en: 'Device' }, vehicle: { zh: '车辆', en: 'Vehicle' } },
} as const satisfies DomainName
