/** Sheets in and out: exports of what a list shows, imports with a preview, their progress and history. */
import { declareModule } from '../../kernel/module.ts'
import { createTransfers } from './module.ts'

export const domain = declareModule({ name: 'transfers', needs: ['files', 'session'], create: createTransfers })
