import { setImmediate } from 'node:timers/promises'
import type { Incoming, Outcome } from './incoming.ts'
import { ConnectionLost } from '../../kernel/database-trouble.ts'
import { NotReady } from '../../kernel/refusal.ts'
import { createBatch, type Batch, type BatchGround } from './batch.ts'
import type { HelpLane } from './help-lane.ts'
import { fixOfCall, helpCallOf, isBacklog, isHelp, isLocated, type Located } from './admission.ts'
import { answerWithin } from './rules.ts'
import { positionsMoved } from './moved.ts'
import { createState, stateRowsOf, takeOver, takeOverNewer, type DeviceState, type Latest } from './state.ts'

/**
 * Reports that only say that somebody walked on wait so many milliseconds for company after a transaction: its cost hardly
 * depends on how many it writes. What raises an alarm waits for nobody.
 */
const restAfter = 100
/** Reports that are company enough. */
const enough = 2_000
/** Of a backlog so many go into one transaction: what is live waits no longer than that one takes. */
const backlogAtOnce = 500
/** Reports that may wait in each lane; past that devices are told to come again instead of being buffered without bound. */
const laneLimit = 60_000
/**
 * Of a backlog of sockets no more is asked for than is stored in so many seconds, by what was in the last two, but always so many:
 * what waits longer than `answerWithin` would have to come again.
 */
const backlogAhead = { seconds: 4, measuredOver: 2, atLeast: 1_000 } as const
/** So many latest states are written so often, in milliseconds, beside the transactions of reports; see `docs/decisions`. */
const slice = { states: 200, every: 1_000 } as const

interface Pending {
  readonly reports: readonly Located[]
  readonly recv: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
  /** Told already that it is not stored yet: it need not be. */
  over: boolean
}

interface Ground extends BatchGround {
  readonly help: HelpLane
  /** Committed: these devices moved. */
  readonly onCommitted: (deviceIds: Iterable<number>) => void
}

/**
 * Reports in, in three lanes; out only once they are committed. Calls for help have a lane of their own that waits for
 * nothing; what is live takes turns with a backlog, slice by slice.
 */
export interface Pipeline {
  /** One outcome for each report, in their order; rejects with `NotReady` when they are not all stored. */
  readonly report: (reports: readonly Incoming[]) => Promise<Outcome[]>
  /** Whether sockets may send more of a backlog. */
  readonly hasRoom: () => boolean
  readonly states: ReadonlyMap<number, DeviceState>
  /** Takes up how devices stand that this server has not heard itself; what it knows better it keeps. */
  readonly learn: (latest: readonly Latest[]) => void
  /** Waits until nothing is under way, and writes the latest states. */
  readonly finish: () => Promise<void>
  readonly waiting: () => number
}

/** The next transaction: judged, and whose it is. */
interface Open {
  readonly batch: Batch
  readonly members: Pending[]
}

/** Pendings of one lane in the order in which they came, and how many reports they hold. */
interface Lane {
  readonly queue: Pending[]
  waiting: number
}

const latestOf = ({ row, recvTime, standings }: Latest): Latest => ({ row, recvTime, standings })
const keyOf = ({ deviceType, deviceId, time, kind }: Located): string => `${deviceType}:${deviceId}:${time}:${kind}`

