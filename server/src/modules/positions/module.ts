import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module } from '../../kernel/module.ts'
import { createPositionsOfPerson } from './of-person.ts'
import { positionRoutes } from './routes.ts'
import { createPositionService, type PositionService } from './service.ts'
import { createPositionStore } from './store.ts'
import type { TrackStore } from './tracks.store.ts'

export interface PositionDoor extends PositionService {
  readonly ofPerson: ReturnType<typeof createPositionsOfPerson>
  /** The fixes of a device from an instant on to before another, ms since 1970, in their order, a few hours at a time. */
  readonly walk: TrackStore['walk']
}

export const createPositions = (
  kernel: Kernel,
  doors: Pick<Doors, 'alarms' | 'devices' | 'hazards'>,
): Module & { readonly door: PositionDoor } => {
  const store = createPositionStore(kernel)
  const service = createPositionService(kernel, store, doors)
  return {
    door: {
      ...service,
      ofPerson: createPositionsOfPerson(kernel, doors.devices.wearers, store.tracks),
      walk: (...asked) => store.tracks.walk(...asked),
    },
    served: positionRoutes(service),
    jobs: [
      { name: 'retention', of: 'site', pattern: '17 */10 * * * *', run: service.keepHouse },
      // Each server asks whose turn it is, and only where there is such a fence: a claim for the site would be written all the time.
      { name: 'who is inside', of: 'server', pattern: '*/2 * * * * *', run: service.judgePresent },
    ],
    start: service.start,
    // What stays unwritten of the latest states is read back from the positions at the next start.
    stop: () => service.finish().catch((error: unknown) => kernel.log.warn({ err: error }, 'the latest states were not written')),
  }
}
