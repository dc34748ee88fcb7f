import type { WebSocket } from 'ws'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { fromConsole, helloWithin, tickEvery, type FromServer, type LiveEvent, type Topic } from '@vigil/contract/kernel/live.ts'
import type { Permission } from '@vigil/contract/site/routes.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { inScope, may, scopeKey, type Caller, type Scope } from './caller.ts'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'
import type { TakeSocket } from './sockets.ts'

/** An event with its place in the stream; without a department it is for every holder of the topic's permission. */
export interface NumberedEvent {
  readonly seq: number
  readonly deptId: string | null
  readonly event: LiveEvent
}

/** Where positions come from; the module of that name hands this in. */
export interface PositionFeed {
  /** Everything a scope sees, as a frame that replaces what a console knows. */
  snapshot: (scope: Scope) => Uint8Array
  directory: (scope: Scope) => LiveObject[]
  /** What changed since the last call, as one frame for each scope asked for; null where nothing is to be told. */
  changes: () => ((scope: Scope) => Uint8Array | null) | null
}

export interface EventLog {
  /** Events after `seq`, oldest first; null when some of them are no longer kept. */
  after: (seq: number) => Promise<NumberedEvent[] | null>
  /** The newest number given. */
  head: () => Promise<number>
}

interface Console {
  readonly socket: WebSocket
  readonly token: string
  caller: Caller
  scope: string
  topics: Set<Topic>
  /** Positions were left out because the reader is slow: it gets a snapshot when it has caught up. */
  behind: boolean
  /** Hello was answered: events go out from here on. */
  ready: boolean
}

const topicNeeds: Readonly<Record<Topic, readonly Permission[]>> = {
  positions: ['trackRealMgmt'],
  alarms: ['alarmRealMgmt'],
  traffic: ['trafficOverMgmt', 'trafficStopMgmt', 'trafficEventMgmt'],
  gates: ['personOutInMgmt', 'visitRecordMgmt'],
  telephony: ['call:place'],
  devices: ['trackRealMgmt', 'dangAreaDrawMgmt'],
  plans: ['planResultMgmt'],
  push: ['pushRecordMgmt'],
  tasks: [],
  session: [],
}

/** Milliseconds between two position frames. */
const pace = 250
/** Unsent bytes from which on positions are coalesced, and from which on the reader is closed to reconnect and resume. */
const coalesceFrom = 256 * 1024
const closeFrom = 8 * 1024 * 1024
const tooSlow = 4008

export interface LiveHub {
  /** Takes a socket over; it must say hello in time. */
  accept: TakeSocket
  /** Hands over events after their commit; told in the order of their numbers whatever order they come in. */
  publish: (events: readonly NumberedEvent[]) => void
  /** People or devices changed: the directory of everybody is told anew at the next pace. */
  directoryChanged: () => void
  /** Sessions or rights may have changed: checked now, not at the next tick. */
  sessionsChanged: () => void
  start: (feed: PositionFeed) => Promise<void>
  stop: () => void
  readonly connections: () => number
  /** The newest number given to an event. */
  readonly head: () => Promise<number>
}

