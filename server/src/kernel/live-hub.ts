import type { WebSocket } from 'ws'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { fromConsole, helloWithin, tickEvery, type FromServer, type Topic } from '@vigil/contract/kernel/live.ts'
import type { Permission } from '@vigil/contract/site/routes.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { may, type Caller } from './caller.ts'
import type { DiskState } from './disk.ts'
import { createEventStream, messageOf, messagesOf, type EventLog, type NumberedEvent, type ToldEvent } from './event-stream.ts'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'
import { maySee, scopeKey, type Scope } from './scope.ts'
import type { TakeSocket } from './sockets.ts'

/** Where positions come from; the module of that name hands this in. */
export interface PositionFeed {
  /** Everything a scope sees, as a frame that replaces what a console knows. */
  snapshot: (scope: Scope) => Uint8Array
  /** What there is, with private data masked unless they may be shown. */
  directory: (scope: Scope, shown: boolean) => LiveObject[]
  /** What changed since the last call, as one frame for each scope asked for; null where nothing is to be told. */
  changes: () => ((scope: Scope) => Uint8Array | null) | null
}

/** An alarm that nobody connected saw in his scope, and who was told of it instead. */
export interface ToldBeyond {
  readonly alarmId: string
  readonly personIds: readonly string[]
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

const seesPrivate = (caller: Caller): boolean => may(caller, 'private:view')

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

export const createLiveHub = (ground: {
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly events: EventLog
  /** How the disk is: every console says so when it is not fine. */
  readonly disk: () => DiskState
  readonly log: Logger
  readonly now: () => number
}): LiveHub => {
  const { authenticate, events, disk, log, now } = ground
  const consoles = new Set<Console>()
  let feed: PositionFeed | null = null
  let directoryDue = false
  const timers: NodeJS.Timeout[] = []

  /** What is still to be written down of who was told beyond his scope: he has heard it already, whatever the database does. */
  const untold: ToldBeyond[] = []
  let note: (told: readonly ToldBeyond[]) => Promise<void> = () => Promise.resolve()
  const noteTold = (): void => {
    const some = untold.splice(0)
    if (some.length === 0) return
    note(some).catch((error: unknown) => {
      untold.push(...some)
      log.warn({ err: error }, 'who was told of an alarm beyond his scope is still to be written down')
    })
  }

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

  const hears = ({ scope, userId }: Caller, { deptId, also }: ToldEvent): boolean =>
    maySee(scope, deptId) || also.includes(userId)
  /** Encoded once, sent to all who may see it. An alarm that nobody connected may see goes to all holders of its permission. */
  const tell = (told: ToldEvent): void => {
    const listeners = [...consoles].filter((console) => console.ready && wants(console, told.topic))
    const seen = listeners.some((console) => maySee(console.caller.scope, told.deptId))
    const beyond = !seen && told.alarmId !== null
    const audience = beyond ? listeners : listeners.filter(({ caller }) => hears(caller, told))
    if (audience.length === 0) return
    if (beyond && told.alarmId !== null) {
      untold.push({ alarmId: told.alarmId, personIds: audience.map(({ caller }) => caller.userId) })
      noteTold()
    }
    const bytes = messageOf(told)
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
    say(console, {
      type: 'directory',
      whole: true,
      objects: feed.directory(console.caller.scope, seesPrivate(console.caller)),
      removed: [],
    })
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
    const other =
      scope !== console.scope || topics.size !== console.topics.size || seesPrivate(caller) !== seesPrivate(console.caller)
    console.caller = caller
    console.scope = scope
    console.topics = topics
    if (other) console.behind = true
  }
  const recheckAll = (): void => {
    for (const console of consoles) {
      recheck(console).catch((error: unknown) => log.error({ err: error }, 'a live session could not be checked'))
    }
  }

  const onTick = (): void => {
    const tick = Buffer.from(JSON.stringify({ type: 'tick', serverTime: now(), disk: disk() } satisfies FromServer))
    for (const console of consoles) if (console.ready) console.socket.send(tick, { binary: false })
    recheckAll()
    storm.clear()
    noteTold()
    // A commit whose answer was lost, or that another process made, is found here.
    looking ??= stream
      .lookBack()
      .catch((error: unknown) => log.warn({ err: error }, 'the event log could not be read'))
      .finally(() => {
        looking = null
      })
  }

  const stream = createEventStream(events, {
    onTell: tell,
    onRestart: () => {
      log.warn({ seq: stream.told() }, 'the event stream started anew: every console fetches its lists')
      storm.clear()
      for (const console of consoles) {
        welcome(console, false)
        console.behind = true
      }
    },
  })
  let looking: Promise<void> | null = null
  /** Until the next tick, by who they are for: consoles that come back together have missed the same. */
  const storm = new Map<string, Buffer[]>()
  const missedMessages = (console: Console, missed: readonly ToldEvent[]): readonly Buffer[] => {
    const mine = missed.some(({ also }) => also.includes(console.caller.userId)) ? console.caller.userId : ''
    const key = [missed[0]?.seq, missed.at(-1)?.seq, console.scope, [...console.topics].sort(), mine].join(' ')
    const known = storm.get(key)
    if (known) return known
    const messages = messagesOf(missed.filter((event) => wants(console, event.topic) && hears(console.caller, event)))
    storm.set(key, messages)
    return messages
  }
  const welcome = (console: Console, resumed: boolean): void =>
    say(console, { type: 'welcome', serverTime: now(), seq: stream.told(), resumed, topics: [...console.topics] })

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
    if (since !== null) await stream.prepare(since)
    if (socket.readyState !== socket.OPEN) return
    // From here to `ready` nothing awaits, so no event falls between what was missed and what comes.
    const missed = since === null ? [] : stream.missedSince(since)
    consoles.add(console)
    welcome(console, since !== null && missed !== null)
    if (missed && missed.length > 0)
      for (const message of missedMessages(console, missed)) socket.send(message, { binary: false })
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
    publish: stream.publish,
    directoryChanged: () => {
      directoryDue = true
    },
    onToldBeyond: (keep) => {
      note = keep
    },
    sessionsChanged: recheckAll,
    start: async (positions) => {
      await stream.start()
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
