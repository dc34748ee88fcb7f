import { codes } from '@vigil/contract/kernel/codes.ts'
import {
  fromConsole,
  helloWithin,
  tickEvery,
  topics as allTopics,
  type FromServer,
  type Topic,
} from '@vigil/contract/live/live.ts'
import type { LiveObject } from '@vigil/contract/positions/entities.ts'
import { may, type Caller, type Identity } from './caller.ts'
import type { DiskState } from './disk.ts'
import { behindFrom, createConsoleLine, givenUpFrom, type ConsoleLine } from './console-line.ts'
import {
  createEventStream,
  lateMessageOf,
  messageOf,
  messagesOf,
  type EventLog,
  type NumberedEvent,
  type ToldEvent,
} from './event-stream.ts'
import type { Logger } from './log.ts'
import { NotReady } from './refusal.ts'
import { maySee, scopeKey, type Scope } from './scope.ts'
import type { TakeSocket } from './sockets.ts'
import { createUnanswered } from './unanswered.ts'

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
  readonly line: ConsoleLine
  readonly token: string
  caller: Caller
  scope: string
  topics: Set<Topic>
  /** Positions were left out because the reader is slow: it gets a snapshot when it has caught up. */
  behind: boolean
  /** Hello was answered: events go out from here on. */
  ready: boolean
  /** The newest round in which it gave a sign of life, and in which it was slow but took something. */
  answered: number
  stirred: number
}

const seesPrivate = (caller: Caller): boolean => may(caller, 'private:view')

