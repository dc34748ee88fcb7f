/** Sheets in and out: exports of what a list shows, imports with a preview, their progress and history. */
export { createTransfers } from './module.ts'
