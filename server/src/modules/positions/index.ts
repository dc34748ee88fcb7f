/** Where everybody is: reports in, latest states, tracks, and what the live hub tells of them. */
export {
  boardTemperature,
  helpOfHelmet,
  numberOf,
  readableNumbers,
  readablePlace,
  type HelpKind,
  type Incoming,
  type Outcome,
} from './incoming.ts'
export type { ReportWith } from './key-gate.ts'
export { createHousekeeping } from './housekeeping.ts'
export { createPositions } from './module.ts'
export { createPositionService, type PositionService } from './service.ts'
export { createPositionStore } from './store.ts'
