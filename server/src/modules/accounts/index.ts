/** Departments, people, roles and what they permit. */
import { declareModule } from '../../kernel/module.ts'
import { createAccounts } from './module.ts'
import type { AccountService } from './service.ts'
export { credentials } from './credentials.store.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    accounts: AccountService
  }
}
export const domain = declareModule({
  name: 'accounts',
  needs: ['session', 'devices', 'files', 'push', 'positions', 'alarms', 'journal'],
  create: createAccounts,
})
