import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv-reader.ts'
import type { SheetRow } from './row.ts'
import { SheetError } from './sheet-error.ts'
import type { SheetAnswer, SheetOrder } from './sheet-reader.ts'
import { readStart, readText, textEncodingOf } from './text-encoding.ts'
import { readWorkbook } from './workbook-reader.ts'

/** Rows and characters of one answer: the thread that takes it copies it in one go. */
const rowsAtOnce = 500
const charactersAtOnce = 500_000

async function* rowsOf({ path, sheet, limits }: SheetOrder): AsyncGenerator<SheetRow[]> {
  const start = (await readStart(path, 8)).toString('hex')
  if (start === 'd0cf11e0a1b11ae1') throw new SheetError('oldWorkbook')
  if (start.startsWith('504b0304') || start.startsWith('504b0506')) {
    yield* readWorkbook(path, sheet, limits)
    return
  }
  const encoding = await textEncodingOf(path)
  if (encoding === null) throw new SheetError('notText')
  yield* readCsv(readText(path, encoding), limits)
}

async function* answersOf(order: SheetOrder): AsyncGenerator<SheetAnswer> {
  let batch: SheetRow[] = []
  let characters = 0
  try {
    for await (const rows of rowsOf(order)) {
      for (const row of rows) {
        batch.push(row)
        for (const cell of row.cells) characters += cell.length
        if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue
        yield { rows: batch, done: false }
        batch = []
        characters = 0
      }
    }
    yield { rows: batch, done: true }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (batch.length > 0) yield { rows: batch, done: false }
    yield { fault: error.fault, values: error.values }
  }
}

const answers = answersOf(workerData as SheetOrder)
parentPort?.on('message', () => {
  // What fails here fails the thread, and with it who waits for the answer.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
  void answers.next().then(({ value }) => parentPort?.postMessage(value))
})
