/** The system log: who did what, whether its chain holds, how long it is kept. It is written by `kernel/journal.ts`. */
export { journalRoutes } from './routes.ts'
export { createJournalService, verdictOf } from './service.ts'
export { journalSheet } from './sheet.ts'
export { createJournalStore } from './store.ts'
export { verify } from './verify.ts'
