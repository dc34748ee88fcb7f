/** Helmets, badges and vehicles: who wears what, which key lets them report. */
export { createDevices } from './module.ts'
export type { Commands, DeviceCommand, DeviceCommands } from './commands.ts'
export type { MapObjects } from './routes.ts'
export { createDeviceService, type DeviceService } from './service.ts'
export { createDeviceStore, standingOf, type Device } from './store.ts'
export type { DeviceChange, DeviceRegistry } from './registry.ts'
