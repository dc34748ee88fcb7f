/** Alarms: raised once a condition, told to every console, confirmed by a person. */
export { createAlarms } from './module.ts'
export type { AlarmIntent } from './raise.ts'
export { createAlarmService, type AlarmService } from './service.ts'
export { createAlarmStore } from './store.ts'
