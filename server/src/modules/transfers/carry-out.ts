import type { Text } from '@vigil/contract/kernel/text.ts'
import { transferRecord, type Transfer } from '@vigil/contract/transfers/entities.ts'
import type { Asked, Caller } from '../../kernel/caller.ts'
import { askedBy } from '../../kernel/jobs/asker.ts'
import type { Claim, QueuedWork } from '../../kernel/jobs/job.ts'
import { isDiskFull, isTrouble } from '../../kernel/database-trouble.ts'
import { announce } from '../../kernel/record-changes.ts'
import { NotReady, Refusal } from '../../kernel/refusal.ts'
import { beyond } from '../../kernel/scope.ts'
import { SheetError } from '../../kernel/sheets/sheet-error.ts'
import type { TransferContext } from './context.ts'
import { Cancelled, Failed, Job, Left } from './job.ts'
import { queued, queues, type Order } from './orders.ts'
import { runExport } from './start-export.ts'
import { noteImport, runImportOrder } from './start-import.ts'

/** Milliseconds between two times that a row is told how far its transfer is. */
const tellEvery = 1_000
/** So often a server may fall silent over one: it may well be what ends them. */
const silencesAtMost = 3
/** So often one is begun anew over a database that cannot be reached: it may well be what is too much for it. */
const attemptsAtMost = 20

const unexpected: Text = { zh: '服务器内部错误，已记录', en: 'Internal server error, it was logged' }
const gone: Text = { zh: '发起人已不能登录', en: 'The user who started it can no longer sign in' }
const less: Text = {
  zh: '发起人的权限或数据范围已缩小',
  en: 'The permissions or data scope of the user who started it have been reduced',
}
const interrupted = '服务重启，任务中断 / interrupted by a restart'

const reasonFor = (error: unknown): Text | null => {
  if (error instanceof Failed || error instanceof SheetError) return error.reason
  if (error instanceof NotReady) return error.told
  return error instanceof Refusal ? { zh: error.tell('zh'), en: error.tell('en') } : null
}

type Outcome = Pick<Transfer, 'state' | 'reason'>

const work = (context: TransferContext, job: Job, order: Order, asked: Asked): Promise<void> =>
  order.kind === 'export' ? runExport(context, job, order, asked) : runImportOrder(context, job, order, asked)

/** The database was away for a moment, or ended a connection: what is written for good stands, and somebody goes on from there. */
const isAway = (error: unknown, { attempt }: Job): boolean =>
  error instanceof NotReady && isTrouble(error.cause) && !isDiskFull(error.cause) && attempt < attemptsAtMost

/** What came of it; throws `Left`, and what is nobody's fault but the database's. */
const outcomeOf = async (context: TransferContext, job: Job, order: Order, asked: Asked): Promise<Outcome> => {
  try {
    // One that has written rows comes to its report first.
    if (job.reached === 0) job.goOn()
    await work(context, job, order, asked)
    return { state: 'done', reason: '' }
  } catch (error) {
    // Whatever was thrown: by somebody who is not to say anything any more.
    job.stay()
    if (isAway(error, job)) throw error
    if (error instanceof Cancelled) return { state: 'cancelled', reason: '' }
    const told = reasonFor(error)
    if (!told) context.kernel.log.error({ err: error, transfer: job.transfer.id }, 'a transfer failed')
    return { state: 'failed', reason: (told ?? unexpected)[asked.language] }
  }
}

/** It goes on by the rights with which it was begun, for as long as they are its asker's. */
const endWithRights = async ({ callerOf }: TransferContext, job: Job, began: Caller): Promise<void> => {
  const now = await callerOf(began.userId)
  if (!now) job.fail(gone)
  else if (beyond(now, began)) job.fail(less)
}

/** Told into the row while it runs, from which other servers answer; hears there that somebody cancelled it. */
const keepTelling = (context: TransferContext, job: Job, { caller }: Asked): (() => void) => {
  const {
    store,
    kernel: { log },
  } = context
  let telling = false
  const tell = async (): Promise<void> => {
    if (telling) return
    telling = true
    try {
      await endWithRights(context, job, caller)
      const heard = await store.tell(job)
      if (heard === 'cancelled') job.cancel()
      if (heard === 'lost') job.leave()
    } catch (error) {
      log.warn({ err: error, transfer: job.transfer.id }, 'how far a transfer is was not written')
    } finally {
      telling = false
    }
  }
  const timer = setInterval(() => void tell(), tellEvery).unref()
  return () => clearInterval(timer)
}

/** The end of a transfer and its row of the journal, both or neither. */
const finish = ({ kernel, store }: TransferContext, job: Job, outcome: Outcome, asked: Asked): Promise<void> =>
  kernel.transaction(async (trx, after) => {
    const finishedAt = kernel.clock.toWire(kernel.clock.now())
    if (!(await store.finish(trx, { ...job.transfer, ...outcome, finishedAt }, job.attempt))) throw new Left()
    if (job.entry) await kernel.journal.write(trx, asked, { module: 'transfers', ...job.entry })
    announce(kernel.bus, after, transferRecord, job.transfer.id)
  })

const carryOut = async (context: TransferContext, { payload, attempt, signal }: Claim): Promise<void> => {
  const { store, kernel, lanes } = context
  const { transfer: id, asker, order } = queued.parse(payload)
  const caller = await context.callerOf(asker.userId)
  const asked = askedBy(asker, caller)
  const taken = await store.takeUp(id, attempt, kernel.server)
  // It came to its end, and only the queue was not told.
  if (!taken) return
  const job = new Job(taken)
  if (taken.cancelAsked) job.cancel()
  const leave = (): void => job.leave()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const stopTelling = keepTelling(context, job, asked)
  lanes.running.set(id, job)
  try {
    const isPoison = taken.silences > silencesAtMost
    if (isPoison && order.kind === 'import') noteImport(job, order)
    const outcome: Outcome = isPoison
      ? { state: 'failed', reason: interrupted }
      : caller
        ? await outcomeOf(context, job, order, asked)
        : { state: 'failed', reason: gone[asked.language] }
    await finish(context, job, outcome, asked)
  } catch (error) {
    if (error instanceof Left || isAway(error, job)) await store.leave(job)
    throw error
  } finally {
    stopTelling()
    signal.removeEventListener('abort', leave)
    lanes.running.delete(id)
  }
}

/** The work of the two queues. */
export const transferWorks = (context: TransferContext): QueuedWork[] => {
  const run = (claim: Claim): Promise<void> => carryOut(context, claim)
  return [
    { name: queues.export, atOnce: 2, run },
    { name: queues.import, atOnce: 1, alone: true, run },
  ]
}
