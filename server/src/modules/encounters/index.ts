/** Vehicles that close in on people: both are told, and the console. */
import { declareModule } from '../../kernel/module.ts'
import { createEncounterService, type EncounterService } from './service.ts'
import { createEncounterStore } from './store.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    encounters: Pick<EncounterService, 'noteReversing'>
  }
}

export const domain = declareModule({
  name: 'encounters',
  needs: ['alarms', 'devices', 'hazards', 'positions'],
  create: (kernel, doors) => {
    const service = createEncounterService(kernel, createEncounterStore(kernel), doors)
    return {
      door: service,
      jobs: [{ name: 'encounters', of: 'server', pattern: '* * * * * *', run: service.judge }],
      start: service.start,
    }
  },
})
