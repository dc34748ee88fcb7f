import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { hazardRoutes } from './routes.ts'
import { createHazardService, type HazardService } from './service.ts'
import { createHazardStore } from './store.ts'

export const createHazards = (
  kernel: Kernel,
  alarms: Parameters<typeof createHazardService>[2],
): Module & { readonly service: HazardService } => {
  const service = createHazardService(kernel, createHazardStore(kernel), alarms)
  const { nouns, held, load } = service
  return { service, served: hazardRoutes(service), nouns, held: [held], start: load }
}
