import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sheetLimits, type SheetLimits, type SheetRow } from './row.ts'
import { SheetError, type SheetFault } from './sheet-error.ts'

export interface SheetOptions extends Partial<SheetLimits> {
  /** Of a workbook; the first visible one unless named. */
  readonly sheet?: string
}

/** What the worker is asked to read, and what it answers each time it is asked for more. */
export interface SheetOrder {
  readonly path: string
  readonly sheet: string | null
  readonly limits: SheetLimits
}
export type SheetAnswer =
  | { readonly rows: readonly SheetRow[]; readonly done: boolean }
  | { readonly fault: SheetFault; readonly values: Readonly<Record<string, string | number>> }

/** Megabytes of memory for the shared texts of a workbook at the limit; more is refused as too big. */
const memory = 384

/**
 * The rows of an Excel workbook or a CSV file that hold anything, in order, recognised by content whatever the file is called.
 * Texts come as they are, numbers without exponent, dates as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss` or `HH:mm`, truth as `TRUE` and
 * `FALSE`. A thread of its own reads them, no faster than they are taken, and ends when nobody takes more. Throws a
 * `SheetError` at the first row that is not acceptable: rows before it have come by then.
 */
export async function* readSheet(path: string, { sheet, ...limits }: SheetOptions = {}): AsyncGenerator<SheetRow> {
  const order: SheetOrder = { path, sheet: sheet ?? null, limits: { ...sheetLimits, ...limits } }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  try {
    for (;;) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
      worker.postMessage('more')
      const [answer] = (await once(worker, 'message')) as [SheetAnswer]
      if ('fault' in answer) throw new SheetError(answer.fault, answer.values)
      yield* answer.rows
      if (answer.done) return
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new SheetError('tooBigInside')
    throw error
  } finally {
    await worker.terminate()
  }
}
