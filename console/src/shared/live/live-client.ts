import type { FromServer, LiveEvent, Topic, hello } from '@vigil/contract/live/live.ts'
import { readFrame, type PositionColumns } from '@vigil/contract/positions/frame.ts'
import type { z } from 'zod'
import { idle, step, type Link, type Signal } from './link.ts'

/** What the client needs of a WebSocket; the browser's and Node's both fit. */
export interface LiveSocket {
  binaryType: 'arraybuffer' | 'blob'
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  send(text: string): void
  close(): void
}

type Of<Type extends FromServer['type']> = Extract<FromServer, { readonly type: Type }>

export interface LiveHandlers {
  readonly onLink: (link: Link) => void
  /** Any message, before it is looked at. */
  readonly onHeard: () => void
  readonly onServerTime: (serverTime: number) => void
  readonly onDisk: (disk: Of<'tick'>['disk']) => void
  readonly onWelcome: (welcome: Of<'welcome'>) => void
  readonly onDirectory: (directory: Of<'directory'>) => void
  /** Records that other people saved. */
  readonly onChanged: (changed: Of<'changed'>) => void
  readonly onPositions: (frame: PositionColumns) => void
  /** Each event once, in order of its number; but for what is told late. */
  readonly onEvent: (event: LiveEvent, seq: number) => void
  readonly onEnded: (ended: Of<'ended'>) => void
  /** A message that could not be read or handled; the link lives on. */
  readonly onFault: (error: unknown) => void
}

export interface LiveClientOptions {
  readonly open: () => LiveSocket
  readonly token: () => string | null
  readonly topics: readonly Topic[]
  readonly handlers: LiveHandlers
  readonly now?: () => number
  readonly random?: () => number
}

export interface LiveClient {
  readonly start: () => void
  readonly stop: () => void
  /** Network or page changed: look after the link now. */
  readonly shake: () => void
  readonly link: () => Link
}

/** Milliseconds between two looks at the clock. */
const lookEvery = 500

/** Which events have been seen: each is handed on once, whether it comes by itself or among those that were missed. */
const createEventLine = (onEvent: LiveHandlers['onEvent']) => {
  /** Number of the newest event seen; null before the first welcome. */
  let seen: number | null = null
  /** Where the stream stood at the last welcome; counts as seen once everything missed has come. */
  let caughtUp: number | null = null
  return {
    newest: (): number | null => seen,
    welcome: ({ seq, resumed }: Pick<Of<'welcome'>, 'seq' | 'resumed'>): void => {
      if (resumed) caughtUp = seq
      else seen = seq
    },
    /** Everything that was missed has come. */
    catchUp: (): void => {
      if (caughtUp === null) return
      seen = Math.max(seen ?? 0, caughtUp)
      caughtUp = null
    },
    happened: ({ event, seq }: { readonly event: LiveEvent; readonly seq: number }): void => {
      if (seen !== null && seq <= seen) return
      seen = seq
      onEvent(event, seq)
    },
    forget: (): void => {
      seen = null
      caughtUp = null
    },
  }
}

interface Hearing {
  readonly handlers: LiveHandlers
  readonly events: ReturnType<typeof createEventLine>
  readonly signal: (name: Signal) => void
}

/** Hands a message on to whom it concerns. */
const handOn = (message: FromServer, { handlers, events, signal }: Hearing): void => {
  if (message.type !== 'event' && message.type !== 'events' && message.type !== 'welcome') events.catchUp()
  switch (message.type) {
    case 'welcome':
      events.welcome(message)
      handlers.onServerTime(message.serverTime)
      signal('welcome')
      handlers.onWelcome(message)
      return
    case 'tick':
      handlers.onServerTime(message.serverTime)
      handlers.onDisk(message.disk)
      return
    case 'pong':
      handlers.onServerTime(message.serverTime)
      return
    case 'directory':
      handlers.onDirectory(message)
      return
    case 'changed':
      handlers.onChanged(message)
      return
    case 'event':
      if (message.late) handlers.onEvent(message.event, message.seq)
      else events.happened(message)
      return
    case 'events':
      for (const missed of message.list) events.happened(missed)
      return
    case 'ended':
      signal('refused')
      handlers.onEnded(message)
  }
}

/** Keeps one link to the live hub alive and hands on what comes, each event once. */
export const createLiveClient = ({
  open,
  token,
  topics,
  handlers,
  now = Date.now,
  random = Math.random,
}: LiveClientOptions): LiveClient => {
  let link: Link = idle
  let socket: LiveSocket | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  const events = createEventLine(handlers.onEvent)

  const signal = (name: Signal): void => {
    const before = link
    link = step(before, name, now(), random())
    if (link === before) return
    if (link.kind === before.kind) return
    if (link.kind === 'idle' || link.kind === 'waiting') drop()
    if (link.kind === 'connecting') connect()
    if (link.kind === 'stale') send({ type: 'ping', at: now() })
    if (link.kind === 'idle') {
      if (timer !== null) clearInterval(timer)
      timer = null
      events.forget()
    } else timer ??= setInterval(() => signal('clock'), lookEvery)
    handlers.onLink(link)
  }

  const send = (message: z.input<typeof hello> | { readonly type: 'ping'; readonly at: number }): void => {
    try {
      socket?.send(JSON.stringify(message))
    } catch (error) {
      handlers.onFault(error)
    }
  }

  const drop = (): void => {
    const dead = socket
    // From here on its listeners hear nothing any more.
    socket = null
    dead?.close()
  }

  const connect = (): void => {
    let opened: LiveSocket
    try {
      opened = open()
    } catch (error) {
      handlers.onFault(error)
      signal('closed')
      return
    }
    socket = opened
    opened.binaryType = 'arraybuffer'
    const closed = (): void => {
      if (socket === opened) signal('closed')
    }
    opened.addEventListener('open', () => {
      if (socket === opened) send({ type: 'hello', token: token() ?? '', topics: [...topics], since: events.newest() })
    })
    opened.addEventListener('close', closed)
    opened.addEventListener('error', closed)
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened) return
      handlers.onHeard()
      try {
        if (data instanceof ArrayBuffer) {
          events.catchUp()
          const frame = readFrame(data)
          handlers.onServerTime(frame.serverTime)
          handlers.onPositions(frame)
        } else if (typeof data === 'string') handOn(JSON.parse(data) as FromServer, { handlers, events, signal })
      } catch (error) {
        handlers.onFault(error)
      }
      if (socket === opened) signal('heard')
    })
  }

  return {
    start: () => signal('start'),
    stop: () => signal('stop'),
    shake: () => signal('shaken'),
    link: () => link,
  }
}
