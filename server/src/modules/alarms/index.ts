/** Alarms: raised once a condition, told to every console, confirmed by a person. */
import { declareModule } from '../../kernel/module.ts'
import { createAlarms, type AlarmDoor } from './module.ts'
export type { AlarmIntent } from './intent.ts'
export type { ClosesWith } from './handle.ts'
export { isOneStay, judge } from './rules.ts'
export { createAlarmService, type AlarmService } from './service.ts'
export { createAlarmStore } from './store.ts'
export type { DriveAlarm, NewAlarm, OpenAlarm } from './raised.store.ts'
export { isChosenBySite } from './wanted.ts'
export type { WholeAlarm } from './whole.ts'
export type { AlarmDoor } from './module.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    alarms: AlarmDoor
  }
}
export const domain = declareModule({ name: 'alarms', needs: ['devices', 'session'], create: createAlarms })
