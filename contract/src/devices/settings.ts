import { numberSetting, settings, units } from '../kernel/setting.ts'
import { settingGroups } from '../menu/setting-groups.ts'
import type { DeviceType } from './entities.ts'

const group = settingGroups.limits
const { seconds, percent } = units

/** When something counts as silent, its place as old and its battery as low. */
export const deviceSettings = settings({
  personOffline: numberSetting(
    { zh: '人员设备离线', en: 'Personal devices: offline after' },
    { group, unit: seconds, range: [60, 3_600], preset: 300 },
  ),
  carOffline: numberSetting(
    { zh: '车辆离线', en: 'Vehicles: offline after' },
    { group, unit: seconds, range: [60, 7_200], preset: 600 },
  ),
  personStale: numberSetting(
    { zh: '人员设备信号中断', en: 'Personal devices: signal lost after' },
    { group, unit: seconds, range: [10, 600], preset: 30 },
  ),
  carStale: numberSetting(
    { zh: '车辆信号中断', en: 'Vehicles: signal lost after' },
    { group, unit: seconds, range: [10, 600], preset: 60 },
  ),
  lowBattery: numberSetting({ zh: '低电量', en: 'Low battery at' }, { group, unit: percent, range: [5, 50], preset: 20 }),
})

/** Seconds without a report after which a device of a kind is offline. */
export const offlineAfter = (kind: DeviceType) => deviceSettings[kind === 'car' ? 'carOffline' : 'personOffline']
