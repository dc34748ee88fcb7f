/** The system log: who did what, whether its chain holds, how long it is kept. It is written by `kernel/journal.ts`. */
import { declareModule } from '../../kernel/module.ts'
import { createSystemLog, type JournalDoor } from './module.ts'
export { verdictOf } from './service.ts'
export { createJournalStore } from './store.ts'
export { verify } from './verify.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    journal: JournalDoor
  }
}
export const domain = declareModule({ name: 'journal', create: (kernel, _, site) => createSystemLog(kernel, site) })
