import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { hazardRoutes } from './routes.ts'
import { createHazardService, type HazardService } from './service.ts'
import { createHazardStore, type HazardStore } from './store.ts'

export const createHazards = (
  kernel: Kernel,
  alarms: Parameters<typeof createHazardService>[2],
): Module & { readonly service: HazardService } & Pick<HazardStore, 'countIn'> => {
  const store = createHazardStore(kernel)
  const service = createHazardService(kernel, store, alarms)
  const { sheets, held, load } = service
  return { service, countIn: store.countIn, served: hazardRoutes(service), sheets, held: [held], start: load }
}
