import type { Text } from '@vigil/contract/kernel/text.ts'

export const vehicle: Text = { zh: '车辆', en: 'Vehicle' }
export const camera: Text = { zh: '设备', en: 'Device' }
export const handling: Text = { zh: '处理', en: 'Handling' }
