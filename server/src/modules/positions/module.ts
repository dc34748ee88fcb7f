import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { createPositionsOfPerson } from './of-person.ts'
import { positionRoutes } from './routes.ts'
import { createPositionService, type PositionService } from './service.ts'
import { createPositionStore } from './store.ts'

export const createPositions = (
  kernel: Kernel,
  doors: Parameters<typeof createPositionService>[2],
): Module & { readonly service: PositionService; readonly ofPerson: ReturnType<typeof createPositionsOfPerson> } => {
  const store = createPositionStore(kernel)
  const service = createPositionService(kernel, store, doors)
  return {
    service,
    ofPerson: createPositionsOfPerson(kernel, doors.devices.wearers, store.tracks),
    served: positionRoutes(service),
    jobs: [{ name: 'retention', of: 'site', pattern: '17 */10 * * * *', run: service.keepHouse }],
    start: service.start,
    // What stays unwritten of the latest states is read back from the positions at the next start.
    stop: () => service.finish().catch((error: unknown) => kernel.log.warn({ err: error }, 'the latest states were not written')),
  }
}
