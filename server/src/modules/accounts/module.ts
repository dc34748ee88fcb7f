import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { createPersonData } from './person-data.service.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService, type AccountService } from './service.ts'
import { createAccountStore } from './store.ts'

type PersonDataDoors = Parameters<typeof createPersonData>
interface Doors {
  readonly sessions: Parameters<typeof createAccountService>[2]
  readonly files: PersonDataDoors[2]
  readonly walkTrack: PersonDataDoors[3]
}

export const createAccounts = (
  kernel: Kernel,
  { sessions, files, walkTrack }: Doors,
): Module & { readonly service: AccountService } => {
  const service = createAccountService(kernel, createAccountStore(kernel), sessions)
  const personData = createPersonData(kernel, service.people, files, walkTrack)
  const { sheets, start } = service
  return { service, served: accountRoutes(service, personData), sheets, start }
}
