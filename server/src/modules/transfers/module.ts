import { fileSettings } from '@vigil/contract/files/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import { transferRoutes } from './routes.ts'
import { createTransferService } from './service.ts'
import { createTransferStore } from './store.ts'

/** `sheets` are those of all modules. */
export const createTransfers = (
  kernel: Kernel,
  files: Parameters<typeof createTransferService>[2],
  sheets: Parameters<typeof createTransferService>[3],
): Module => {
  const service = createTransferService(kernel, createTransferStore(kernel), files, sheets)
  return {
    served: transferRoutes(service),
    jobs: [
      {
        name: 'transfers',
        of: 'site',
        pattern: '53 41 * * * *',
        run: () => service.keepHouse(kernel.settings.get(fileSettings.exportDays)),
      },
    ],
    queued: service.works,
  }
}
