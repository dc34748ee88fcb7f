/** Files: brought by people, written by the server for them, read back by whoever may; QR codes. */
export { createFileContents } from './contents.ts'
export { fileDownloads } from './downloads.ts'
export { fileRoutes } from './routes.ts'
export { createFileService } from './service.ts'
export { createFileStore } from './store.ts'
