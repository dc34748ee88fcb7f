import { fileSettings } from '@vigil/contract/files/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module, Site } from '../../kernel/module.ts'
import { transferRoutes } from './routes.ts'
import { createTransferService } from './service.ts'
import { createTransferStore } from './store.ts'

export const createTransfers = (
  kernel: Kernel,
  { files, session }: Pick<Doors, 'files' | 'session'>,
  { nouns }: Site,
): Module => {
  const sheets = () => nouns().map(({ sheet }) => sheet)
  const service = createTransferService(kernel, createTransferStore(kernel), files, session.callerOf, sheets)
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
