import { transferRecord, type Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked } from '../../kernel/caller.ts'
import { askerOf } from '../../kernel/jobs/asker.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announce } from '../../kernel/record-changes.ts'
import { TooMany } from '../../kernel/refusal.ts'
import type { Job } from './job.ts'
import { queues, type Order } from './orders.ts'
import type { TransferStore } from './store.ts'

type Begun = Pick<Transfer, 'kind' | 'noun' | 'fileName'>

/** Imports and exports that wait, on any server, or run here. */
export interface Lanes {
  /** Answers as soon as it waits for good; what comes of it is told by its transfer. */
  readonly begin: (begun: Begun, asked: Asked, order: Order) => Promise<Transfer>
  /** Those that run on this server, by their id: they know more than their rows. */
  readonly running: Map<string, Job>
}

/** Of one person so many wait or run at one time: far more than anybody looks at, and nobody else waits behind hundreds of them. */
const mostOfOne = 8
/** Seconds after which somebody who has that many may ask again. */
const comeBackAfter = 10

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

export const createLanes = (
  { bus, clock, queue, transaction }: Pick<Kernel, 'bus' | 'clock' | 'queue' | 'transaction'>,
  store: TransferStore,
): Lanes => ({
  running: new Map(),
  begin: (begun, asked, order) =>
    transaction(async (trx, after) => {
      if ((await store.unfinishedOf(trx, asked.caller.userId)) >= mostOfOne) throw new TooMany(comeBackAfter)
      const transfer = waitingTransfer(begun, asked.caller.cname, clock.toWire(clock.now()))
      const id = await store.create(trx, transfer, asked.caller.userId)
      await queue.send(trx, queues[order.kind], { transfer: id, asker: askerOf(asked), order }, after)
      announce(bus, after, transferRecord, id)
      return { ...transfer, id }
    }),
})
