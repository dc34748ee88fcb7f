/** Hazard areas and electronic fences, and the watch that holds every fix against them. */
export { createHazards } from './module.ts'
export { createHazardService, type HazardService } from './service.ts'
export { createHazardStore } from './store.ts'
export type { Effect, Fix, Standing } from './rules.ts'
export type { FenceWatch, Standings, Subject } from './watch.ts'
