import { setImmediate } from 'node:timers/promises'
import type { Incoming, Outcome } from '../../gateways/incoming.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { createBatch, type Batch, type BatchGround } from './batch.ts'
import { createState, stateRowsOf, takeOver, type DeviceState, type Latest } from './state.ts'

/**
 * Reports that only say that somebody walked on wait so many milliseconds for company after a transaction: its cost hardly
 * depends on how many it writes. What raises an alarm waits for nobody.
 */
const restAfter = 100
/** Reports that are company enough. */
const enough = 2_000
/** Reports that may wait; past that devices are told to come again instead of being buffered without bound. */
const queueLimit = 60_000
/** So many latest states are written so often, in milliseconds, beside the transactions of reports; see `docs/decisions`. */
const slice = { states: 200, every: 1_000 } as const

interface Pending {
  readonly reports: readonly Incoming[]
  readonly recv: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
}

interface Ground extends BatchGround {
  /** Committed: these devices moved. */
  readonly onCommitted: (deviceIds: Iterable<number>) => void
}

/** Reports in, in order; out only once they are committed. */
export interface Pipeline {
  /** One outcome for each report, in their order; rejects with `NotReady` when nothing was taken. */
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  readonly states: ReadonlyMap<number, DeviceState>
  readonly load: (latest: Iterable<Latest>) => void
  /** Waits until nothing is under way, and writes the latest states. */
  readonly finish: () => Promise<void>
  readonly waiting: () => number
}

/** The next transaction: judged, and whose it is. */
interface Open {
  readonly batch: Batch
  readonly members: Pending[]
}

export const createPipeline = (ground: Ground): Pipeline => {
  const { kernel, store } = ground
  const states = new Map<number, DeviceState>()
  const stateOf = (id: number): DeviceState | undefined => states.get(id)
  const begin = (): Open => ({ batch: createBatch(ground, states), members: [] })
  /** Not judged yet: what came while a transaction was under way. */
  const queue: Pending[] = []
  let open = begin()
  let waiting = 0
  let committing: Promise<void> | null = null
  let rest: NodeJS.Timeout | null = null
  let finishing = false
  /** Devices whose latest state is newer than what is written of it. */
  const unwritten = new Set<number>()
  let slicing: Promise<void> | null = null
  let sliceTimer: NodeJS.Timeout | null = null

  const commit = async ({ batch, members }: Open): Promise<void> => {
    const { outcomes, states: newest, written, events } = await batch.commit()
    for (const [id, staged] of newest) {
      const state = states.get(id) ?? createState(staged)
      states.set(id, state)
      takeOver(state, staged)
      if (written.has(id)) unwritten.delete(id)
      else unwritten.add(id)
    }
    kernel.live.publish(events)
    ground.onCommitted(newest.keys())
    members.forEach((pending, index) => pending.resolve(outcomes[index] as Outcome[]))
  }
  /** What breaks one sender's reports must not cost the others: on a fault that is not the database's absence each goes alone. */
  const commitOrSplit = async (taken: Open): Promise<void> => {
    const { members } = taken
    try {
      await commit(taken)
    } catch (error) {
      if (members.length > 1 && !(error instanceof NotReady)) {
        for (const pending of members) {
          const alone = begin()
          add(alone, pending)
          await commitOrSplit(alone)
        }
        return
      }
      kernel.log.warn({ err: error }, 'a batch of reports could not be stored')
      for (const pending of members) pending.reject(error)
    }
  }
  const add = ({ batch, members }: Open, pending: Pending): void => {
    members.push(pending)
    batch.take(pending.reports, pending.recv)
  }

  /** Judges what came, and begins a transaction if it is time for one. */
  const settle = (): void => {
    if (committing) return
    while (queue.length > 0 && open.batch.size() < enough) add(open, queue.shift() as Pending)
    const { batch, members } = open
    if (members.length > 0 && (rest === null || finishing || batch.size() >= enough || batch.isUrgent()))
      committing = commitOpen()
  }
  const commitOpen = async (): Promise<void> => {
    const taken = open
    waiting -= taken.batch.size()
    await commitOrSplit(taken)
    // Sockets get their turn between two transactions, however much is waiting.
    await setImmediate()
    open = begin()
    committing = null
    if (rest) clearTimeout(rest)
    rest = setTimeout(() => {
      rest = null
      settle()
    }, restAfter)
    sliceTimer ??= setTimeout(writeSlice, slice.every)
    settle()
  }

  const writeSlice = (): void => {
    const due = [...unwritten].slice(0, slice.states)
    // A device that reports meanwhile comes in again.
    for (const id of due) unwritten.delete(id)
    const written = store.checkpointStates(stateRowsOf(due, stateOf)).catch((error: unknown) => {
      kernel.log.warn({ err: error }, 'latest states could not be written, they stay for later')
      for (const id of due) unwritten.add(id)
    })
    slicing = written.then(() => {
      slicing = null
      sliceTimer = unwritten.size > 0 && !finishing ? setTimeout(writeSlice, slice.every) : null
    })
  }

  return {
    report: (reports) => {
      if (reports.length === 0) return Promise.resolve([])
      if (waiting + reports.length > queueLimit) return Promise.reject(new NotReady('too many reports are waiting'))
      const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
      queue.push({ reports, recv: kernel.clock.now(), resolve, reject })
      waiting += reports.length
      settle()
      return promise
    },
    states,
    load: (loaded) => {
      states.clear()
      for (const latest of loaded) states.set(latest.row.deviceId, createState(latest))
    },
    finish: async () => {
      finishing = true
      for (settle(); committing; ) await committing
      if (rest) clearTimeout(rest)
      if (sliceTimer) clearTimeout(sliceTimer)
      await slicing
      await store.upsertStates(kernel.db.sql, stateRowsOf(unwritten, stateOf))
      unwritten.clear()
      finishing = false
    },
    waiting: () => waiting,
  }
}
