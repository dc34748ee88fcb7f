import { readFromHelmetService, type ConsoleMessage, type FromHelmetService } from '@vigil/contract/telephony/helmet-service.ts'
import { off, step, type Link, type Signal } from './link.ts'

/** What the client needs of a WebSocket; the browser's and Node's both fit. */
export interface HelmetSocket {
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  send(text: string): void
  close(): void
}

/** To whom words go: who wears the helmet, and which it is; one of both may be empty. */
export interface Addressee {
  readonly userId: string
  readonly deviceId: string
}
/** What became of words; `lost` where the line ended before the service answered. */
export type Outcome = 'sent' | 'refused' | 'lost'

export interface HelmetClientOptions {
  readonly open: () => HelmetSocket
  /** Of the session, for one connection. */
  readonly ticket: () => Promise<string>
  /** By which the service tells connections apart. */
  readonly udid: string
  readonly onLink: (link: Link) => void
  /** Each message while the service has let us in, its welcome first. */
  readonly onHeard: (message: FromHelmetService) => void
  /** Something went wrong that the line lives on from. */
  readonly onFault: (error: unknown) => void
  readonly now?: () => number
  readonly random?: () => number
}

export interface HelmetClient {
  readonly start: () => void
  readonly stop: () => void
  /** The network came back: another line is made now. */
  readonly shake: () => void
  readonly link: () => Link
  /** Whether it was said: only while the service has let us in. */
  readonly say: (message: ConsoleMessage) => boolean
  /** Says something to a helmet; what became of it. */
  readonly sendWords: (to: Addressee, message: string) => Promise<Outcome>
}

/** Milliseconds between two looks at the clock. */
const lookEvery = 500
/** Milliseconds within which the service has to say what became of words, longer than it waits for a device itself. */
const wordsWithin = 20_000

/** Words on their way: answers do not say which of them they answer, and come in the order of the questions. */
const createWords = (fail: () => void) => {
  let waiting: ((outcome: Outcome) => void)[] = []
  return {
    add: (): Promise<Outcome> => {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      waiting.push(resolve)
      // One that is owed for too long would be taken for the answer to the next.
      const timer = setTimeout(fail, wordsWithin)
      return promise.finally(() => clearTimeout(timer))
    },
    answer: (isSent: boolean): void => waiting.shift()?.(isSent ? 'sent' : 'refused'),
    drop: (): void => {
      const lost = waiting
      waiting = []
      for (const tell of lost) tell('lost')
    },
  }
}

/** Keeps one line to the helmet service alive, logged in by a ticket for each connection. */
export const createHelmetClient = ({
  open,
  ticket,
  udid,
  onLink,
  onHeard,
  onFault,
  now = Date.now,
  random = Math.random,
}: HelmetClientOptions): HelmetClient => {
  let link: Link = off
  let socket: HelmetSocket | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  const words = createWords(() => signal('closed'))

  const signal = (name: Signal): void => {
    const before = link
    link = step(before, name, now(), random())
    if (link.kind === before.kind) return
    if (link.kind === 'off' || link.kind === 'waiting') drop()
    if (link.kind === 'off') {
      if (timer !== null) clearInterval(timer)
      timer = null
    } else timer ??= setInterval(() => signal('clock'), lookEvery)
    onLink(link)
    if (link.kind === 'connecting') connect()
    else if (link.kind === 'waiting' && link.until <= now()) signal('clock')
  }

  const drop = (): void => {
    const dead = socket
    // From here on its listeners hear nothing any more.
    socket = null
    dead?.close()
    words.drop()
  }

  const put = (message: ConsoleMessage): boolean => {
    try {
      socket?.send(JSON.stringify(message))
      return socket !== null
    } catch (error) {
      onFault(error)
      return false
    }
  }

  const hear = (data: unknown): void => {
    const message = typeof data === 'string' ? readFromHelmetService(data) : null
    if (!message) return
    if (link.kind === 'loggingIn' && message.cmd === 'ma_login') signal(message.status ? 'welcome' : 'refused')
    // Before it has let us in it tells nothing.
    if (link.kind !== 'ready') return
    if (message.cmd === 'ma_sending_message') words.answer(message.status)
    try {
      onHeard(message)
    } catch (error) {
      onFault(error)
    }
  }

  /** The ticket comes once the service is there: nobody asks for one while the server is gone. */
  const logIn = async (opened: HelmetSocket): Promise<void> => {
    try {
      const shown = await ticket()
      // Signed out, or given up, meanwhile: it is for nobody.
      if (socket === opened) put({ act: 'ma_login', access_token: shown, udid })
    } catch (error) {
      if (socket !== opened) return
      onFault(error)
      signal('closed')
    }
  }

  const connect = (): void => {
    let opened: HelmetSocket
    try {
      opened = open()
    } catch (error) {
      onFault(error)
      return signal('closed')
    }
    socket = opened
    const closed = (): void => {
      if (socket === opened) signal('closed')
    }
    opened.addEventListener('open', () => {
      if (socket !== opened) return
      signal('opened')
      void logIn(opened)
    })
    opened.addEventListener('close', closed)
    opened.addEventListener('error', closed)
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) hear(data)
    })
  }

  const say = (message: ConsoleMessage): boolean => link.kind === 'ready' && put(message)
  return {
    start: () => signal('start'),
    stop: () => signal('stop'),
    shake: () => signal('shaken'),
    link: () => link,
    say,
    sendWords: ({ userId, deviceId }, message) =>
      say({ act: 'ma_sending_message', user_id: userId, device_id: deviceId, message }) ? words.add() : Promise.resolve('lost'),
  }
}
