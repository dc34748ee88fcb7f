import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module } from '../../kernel/module.ts'
import { hazardRoutes } from './routes.ts'
import { createHazardService, type HazardService } from './service.ts'
import { createHazardStore } from './store.ts'

export const createHazards = (kernel: Kernel, { alarms }: Pick<Doors, 'alarms'>): Module & { readonly door: HazardService } => {
  const service = createHazardService(kernel, createHazardStore(kernel), alarms)
  const { nouns, held, load } = service
  return { door: service, served: hazardRoutes(service), nouns, held: [held], start: load }
}
