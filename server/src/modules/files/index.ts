/** Files: brought by people, written by the server for them, read back by whoever may; QR codes. */
import { declareModule } from '../../kernel/module.ts'
import { createFiles, type FileDoor } from './module.ts'

export { rangeOf } from './rules.ts'
export type { OpenFile } from './service.ts'

declare module '../../kernel/module.ts' {
  interface Doors {
    files: FileDoor
  }
}
export const domain = declareModule({ name: 'files', needs: ['session'], create: createFiles })