export const createLiveHub = (ground: {
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly events: EventLog
  readonly log: Logger
  readonly now: () => number
}): LiveHub => {
  const { authenticate, events, log, now } = ground
  const consoles = new Set<Console>()
  let feed: PositionFeed | null = null
  let directoryDue = false
  const timers: NodeJS.Timeout[] = []

  // Transactions number their events under a lock, but their commits may come back here in another order.
  let told = 0
  const early = new Map<number, NumberedEvent>()

  const say = (console: Console, message: FromServer): void => {
    if (console.socket.readyState === console.socket.OPEN) console.socket.send(JSON.stringify(message))
  }
  const end = (console: Console, code: string, msg: string): void => {
    say(console, { type: 'ended', code, msg })
    consoles.delete(console)
    console.socket.close(4001, 'session')
  }
  const wants = (console: Console, topic: Topic): boolean => console.topics.has(topic)
  const allowed = (caller: Caller, topic: Topic): boolean =>
    topicNeeds[topic].length === 0 || topicNeeds[topic].some((permission) => may(caller, permission))

  /** Encoded once, sent to all who may see it. An alarm that nobody connected may see goes to all holders of its permission. */
  const tell = (numbered: NumberedEvent): void => {
    const listeners = [...consoles].filter((console) => console.ready && wants(console, numbered.event.topic))
    const seeing = listeners.filter((console) => inScope(console.caller.scope, numbered.deptId))
    const audience = seeing.length === 0 && numbered.event.topic === 'alarms' ? listeners : seeing
    if (audience.length === 0) return
    const bytes = Buffer.from(JSON.stringify({ type: 'event', seq: numbered.seq, event: numbered.event } satisfies FromServer))
    for (const console of audience) {
      console.socket.send(bytes, { binary: false })
      if (console.socket.bufferedAmount > closeFrom) dropSlow(console)
    }
  }
  const dropSlow = (console: Console): void => {
    log.warn({ person: console.caller.userId }, 'closed a live connection that does not read')
    consoles.delete(console)
    console.socket.close(tooSlow, 'too slow')
    console.socket.terminate()
  }

  const sendWhole = (console: Console): void => {
    if (!feed || !wants(console, 'positions')) return
    say(console, { type: 'directory', whole: true, objects: feed.directory(console.caller.scope), removed: [] })
    console.socket.send(feed.snapshot(console.caller.scope))
    console.behind = false
  }

  const onPace = (): void => {
    if (!feed) return
    const frameFor = feed.changes()
    const frames = new Map<string, Uint8Array | null>()
    for (const console of consoles) {
      if (!console.ready || !wants(console, 'positions')) continue
      if (console.socket.bufferedAmount > coalesceFrom) {
        console.behind = true
        if (console.socket.bufferedAmount > closeFrom) dropSlow(console)
        continue
      }
      if (console.behind || directoryDue) {
        sendWhole(console)
        continue
      }
      if (!frameFor) continue
      let frame = frames.get(console.scope)
      if (frame === undefined) {
        frame = frameFor(console.caller.scope)
        frames.set(console.scope, frame)
      }
      if (frame) console.socket.send(frame)
    }
    directoryDue = false
  }

  const recheck = async (console: Console): Promise<void> => {
    const caller = await authenticate(console.token).catch((error: unknown) => {
      // While the database is away nobody can be asked; the session stands until it can.
      if (error instanceof NotReady) return console.caller
      throw error
    })
    if (!consoles.has(console)) return
    if (!caller || caller.mustChangePassword) {
      end(console, codes.sessionInvalid.code, codes.sessionInvalid.zh)
      return
    }
    if (caller === console.caller) return
    const scope = scopeKey(caller.scope)
    const topics = new Set([...console.topics].filter((topic) => allowed(caller, topic)))
    const less = scope !== console.scope || topics.size !== console.topics.size
    console.caller = caller
    console.scope = scope
    console.topics = topics
    if (less) console.behind = true
  }
  const recheckAll = (): void => {
    for (const console of consoles) {
      recheck(console).catch((error: unknown) => log.error({ err: error }, 'a live session could not be checked'))
    }
  }

  const onTick = (): void => {
    const tick = Buffer.from(JSON.stringify({ type: 'tick', serverTime: now() } satisfies FromServer))
    for (const console of consoles) if (console.ready) console.socket.send(tick, { binary: false })
    recheckAll()
    // A commit whose answer was lost, or that another process made, is found here.
    events.after(told).then(
      (missed) => missed && publish(missed),
      (error: unknown) => log.warn({ err: error }, 'the event log could not be read'),
    )
  }

  const publish = (list: readonly NumberedEvent[]): void => {
    for (const event of list) if (event.seq > told) early.set(event.seq, event)
    for (let next = early.get(told + 1); next; next = early.get(told + 1)) {
      told = next.seq
      early.delete(told)
      tell(next)
    }
  }

  /** Up to what is told by now: more may be told while the log is read. Null when some of it is no longer kept. */
  const missedSince = async (since: number): Promise<NumberedEvent[] | null> => {
    if (since > told) return null
    const missed: NumberedEvent[] = []
    for (let last = since; last < told; last = missed.at(-1)?.seq ?? last) {
      const further = await events.after(last)
      if (further === null || further.length === 0) return null
      missed.push(...further)
    }
    return missed
  }

  const greet = async (socket: WebSocket, text: string, greeted: () => void): Promise<void> => {
    const parsed = fromConsole.safeParse(jsonOf(text))
    if (!parsed.success || parsed.data.type !== 'hello') {
      socket.close(4000, 'hello expected')
      return
    }
    const { token, topics, since } = parsed.data
    const caller = await authenticate(token)
    if (!caller || caller.mustChangePassword) {
      socket.send(
        JSON.stringify({ type: 'ended', code: codes.sessionInvalid.code, msg: codes.sessionInvalid.zh } satisfies FromServer),
      )
      socket.close(4001, 'session')
      return
    }
    greeted()
    const granted = new Set(topics.filter((topic) => allowed(caller, topic)))
    const console: Console = {
      socket,
      token,
      caller,
      scope: scopeKey(caller.scope),
      topics: granted,
      behind: false,
      ready: false,
    }
    const missed = since === null ? [] : await missedSince(since)
    if (socket.readyState !== socket.OPEN) return
    // From here to `ready` nothing awaits, so no event falls between what was missed and what comes.
    consoles.add(console)
    say(console, {
      type: 'welcome',
      serverTime: now(),
      seq: told,
      resumed: since !== null && missed !== null,
      topics: [...granted],
    })
    for (const event of missed ?? []) {
      if (event.seq <= told && wants(console, event.event.topic) && inScope(caller.scope, event.deptId)) {
        say(console, { type: 'event', seq: event.seq, event: event.event })
      }
    }
    console.ready = true
    sendWhole(console)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const message = isBinary ? null : fromConsole.safeParse(jsonOf(data.toString()))
      if (message?.success && message.data.type === 'ping') say(console, { type: 'pong', at: message.data.at, serverTime: now() })
    })
    socket.on('close', () => consoles.delete(console))
  }

  return {
    accept: (socket, _request, greeted) => {
      const late = setTimeout(() => socket.close(4000, 'hello expected'), helloWithin)
      socket.on('error', (error) => log.debug({ err: error }, 'a live connection broke'))
      socket.once('close', () => clearTimeout(late))
      socket.once('message', (data: Buffer) => {
        clearTimeout(late)
        greet(socket, data.toString(), greeted).catch((error: unknown) => {
          log.warn({ err: error }, 'a live connection could not be greeted')
          socket.close(1013, 'try again')
        })
      })
    },
    publish,
    directoryChanged: () => {
      directoryDue = true
    },
    sessionsChanged: recheckAll,
    start: async (positions) => {
      told = await events.head()
      feed = positions
      timers.push(setInterval(onPace, pace), setInterval(onTick, tickEvery))
    },
    stop: () => {
      for (const timer of timers.splice(0)) clearInterval(timer)
      for (const console of consoles) console.socket.close(1001, 'going away')
      consoles.clear()
    },
    connections: () => consoles.size,
    head: events.head,
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