export const createPipeline = (ground: Ground): Pipeline => {
  const { kernel, store, help } = ground
  const states = new Map<number, DeviceState>()
  const stateOf = (id: number): DeviceState | undefined => states.get(id)
  const begin = (): Open => ({ batch: createBatch(ground, states), members: [] })
  /** Not judged yet: what came while a transaction was under way. */
  const live: Lane = { queue: [], waiting: 0 }
  /** Of a backlog that comes in posts, and of one that comes report by report; they take turns, since a post is never so small. */
  const posts: Lane = { queue: [], waiting: 0 }
  const drops: Lane = { queue: [], waiting: 0 }
  /** Everything that is not answered yet, the oldest first. */
  const unanswered = new Set<Pending>()
  /** What other servers heard, until no batch is under way. */
  const learned: Latest[] = []
  /** Of what is live. */
  let open = begin()
  /** Drops that were stored lately, with the time at which they were. */
  let storedLately: { readonly at: number; readonly reports: number }[] = []
  let committing: Promise<void> | null = null
  let liveWasLast = false
  let postsWereLast = false
  let rest: NodeJS.Timeout | null = null
  let finishing = false
  /** Reports whose transaction was given up and may stand open on the server still: a second one would wait for it. */
  const doubtful = new Set<string>()
  /** Devices whose latest state is newer than what is written of it. */
  const unwritten = new Set<number>()
  let slicing: Promise<void> | null = null
  let sliceTimer: NodeJS.Timeout | null = null
  let answerTimer: NodeJS.Timeout | null = null

  const answer = (pending: Pending, outcomes: Outcome[]): void => {
    unanswered.delete(pending)
    pending.resolve(outcomes)
  }
  const fail = (pending: Pending, error: unknown): void => {
    unanswered.delete(pending)
    pending.over = true
    pending.reject(error)
  }
  /** Whatever holds a transaction up, a device learns in time that it has to come again. */
  const failOverdue = (): void => {
    const oldest = kernel.clock.now() - answerWithin
    for (const pending of unanswered) {
      if (pending.recv > oldest) break
      fail(pending, new NotReady('the database takes too long'))
    }
    answerTimer = unanswered.size > 0 ? setTimeout(failOverdue, 250).unref() : null
  }

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
    if (kernel.bus.hasOthers()) kernel.bus.tellOthers(positionsMoved, [...newest.values()].map(latestOf))
    members.forEach((pending, index) => answer(pending, outcomes[index] as Outcome[]))
  }
  /**
   * What breaks one sender's reports must not cost the others: on a fault that is not the database's absence each goes alone.
   * How many reports were stored.
   */
  const commitOrSplit = async (taken: Open): Promise<number> => {
    const { members } = taken
    try {
      await commit(taken)
      return taken.batch.size()
    } catch (error) {
      if (members.length > 1 && !(error instanceof NotReady)) {
        let stored = 0
        for (const pending of members) {
          const alone = begin()
          add(alone, pending)
          stored += await commitOrSplit(alone)
        }
        return stored
      }
      kernel.log.warn({ err: error }, 'a batch of reports could not be stored')
      if (error instanceof NotReady && error.cause instanceof ConnectionLost) doubt(members, error.cause.ended)
      for (const pending of members) fail(pending, error)
      return 0
    }
  }
  const doubt = (members: readonly Pending[], ended: Promise<void>): void => {
    const keys = members.flatMap(({ reports }) => reports.map(keyOf))
    for (const key of keys) doubtful.add(key)
    void ended.then(() => {
      for (const key of keys) doubtful.delete(key)
    })
  }
  const add = ({ batch, members }: Open, pending: Pending): void => {
    members.push(pending)
    batch.take(pending.reports, pending.recv)
  }
  const take = (lane: Lane, into: Open, atMost: number): void => {
    while (lane.queue.length > 0 && into.batch.size() < atMost) {
      const pending = lane.queue.shift() as Pending
      lane.waiting -= pending.reports.length
      if (!pending.over) add(into, pending)
    }
  }

  /** Judges what came, and begins a transaction if it is time for one. */
  const settle = (): void => {
    if (committing) return
    const mayBacklog = posts.queue.length + drops.queue.length > 0
    if (mayBacklog && liveWasLast && open.members.length === 0) {
      committing = commitBacklog()
      return
    }
    take(live, open, enough)
    const { batch, members } = open
    const due = rest === null || finishing || mayBacklog || batch.size() >= enough || batch.isUrgent()
    if (members.length > 0 && due) committing = commitLive()
    else if (mayBacklog && members.length === 0) committing = commitBacklog()
  }
  const commitLive = async (): Promise<void> => {
    liveWasLast = true
    await commitOrSplit(open)
    if (rest) clearTimeout(rest)
    rest = setTimeout(() => {
      rest = null
      settle()
    }, restAfter)
    await next()
  }
  const commitBacklog = async (): Promise<void> => {
    liveWasLast = false
    const taken = begin()
    const lane = drops.queue.length === 0 || (posts.queue.length > 0 && !postsWereLast) ? posts : drops
    postsWereLast = lane === posts
    take(lane, taken, backlogAtOnce)
    const reports = taken.members.length > 0 ? await commitOrSplit(taken) : 0
    const at = kernel.clock.now()
    if (lane === drops)
      storedLately = [...storedLately.filter((one) => one.at > at - backlogAhead.measuredOver * 1_000), { at, reports }]
    await next()
  }
  const learn = (latest: readonly Latest[]): void => {
    learned.push(...latest)
    if (!committing && open.members.length === 0) learnNow()
  }
  /** Between two batches: what one was judged against does not change under it. */
  const learnNow = (): void => {
    const list = learned.splice(0)
    for (const latest of list) {
      const { deviceId } = latest.row
      const state = states.get(deviceId)
      if (state) takeOverNewer(state, latest)
      else states.set(deviceId, createState(latest))
    }
    ground.onCommitted(list.map(({ row }) => row.deviceId))
  }
  const next = async (): Promise<void> => {
    // Sockets get their turn between two transactions, however much is waiting.
    await setImmediate()
    committing = null
    learnNow()
    open = begin()
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

  const enqueue = (lane: Lane, reports: readonly Located[], recv: number): Promise<Outcome[]> => {
    if (!kernel.disk.takesPositions()) return Promise.reject(new NotReady('the disk is nearly full'))
    if (lane.waiting + reports.length > laneLimit) return Promise.reject(new NotReady('too many reports are waiting'))
    if (doubtful.size > 0 && reports.some((report) => doubtful.has(keyOf(report))))
      return Promise.reject(new NotReady('the transaction of these reports is not over'))
    const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
    const pending: Pending = { reports, recv, resolve, reject, over: false }
    unanswered.add(pending)
    lane.queue.push(pending)
    lane.waiting += reports.length
    answerTimer ??= setTimeout(failOverdue, answerWithin).unref()
    return promise
  }
  const isPlainlyLive = (report: Incoming, recv: number): report is Located =>
    report.kind === 0 && isLocated(report) && !isBacklog(report, recv)

  /** Each report into its lane; the answer is whole once each lane has given its part. */
  const sort = async (reports: readonly Incoming[], recv: number): Promise<Outcome[]> => {
    const outcomes = new Array<Outcome>(reports.length)
    const parts: { readonly lane: Lane; readonly reports: Located[]; readonly places: (number | null)[] }[] = []
    const laneOf = (report: Located): Lane => (!isBacklog(report, recv) ? live : reports.length === 1 ? drops : posts)
    const put = (lane: Lane, report: Located, place: number | null): void => {
      let part = parts.findLast((one) => one.lane === lane)
      if (part === undefined || (lane === posts && part.reports.length >= backlogAtOnce))
        parts.push((part = { lane, reports: [], places: [] }))
      part.reports.push(report)
      part.places.push(place)
    }
    const calls: Promise<void>[] = []
    const takes = kernel.disk.takesPositions()
    reports.forEach((report, index) => {
      if (isHelp(report)) {
        const call = helpCallOf(report, recv)
        calls.push(help.raise(call).then((outcome) => void (outcomes[index] = outcome)))
        const fix = fixOfCall(report, call)
        // What became of the call is the answer; its fix is stored beside it while there is room.
        if (fix && takes) put(laneOf(fix), fix, null)
      } else if (!isLocated(report)) outcomes[index] = report.time === null ? 'noTime' : 'noFix'
      else put(laneOf(report), report, index)
    })
    const stored = parts.map(async (part) => {
      const results = await enqueue(part.lane, part.reports, recv)
      part.places.forEach((place, at) => place !== null && (outcomes[place] = results[at] as Outcome))
    })
    settle()
    // All of them, so that none is left without anybody who hears that it failed.
    for (const ended of await Promise.allSettled([...calls, ...stored])) if (ended.status === 'rejected') throw ended.reason
    return outcomes
  }

  return {
    report: (reports) => {
      if (reports.length === 0) return Promise.resolve([])
      const recv = kernel.clock.now()
      if (!reports.every((report) => isPlainlyLive(report, recv))) return sort(reports, recv)
      const answered = enqueue(live, reports, recv)
      settle()
      return answered
    },
    hasRoom: () => {
      const since = kernel.clock.now() - backlogAhead.measuredOver * 1_000
      const stored = storedLately.reduce((sum, { at, reports }) => (at > since ? sum + reports : sum), 0)
      const storable = (stored * backlogAhead.seconds) / backlogAhead.measuredOver
      return drops.waiting < Math.min(laneLimit / 2, Math.max(backlogAhead.atLeast, storable))
    },
    states,
    learn,
    finish: async () => {
      finishing = true
      for (settle(); committing; ) await committing
      await help.finish()
      if (rest) clearTimeout(rest)
      if (sliceTimer) clearTimeout(sliceTimer)
      if (answerTimer) clearTimeout(answerTimer)
      await slicing
      await store.upsertStates(kernel.db.sql, stateRowsOf(unwritten, stateOf))
      unwritten.clear()
      finishing = false
    },
    waiting: () => live.waiting + posts.waiting + drops.waiting + open.batch.size(),
  }
}
