import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { transferWorks } from './carry-out.ts'
import type { Body, FilesOfTransfers, TransferContext } from './context.ts'
import { startExport } from './start-export.ts'
import { createTemplate, startImport } from './start-import.ts'
import { createLanes } from './lanes.ts'
import { edits, sees } from './rights.ts'
import type { TransferStore } from './store.ts'

const day = 86_400_000
const what = { zh: '导入导出任务', en: 'The import or export' }

export type TransferService = ReturnType<typeof createTransferService>

const sheetNouns = ({ sheets }: TransferContext, asked: Asked) =>
  sheets()
    .filter(({ noun }) => sees(asked, noun.route))
    .map(({ noun }) => ({
      name: noun.name,
      word: noun.word,
      words: noun.words,
      route: noun.route,
      imports: noun.imports !== false && edits(asked, noun),
    }))

/** Whose transfers he hears of: an administrator of all. */
const ownerFor = ({ administrator, userId }: Caller): string | null => (administrator ? null : userId)

/** As its server knows it, where that is this one. */
const present = ({ lanes }: TransferContext, transfer: Transfer): Transfer => lanes.running.get(transfer.id)?.transfer ?? transfer

const one = async (context: TransferContext, id: string, { caller }: Asked): Promise<Transfer> => {
  const found = await context.store.one(id, ownerFor(caller))
  if (!found) throw new Refusal('notFound', { what })
  return present(context, found)
}

const cancel = async ({ store, lanes }: TransferContext, id: string, { caller }: Asked): Promise<null> => {
  if (!(await store.cancel(id, ownerFor(caller)))) throw new Refusal('notFound', { what })
  lanes.running.get(id)?.cancel()
  return null
}

const list = async (context: TransferContext, body: Body<'listTransferAll'>, { caller }: Asked) => {
  const stored = await context.store.list(body, ownerFor(caller), caller.userId)
  const asPresent = (transfer: Transfer): Transfer => present(context, transfer)
  return Array.isArray(stored) ? stored.map(asPresent) : { ...stored, list: stored.list.map(asPresent) }
}

/** The history goes with its files. */
const keepHouse = async ({ store, kernel: { clock, log } }: TransferContext, days: number): Promise<void> => {
  const rows = await store.dropOlder(new Date(clock.now() - days * day))
  if (rows > 0) log.info({ rows }, 'imports and exports were forgotten')
}

export const createTransferService = (
  kernel: Kernel,
  store: TransferStore,
  files: FilesOfTransfers,
  callerOf: TransferContext['callerOf'],
  sheets: TransferContext['sheets'],
) => {
  const lanes = createLanes(kernel, store)
  const context: TransferContext = { kernel, store, files, lanes, callerOf, sheets }
  return {
    works: transferWorks(context),
    keepHouse: (days: number) => keepHouse(context, days),
    sheetNouns: (asked: Asked) => sheetNouns(context, asked),
    template: (body: Body<'createTemplate'>, asked: Asked) => createTemplate(context, body, asked),
    export: (body: Body<'startExport'>, asked: Asked) => startExport(context, body, asked),
    preview: (body: Body<'previewImport'>, asked: Asked) => startImport(context, body, 'preview', asked),
    import: (body: Body<'startImport'>, asked: Asked) => startImport(context, body, body.mode, asked),
    one: ({ id }: { id: string }, asked: Asked) => one(context, id, asked),
    cancel: ({ id }: { id: string }, asked: Asked) => cancel(context, id, asked),
    list: (body: Body<'listTransferAll'>, asked: Asked) => list(context, body, asked),
  }
}
