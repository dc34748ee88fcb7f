/** Files: brought by people, written by the server for them, read back by whoever may; QR codes. */
export { createFileContents, type FileContents } from './contents.ts'
export { createFiles } from './module.ts'
