/** Helmets, badges and vehicles: who wears what, which key lets them report. */
import { declareModule } from '../../kernel/module.ts'
import { createDevices } from './module.ts'
import type { DeviceService } from './service.ts'
export type { Commands, DeviceCommand, DeviceCommands, Said } from './commands.ts'
export type { MapObjects } from './routes.ts'
export { createDeviceService, type DeviceService } from './service.ts'
export { createDeviceStore, deptOfDevice, type Device } from './store.ts'
export type { OutOfUse } from './keepers.ts'
export type { DeviceChange, DeviceRegistry } from './registry.ts'
export { strangeCode } from './strange-code.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    devices: DeviceService
  }
}
export const domain = declareModule({ name: 'devices', create: createDevices })
