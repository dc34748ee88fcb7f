import { domains } from '@vigil/contract/index.ts'
import { served } from '../../kernel/serve.ts'
import { drawQrCode } from './qr-code.ts'
import type { FileService } from './service.ts'

export const fileRoutes = (files: FileService) =>
  served(domains.files, {
    uploadFile: (body, asked) => files.upload(body, asked),
    clearAttachmentFile: ({ id }, asked) => files.remove(id, asked),
    createQrCode: (body) => drawQrCode(body),
  })
