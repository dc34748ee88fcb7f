import type { Incoming, Outcome } from './incoming.ts'
import type { Located } from './admission.ts'
import { createBatch, type Batch } from './batch.ts'
import type { HeardByKey } from './heard.ts'
import type { HelpLane } from './help-lane.ts'
import type { BatchDeps } from './judge-reports.ts'
import type { DeviceState, Latest } from './state.ts'

export interface Pending {
  readonly reports: readonly Located[]
  readonly recv: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
  /** Told already that it is not stored yet: it need not be. */
  over: boolean
}

/** Pendings of one lane in the order in which they came, and how many reports they hold. */
export interface Lane {
  readonly queue: Pending[]
  waiting: number
}

/** The next transaction: judged, and whose it is. */
export interface Open {
  readonly batch: Batch
  readonly members: Pending[]
}

export interface PipelineDeps extends BatchDeps {
  readonly help: HelpLane
  /** A report that says when, but not where. */
  readonly noteUnfixed: (kind: Incoming['deviceType'], code: string) => void
  /** Keeps what was heard by reports that say no place. */
  readonly keepHeard: (heard: HeardByKey) => Promise<void>
  /** Committed: these devices moved. */
  readonly onCommitted: (deviceIds: Iterable<number>) => void
  /** Tells other servers how they stand now. */
  readonly tellMoved: (latest: () => readonly Latest[]) => void
}

/** What is under way of the reports of one server. */
export interface PipelineContext {
  readonly deps: PipelineDeps
  readonly states: Map<number, DeviceState>
  /** Not judged yet: what came while a transaction was under way. */
  readonly live: Lane
  /** Of a backlog that comes in posts, and of one that comes report by report; they take turns, since a post is never so small. */
  readonly posts: Lane
  readonly drops: Lane
  /** Everything that is not answered yet, the oldest first. */
  readonly unanswered: Set<Pending>
  /** What other servers heard, until no batch is under way. */
  readonly learned: Latest[]
  /** Devices that stand at no fence any more, until no batch is under way, and who waits for that. */
  readonly gone: { readonly ids: readonly number[]; readonly left: () => void }[]
  /** Reports whose transaction was given up and may stand open on the server still: a second one would wait for it. */
  readonly doubtful: Set<string>
  /** Devices whose latest state is newer than what is written of it. */
  readonly unwritten: Set<number>
  /** Of what is live. */
  open: Open
  /** Drops that were stored lately, with the time at which they were. */
  storedLately: readonly { readonly at: number; readonly reports: number }[]
  /** How many posts each of the last transactions held. */
  answeredLately: readonly number[]
  /** Posts from which on all who were answered lately are back. */
  companyFrom: number
  committing: Promise<void> | null
  liveWasLast: boolean
  postsWereLast: boolean
  rest: NodeJS.Timeout | null
  finishing: boolean
  slicing: Promise<void> | null
  sliceTimer: NodeJS.Timeout | null
  answerTimer: NodeJS.Timeout | null
}

/** Of a backlog so many go into one transaction: what is live waits no longer than that one takes. */
export const backlogAtOnce = 500
/** Reports that may wait in each lane; past that devices are told to come again instead of being buffered without bound. */
export const laneLimit = 60_000
/**
 * Of a backlog of sockets no more is asked for than is stored in so many seconds, by what was in the last two, but always so many:
 * what waits longer than `answerWithin` would have to come again.
 */
export const backlogAhead = { seconds: 4, measuredOver: 2, atLeast: 1_000 } as const

export const begin = ({ deps, states }: Pick<PipelineContext, 'deps' | 'states'>): Open => ({
  batch: createBatch(deps, states),
  members: [],
})

const emptyLane = (): Lane => ({ queue: [], waiting: 0 })

export const createPipelineContext = (deps: PipelineDeps): PipelineContext => {
  const states = new Map<number, DeviceState>()
  return {
    deps,
    states,
    live: emptyLane(),
    posts: emptyLane(),
    drops: emptyLane(),
    unanswered: new Set(),
    learned: [],
    gone: [],
    doubtful: new Set(),
    unwritten: new Set(),
    open: begin({ deps, states }),
    storedLately: [],
    answeredLately: [],
    companyFrom: Number.POSITIVE_INFINITY,
    committing: null,
    liveWasLast: false,
    postsWereLast: false,
    rest: null,
    finishing: false,
    slicing: null,
    sliceTimer: null,
    answerTimer: null,
  }
}
