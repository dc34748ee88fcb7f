/** The system log: who did what, whether its chain holds, how long it is kept. It is written by `kernel/journal.ts`. */
export { createSystemLog } from './module.ts'
export { verdictOf } from './service.ts'
export { createJournalStore } from './store.ts'
export { verify } from './verify.ts'
