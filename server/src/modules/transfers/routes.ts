import { transferCalls } from '@vigil/contract/transfers/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { TransferService } from './service.ts'

export const transferRoutes = (transfers: TransferService) =>
  served(transferCalls, {
    listSheetNounAll: (_, asked) => Promise.resolve(transfers.sheetNouns(asked)),
    createTemplate: (body, asked) => transfers.template(body, asked),
    startExport: (body, asked) => transfers.export(body, asked),
    previewImport: (body, asked) => transfers.preview(body, asked),
    startImport: (body, asked) => transfers.import(body, asked),
    getTransferById: (body, asked) => transfers.one(body, asked),
    cancelTransferById: (body, asked) => transfers.cancel(body, asked),
    listTransferAll: (body, asked) => transfers.list(body, asked),
  })
