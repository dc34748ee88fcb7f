import { fileSettings } from '@vigil/contract/files/settings.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Module } from '../../kernel/module.ts'
import type { FileContents } from './contents.ts'
import { fileDownloads } from './downloads.ts'
import { fileRoutes } from './routes.ts'
import { createFileService, type FileService } from './service.ts'
import { createFileStore } from './store.ts'

export const createFiles = (
  kernel: Kernel,
  contents: FileContents,
  authenticate: Parameters<typeof fileDownloads>[2],
): Module & { readonly service: FileService } => {
  const service = createFileService(kernel, createFileStore(kernel), contents)
  return {
    service,
    served: fileRoutes(service),
    jobs: [
      {
        name: 'files',
        of: 'site',
        pattern: '29 37 * * * *',
        run: () => service.keepHouse(kernel.settings.get(fileSettings.exportDays)),
      },
    ],
    addresses: (fastify) => fileDownloads(fastify, service, authenticate),
  }
}
