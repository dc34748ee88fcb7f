import type { Text } from '@vigil/contract/kernel/text.ts'
import type { Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { NotReady, Refusal } from '../../kernel/refusal.ts'
import { SheetError } from '../../kernel/sheets/sheet-error.ts'
import { Cancelled, Failed, Job } from './job.ts'
import type { TransferStore } from './store.ts'

/** How many of each run at one time; the others wait in their order. */
const atOnce = { export: 2, import: 1 } as const

type Work = (job: Job) => Promise<void>
type Begun = Pick<Transfer, 'kind' | 'noun' | 'fileName'>

/** Imports and exports that wait or run. */
export interface Lanes {
  /** Answers as soon as it waits; what comes of it is told by its transfer. */
  readonly begin: (begun: Begun, asked: Asked, work: Work) => Promise<Transfer>
  /** One that waits or runs. */
  readonly get: (id: string) => Job | undefined
  /** Cancels all; resolves when they have ended. */
  readonly stop: () => Promise<void>
}

const unexpected: Text = { zh: '服务器内部错误，已记录', en: 'An internal error; it was logged' }

const reasonFor = (error: unknown): Text | null => {
  if (error instanceof Failed || error instanceof SheetError) return error.reason
  if (error instanceof NotReady) return error.told
  return error instanceof Refusal ? { zh: error.tell('zh'), en: error.tell('en') } : null
}

/** Never rejects: whatever happens is the job's outcome. */
const carryOut = async (
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  store: TransferStore,
  job: Job,
  work: Work,
  { language }: Asked,
): Promise<void> => {
  const { transfer } = job
  transfer.state = 'running'
  try {
    job.goOn()
    await work(job)
    transfer.state = 'done'
  } catch (error) {
    const told = reasonFor(error)
    transfer.state = error instanceof Cancelled ? 'cancelled' : 'failed'
    transfer.reason = told?.[language] ?? ''
    if (!told && !(error instanceof Cancelled)) {
      log.error({ err: error, transfer: transfer.id }, 'a transfer failed')
      transfer.reason = unexpected[language]
    }
  }
  transfer.finishedAt = clock.toWire(clock.now())
  await store.finish(transfer).catch((error: unknown) => log.error({ err: error }, 'the end of a transfer was not written'))
}

const waitingTransfer = (begun: Begun, userName: string, startedAt: string): Transfer => ({
  ...begun,
  id: '',
  state: 'waiting',
  userName,
  startedAt,
  finishedAt: null,
  total: null,
  done: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  wrong: 0,
  reason: '',
  problems: [],
  fileId: null,
  reportId: null,
  columns: [],
  sample: [],
})

export const createLanes = (kernel: Pick<Kernel, 'clock' | 'log'>, store: TransferStore): Lanes => {
  const jobs = new Map<string, Job>()
  const running = { export: 0, import: 0 }
  const waiting: { readonly lane: keyof typeof atOnce; readonly start: () => void }[] = []
  const ends = new Set<Promise<void>>()

  /** Starts what waits, in order, as far as its lane is free. */
  const next = (): void => {
    const at = waiting.findIndex(({ lane }) => running[lane] < atOnce[lane])
    const [item] = at < 0 ? [] : waiting.splice(at, 1)
    item?.start()
  }
  const enqueue = (job: Job, work: Work, asked: Asked): void => {
    const lane = job.transfer.kind === 'export' ? 'export' : 'import'
    const run = async (): Promise<void> => {
      await carryOut(kernel, store, job, work, asked)
      running[lane] -= 1
      jobs.delete(job.transfer.id)
      next()
    }
    const start = (): void => {
      running[lane] += 1
      const end = run()
      ends.add(end)
      void end.then(() => ends.delete(end))
    }
    waiting.push({ lane, start })
    next()
  }
  return {
    begin: async (begun, asked, work) => {
      const { clock } = kernel
      const transfer = waitingTransfer(begun, asked.caller.cname, clock.toWire(clock.now()))
      const id = await store.create(transfer, asked.caller.userId)
      const job = new Job({ ...transfer, id }, asked.caller.userId)
      jobs.set(id, job)
      enqueue(job, work, asked)
      return job.transfer
    },
    get: (id) => jobs.get(id),
    stop: async () => {
      for (const job of jobs.values()) job.cancel()
      // Each end lets the next one begin, which ends at once.
      while (ends.size > 0) await Promise.all(ends)
    },
  }
}
