/** Hazard areas and electronic fences, and the watch that holds every fix against them. */
import { declareModule } from '../../kernel/module.ts'
import { createHazards } from './module.ts'
import type { HazardService } from './service.ts'
export { checkShape, createHazardService, type HazardService } from './service.ts'
export { createHazardStore } from './store.ts'
export { crossesItself, type Shape } from './geometry.ts'
export { judgesWays } from './watch.ts'
export {
  everybodyOf,
  judgeAreas,
  mayCount,
  type AreaEffect,
  type AreaRule,
  type Condition,
  type Everybody,
  type Present,
} from './area-rules.ts'
export { judgeEvery } from './judge-present.ts'
export { heardFor, type Heard, type NearEffect } from './near-rules.ts'
export type { SilentEffect } from './silent-rules.ts'
export { accuracyLimit, interpolateUpTo, shapeOf, type Effect, type Fix, type Standing, type Subject } from './rules.ts'
export type { Stretch } from './late-ways.ts'
export type { FenceWatch, HeardBeacon, Standings } from './watch.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    hazards: HazardService
  }
}
export const domain = declareModule({
  name: 'hazards',
  needs: ['alarms'],
  create: createHazards,
  references: {
    hazardArea: { table: 'hazard_area', name: 'name', dept: 'dept_id', word: { zh: '危险区域', en: 'The hazard area' } },
  },
})
