import { fileSettings } from '@vigil/contract/files/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors, Module } from '../../kernel/module.ts'
import { createFileContents } from './contents.ts'
import { fileDownloads } from './downloads.ts'
import { fileRoutes } from './routes.ts'
import { createFileService, type FileService } from './service.ts'
import { createFileStore } from './store.ts'

export interface FileDoor extends FileService {
  /** The folder in which uploads wait for the end of their call. */
  readonly incoming: string
}

export const createFiles = (kernel: Kernel, { session }: Pick<Doors, 'session'>): Module & { readonly door: FileDoor } => {
  const contents = createFileContents(kernel.config.dataDir)
  const service = createFileService(kernel, createFileStore(kernel), contents)
  return {
    door: { ...service, incoming: contents.incoming },
    served: fileRoutes(service),
    jobs: [
      {
        name: 'files',
        of: 'site',
        pattern: '29 37 * * * *',
        run: () => service.keepHouse(kernel.settings.get(fileSettings.exportDays)),
      },
    ],
    addresses: (fastify) => fileDownloads(fastify, service, session.authenticate),
  }
}
