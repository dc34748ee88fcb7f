/** Where everybody is: reports in, latest states, tracks, and what the live hub tells of them. */
export { createHousekeeping } from './housekeeping.ts'
export { createPositions } from './module.ts'
export { createPositionService, type PositionService } from './service.ts'
export { createPositionStore } from './store.ts'
