/** Where everybody is: reports in, latest states, tracks, and what the live hub tells of them. */
import { declareModule } from '../../kernel/module.ts'
import { createPositions, type PositionDoor } from './module.ts'
export type { PositionDoor } from './module.ts'
export {
  boardTemperature,
  helpOfHelmet,
  numberOf,
  readableNumbers,
  readablePlace,
  timeOfSeconds,
  type HelpKind,
  type HelpWay,
  type Incoming,
  type Outcome,
} from './incoming.ts'
export type { ReportWith } from './key-gate.ts'
export { createHousekeeping } from './housekeeping.ts'
export { createPositionService, type PositionService } from './service.ts'
export { createPositionStore } from './store.ts'
export type { StoredFix } from './fix.ts'
export { conditionAtFence, deviceFields as alarmFieldsOf } from './intents.ts'
export { whoHas, type Whereabouts } from './present.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    positions: PositionDoor
  }
}
export const domain = declareModule({ name: 'positions', needs: ['alarms', 'devices', 'hazards'], create: createPositions })
