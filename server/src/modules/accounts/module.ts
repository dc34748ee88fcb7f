import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module, Site } from '../../kernel/module.ts'
import { createPersonData, type PersonDataDoors } from './person-data.service.ts'
import { accountRoutes } from './routes.ts'
import type { AccountDoors } from './context.ts'
import { createAccountService, type AccountService } from './service.ts'
import { createAccountStore } from './store.ts'

/** Who has something of people. */
type Needed = 'session' | 'devices' | 'files' | 'push' | 'positions' | 'alarms' | 'journal'

export const createAccounts = (
  kernel: Kernel,
  { session, devices, files, push, positions, alarms, journal }: Pick<Doors, Needed>,
  { nouns }: Site,
): Module & { readonly door: AccountService } => {
  const doors: AccountDoors & PersonDataDoors = {
    sessions: session,
    wearers: devices.wearers,
    ofDepts: () => nouns().flatMap(({ ofDepts }) => ofDepts ?? []),
    files,
    signIns: session.ofPerson,
    push,
    positions: positions.ofPerson,
    alarms: alarms.ofPerson,
    journal: journal.ofPerson,
  }
  const service = createAccountService(kernel, createAccountStore(kernel), doors)
  const personData = createPersonData(kernel, service.people, doors)
  return {
    door: service,
    served: accountRoutes(service, personData),
    nouns: service.nouns,
    // Who may open their screen sees all of them.
    logged: { role: async () => new Set((await service.roles()).map(({ id }) => id)) },
    start: service.start,
  }
}
