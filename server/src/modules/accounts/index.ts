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
  references: {
    dept: { table: 'dept', name: 'name', dept: 'id', word: { zh: '部门', en: 'The department' } },
    user: {
      table: 'person',
      name: 'cname',
      dept: 'dept_id',
      word: { zh: '人员', en: 'The person' },
      held: true,
      number: 'work_num',
    },
    role: { table: 'role', name: 'name', dept: null, word: { zh: '角色', en: 'The role' } },
  },
})