/** Milliseconds between two position frames. */
const pace = 250
/** Questions without an answer after which a console counts no longer as one that sees an alarm, and after which it is given up. */
const unanswered = { unseeing: 3, gone: 5 } as const
/** Bytes of missed events in all: with more to read than this, fetching the lists is quicker. */
const mostMissed = givenUpFrom / 2

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
  /** Milliseconds between two ticks. */
  readonly tick?: number
}): LiveHub => {
  const { authenticate, events, disk, log, now, tick = tickEvery } = ground
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

  /** The newest question that every console was asked. */
  let round = 0
  const open = createUnanswered<Console>()
  const lives = ({ answered }: Console): boolean => round - answered <= unanswered.unseeing
  const forget = (console: Console): void => {
    if (consoles.delete(console)) passOn(console)
  }
  const end = (console: Console, code: string, msg: string): void => {
    console.line.say({ type: 'ended', code, msg })
    console.line.close(4001, 'session')
    forget(console)
  }
  const wants = (console: Console, topic: Topic): boolean => console.topics.has(topic)
  const allowed = (caller: Caller, topic: Topic): boolean =>
    allTopics[topic].needs.length === 0 || allTopics[topic].needs.some((permission) => may(caller, permission))

  const hears = ({ scope, userId }: Caller, { deptId, also }: ToldEvent): boolean =>
    maySee(scope, deptId) || also.includes(userId)
  const listenersOf = ({ topic }: ToldEvent): Console[] =>
    [...consoles].filter((console) => console.ready && wants(console, topic))
  /** Those who see it in their scope and are there, as far as anybody can tell by now. */
  const seersOf = (told: ToldEvent): Console[] =>
    listenersOf(told).filter((console) => lives(console) && maySee(console.caller.scope, told.deptId))
  const noteBeyond = (told: ToldEvent, audience: readonly Console[]): void => {
    const personIds = audience.flatMap(({ caller }) => (hears(caller, told) ? [] : [caller.userId]))
    if (told.alarmId === null || personIds.length === 0) return
    untold.push({ alarmId: told.alarmId, personIds })
    noteTold()
  }
  /** Encoded once, sent to all who may see it. An alarm that nobody connected sees goes to all holders of its permission. */
  const tell = (told: ToldEvent): void => {
    const listeners = listenersOf(told)
    const seers = told.alarmId === null ? [] : seersOf(told)
    const beyond = told.alarmId !== null && seers.length === 0
    if (seers.length > 0) open.told(told, round, seers)
    if (beyond) noteBeyond(told, listeners)
    const bytes = messageOf(told)
    for (const console of listeners) if (beyond || hears(console.caller, told)) console.line.send(bytes, false)
  }
  /** What was told only to consoles that are gone goes on to the others, unless somebody who sees it came since. */
  const passOn = (gone: Console): void => {
    for (const told of open.without(gone)) {
      const seers = seersOf(told)
      if (seers.length > 0) {
        open.told(told, round, seers)
        continue
      }
      const audience = listenersOf(told).filter(({ caller }) => !hears(caller, told))
      noteBeyond(told, audience)
      const bytes = lateMessageOf(told)
      for (const console of audience) console.line.send(bytes, false)
    }
  }

  const sendWhole = (console: Console): void => {
    if (!feed || !wants(console, 'positions')) return
    console.line.say({
      type: 'directory',
      whole: true,
      objects: feed.directory(console.caller.scope, seesPrivate(console.caller)),
      removed: [],
    })
    console.line.send(feed.snapshot(console.caller.scope), true)
    console.behind = false
  }

  const onPace = (): void => {
    if (!feed) return
    const frameFor = feed.changes()
    const frames = new Map<string, Uint8Array | null>()
    for (const console of consoles) {
      if (!console.ready || !wants(console, 'positions')) continue
      if (console.line.unsent() > behindFrom) {
        console.behind = true
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
      if (frame) console.line.send(frame, true)
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

  /** Counted in questions, not by the clock: while this process stands still nobody is late. */
  const askAll = (): void => {
    round += 1
    for (const console of consoles) {
      if (console.line.tookSome()) console.stirred = round
      if (round - Math.max(console.answered, console.stirred) > unanswered.gone) console.line.giveUp()
      else console.line.ask(round)
      if (!lives(console)) passOn(console)
    }
  }
  const onTick = (): void => {
    askAll()
    const message = Buffer.from(JSON.stringify({ type: 'tick', serverTime: now(), disk: disk() } satisfies FromServer))
    for (const console of consoles) if (console.ready) console.line.send(message, false)
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
      open.clear()
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
    console.line.say({ type: 'welcome', serverTime: now(), seq: stream.told(), resumed, topics: [...console.topics] })

  /** `enter` is handed the console that said hello, unless it was turned away or is gone already. */
  const greet = async (
    line: ConsoleLine,
    text: string,
    greeted: (who: Identity) => void,
    enter: (console: Console) => void,
  ): Promise<void> => {
    const parsed = fromConsole.safeParse(jsonOf(text))
    if (!parsed.success || parsed.data.type !== 'hello') {
      line.close(4000, 'hello expected')
      return
    }
    const { token, topics, since } = parsed.data
    const caller = await authenticate(token)
    if (!caller || caller.mustChangePassword) {
      line.say({ type: 'ended', code: codes.sessionInvalid.code, msg: codes.sessionInvalid.zh })
      line.close(4001, 'session')
      return
    }
    greeted(`user:${caller.userId}`)
    if (since !== null) await stream.prepare(since)
    if (!line.isOpen()) return
    // From here to `ready` nothing awaits, so no event falls between what was missed and what comes.
    const granted = new Set(topics.filter((topic) => allowed(caller, topic)))
    const console: Console = {
      line,
      token,
      caller,
      scope: scopeKey(caller.scope),
      topics: granted,
      behind: false,
      ready: false,
      answered: round,
      stirred: round,
    }
    const missed = since === null ? null : stream.missedSince(since)
    const messages = missed && missedMessages(console, missed)
    const resumed = messages !== null && bytesIn(messages) <= mostMissed
    consoles.add(console)
    enter(console)
    welcome(console, resumed)
    if (resumed) for (const message of messages) line.send(message, false)
    console.ready = true
    sendWhole(console)
  }
  const answer = (console: Console, text: string): void => {
    const { success, data } = fromConsole.safeParse(jsonOf(text))
    if (success && data.type === 'ping') console.line.say({ type: 'pong', at: data.at, serverTime: now() })
  }

  return {
    accept: (socket, _request, greeted) => {
      let begun = false
      let console: Console | null = null
      const hello = (text: string): void => {
        begun = true
        clearTimeout(late)
        const enter = (entered: Console): void => {
          console = entered
        }
        greet(line, text, greeted, enter).catch((error: unknown) => {
          log.warn({ err: error }, 'a live connection could not be greeted')
          line.close(1013, 'try again')
        })
      }
      const gone = (): void => {
        clearTimeout(late)
        if (console) forget(console)
      }
      const line = createConsoleLine(
        socket,
        {
          message: (text) => {
            if (!begun) hello(text)
            else if (console) answer(console, text)
          },
          answer: (answered) => {
            if (!console) return
            console.answered = Math.max(console.answered, answered)
            open.answered(console, answered)
          },
          givenUp: (why) => {
            log.warn({ person: console?.caller.userId, why }, 'closed a live connection')
            gone()
          },
        },
        now,
      )
      const late = setTimeout(() => line.close(4000, 'hello expected'), helloWithin)
      socket.on('error', (error) => log.debug({ err: error }, 'a live connection broke'))
      socket.once('close', gone)
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
      timers.push(setInterval(onPace, pace), setInterval(onTick, tick))
    },
    stop: () => {
      for (const timer of timers.splice(0)) clearInterval(timer)
      const all = [...consoles]
      consoles.clear()
      for (const { line } of all) line.close(1001, 'going away')
    },
    connections: () => consoles.size,
    head: events.head,
  }
}

const bytesIn = (messages: readonly Buffer[]): number => messages.reduce((sum, { length }) => sum + length, 0)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
