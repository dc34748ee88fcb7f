import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { createPersonData, type PersonDataDoors } from './person-data.service.ts'
import { accountRoutes } from './routes.ts'
import { createAccountService, type AccountDoors, type AccountService } from './service.ts'
import { createAccountStore } from './store.ts'

export const createAccounts = (
  kernel: Kernel,
  doors: AccountDoors & PersonDataDoors,
): Module & { readonly service: AccountService } => {
  const service = createAccountService(kernel, createAccountStore(kernel), doors)
  const personData = createPersonData(kernel, service.people, doors)
  const { nouns, start } = service
  return { service, served: accountRoutes(service, personData), nouns, start }
}
