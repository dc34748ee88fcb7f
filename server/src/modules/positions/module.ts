import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { positionRoutes } from './routes.ts'
import { createPositionService, type PositionService } from './service.ts'
import { createPositionStore } from './store.ts'

export const createPositions = (
  kernel: Kernel,
  doors: Parameters<typeof createPositionService>[2],
): Module & { readonly service: PositionService } => {
  const service = createPositionService(kernel, createPositionStore(kernel), doors)
  return {
    service,
    served: positionRoutes(service),
    jobs: [{ name: 'retention', pattern: '17 */10 * * * *', run: service.keepHouse }],
    start: service.start,
    // What stays unwritten of the latest states is read back from the positions at the next start.
    stop: () => service.finish().catch((error: unknown) => kernel.log.warn({ err: error }, 'the latest states were not written')),
  }
}
