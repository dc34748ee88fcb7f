import { z } from 'zod'
import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { asker } from '../../kernel/jobs/asker.ts'

/** The queues of what is to be done: an export keeps nobody from anything, imports go one after the other in the whole site. */
export const queues = { export: 'export', import: 'import' } as const

const exportOrder = z.object({ kind: z.literal('export'), body: transferCalls.startExport.body })
const importOrder = z.object({
  kind: z.literal('import'),
  mode: z.enum(['preview', 'partial', 'all']),
  body: transferCalls.previewImport.body,
})
export type ExportOrder = z.output<typeof exportOrder>
export type ImportOrder = z.output<typeof importOrder>
export type Order = ExportOrder | ImportOrder

/** A transfer as it is queued. */
export const queued = z.object({
  transfer: z.string(),
  asker,
  order: z.discriminatedUnion('kind', [exportOrder, importOrder]),
})
