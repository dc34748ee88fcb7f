import { tickEvery, type FromServer } from '@vigil/contract/live/live.ts'
import type { Bus } from './bus/bus.ts'
import type { Caller } from './caller.ts'
import type { DiskState } from './disk.ts'
import { createEventStream, liveEvents, type EventLog, type EventStream, type NumberedEvent } from './event-stream.ts'
import { sendRecordChanges } from './live/changes.ts'
import { askAll, recheckAll } from './live/connected.ts'
import type { LiveContext, PositionFeed, ToldBeyond } from './live/context.ts'
import { accept } from './live/entrance.ts'
import { createElsewhere, presence } from './live/elsewhere.ts'
import { sendChanges } from './live/frames.ts'
import { sayPresence } from './live/presence.ts'
import { startAnew } from './live/resume.ts'
import { hearPresence, noteTold, passOn, tell } from './live/telling.ts'
import type { Logger } from './log.ts'
import { recordsChanged } from './record-changes.ts'
import type { TakeSocket } from './sockets.ts'
import { createUnanswered } from './unanswered.ts'

export type { DirectoryDifference, PositionFeed, ToldBeyond } from './live/context.ts'

/** Milliseconds between two position frames. */
const pace = 250

export interface LiveHub {
  /** Takes a socket over; it must say hello in time. */
  accept: TakeSocket
  /** Hands over events after their commit; told in the order of their numbers whatever order they come in. */
  publish: (events: readonly NumberedEvent[]) => void
  /** Who keeps what was told beyond somebody's scope; asked again until it has done so. */
  onToldBeyond: (keep: (told: readonly ToldBeyond[]) => Promise<void>) => void
  /** Sessions or rights may have changed: checked now, not at the next tick. */
  sessionsChanged: () => void
  start: (feed: PositionFeed) => Promise<void>
  stop: () => void
  readonly connections: () => number
  /** The newest number given to an event. */
  readonly head: () => Promise<number>
}

interface LiveHubDeps {
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly events: EventLog
  readonly bus: Bus
  /** How the disk is: every console says so when it is not fine. */
  readonly disk: () => DiskState
  readonly log: Logger
  readonly now: () => number
  /** Milliseconds between two ticks. */
  readonly tick?: number
  /** Whether each tick looks for what nobody told: commits of others, sessions that ended. It does unless said. */
  readonly looksBack?: boolean
}

const contextOf = ({ authenticate, bus, disk, log, now }: LiveHubDeps, stream: EventStream): LiveContext => ({
  authenticate,
  bus,
  disk,
  log,
  now,
  stream,
  consoles: new Set(),
  elsewhere: createElsewhere(),
  round: 0,
  feed: null,
  directories: new Map(),
  storm: new Map(),
  open: createUnanswered(),
  changed: [],
  untold: [],
  note: () => Promise.resolve(),
})

const sendTick = ({ consoles, now, disk }: LiveContext): void => {
  const message = Buffer.from(JSON.stringify({ type: 'tick', serverTime: now(), disk: disk() } satisfies FromServer))
  for (const console of consoles) if (console.ready) console.line.send(message, false)
}

/** Finds a commit whose answer was lost, or that another process made; asked again meanwhile, it goes on with the same look. */
const createLookBack = ({ stream, log }: LiveContext): (() => void) => {
  let looking: Promise<void> | null = null
  return () => {
    looking ??= stream
      .lookBack()
      .catch((error: unknown) => log.warn({ err: error }, 'the event log could not be read'))
      .finally(() => {
        looking = null
      })
  }
}

const loseServer = (context: LiveContext, server: string): void => {
  context.elsewhere.lose(server)
  passOn(context, server)
}

/** What other servers tell. */
const listen = (context: LiveContext): void => {
  const { bus, changed, stream } = context
  bus.subscribe(liveEvents, stream.publish)
  bus.subscribe(recordsChanged, (changes) => void changed.push(...changes))
  bus.subscribe(presence, (said) => hearPresence(context, said))
  bus.onGone((server) => loseServer(context, server))
}

const onPace = (context: LiveContext): void => {
  sendChanges(context)
  sendRecordChanges(context)
}

const closeAll = ({ consoles }: LiveContext): void => {
  const all = [...consoles]
  consoles.clear()
  for (const { line } of all) line.close(1001, 'going away')
}

/** Everybody who is connected, and what they are told. */
export const createLiveHub = (deps: LiveHubDeps): LiveHub => {
  const { events, tick = tickEvery, looksBack = true } = deps
  const stream = createEventStream(events, {
    onTell: (told) => tell(context, told),
    onRestart: () => startAnew(context),
  })
  const context = contextOf(deps, stream)
  const lookBack = createLookBack(context)
  const timers: NodeJS.Timeout[] = []
  listen(context)
  const onTick = (): void => {
    askAll(context)
    sayPresence(context)
    for (const server of context.elsewhere.round()) loseServer(context, server)
    sendTick(context)
    if (looksBack) recheckAll(context)
    context.storm.clear()
    noteTold(context)
    if (looksBack) lookBack()
  }
  return {
    accept: (...taken) => accept(context, ...taken),
    publish: (list) => {
      stream.publish(list)
      if (list.length > 0) deps.bus.tellOthers(liveEvents, list)
    },
    onToldBeyond: (keep) => {
      context.note = keep
    },
    sessionsChanged: () => recheckAll(context),
    start: async (feed) => {
      await stream.start()
      context.feed = feed
      timers.push(setInterval(onPace, pace, context), setInterval(onTick, tick))
    },
    stop: () => {
      for (const timer of timers.splice(0)) clearInterval(timer)
      closeAll(context)
    },
    connections: () => context.consoles.size,
    head: events.head,
  }
}
