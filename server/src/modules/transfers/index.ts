/** Sheets in and out: exports of what a list shows, imports with a preview, their progress and history. */
export { transferRoutes } from './routes.ts'
export { createTransferService } from './service.ts'
export { createTransferStore } from './store.ts'
