import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Text } from '@vigil/contract/kernel/text.ts'
import WebSocket from 'ws'
import { GatewayError, type Traffic } from '../../kernel/gateway.ts'
import type { Lease } from '../../kernel/lease.store.ts'
import type { Logger } from '../../kernel/log.ts'
import { createPace, createTurn, createValve, type Most } from '../shared/valve.ts'
import { isOver, readSaid, whoseIs, type Said } from './messages.ts'

/**
 * One line to a vendor's helmet service, kept for as long as the server runs: a single loop opens it, logs in, asks who is there
 * and listens, and begins again when it ends, so there is never a second one. Of several servers the one that has the lease does.
 */

/** Milliseconds. */
export interface Times {
  /** Between two questions of who is there. */
  readonly poll: number
  /** Without a word after which a line is dead. */
  readonly silence: number
  /** For the line to open, and for the answer to the login. */
  readonly greeting: number
  /** Before it is tried again: the first time, and at most. */
  readonly again: readonly [first: number, most: number]
  /** That a line has stood since its login for the next one to be tried as after the first time. */
  readonly stands: number
}
export const usualTimes: Times = { poll: 3_000, silence: 15_000, greeting: 10_000, again: [1_000, 15_000], stands: 10_000 }

/** Messages in a row that nobody can read, after which the other end is taken for something else. */
const malformedLimit = 20
/** Characters of what the service says of a refusal that are told. */
const longestWord = 200
/** Bytes of one message: the list of some thousand helmets. */
const largestMessage = 8 * 1024 * 1024
/** What a service may say, questions whether we are there among it: a list of every helmet each second would be less. */
export const saidAtMost: Most = { messages: 10_000, bytes: 3 * largestMessage, within: 5_000 }

/** Says something to the service. */
export type Say = (message: Readonly<Record<string, unknown>>) => void

export interface LinkDeps {
  readonly url: string
  readonly user: string
  readonly password: string
  readonly lease: Lease
  readonly traffic: Traffic
  readonly log: Logger
  /** Something was said; nothing more is read until what this answers is settled. */
  readonly hear: (message: Said) => Promise<void> | undefined
  /** Logged in, or not any more; what is said by `say` goes to the service while it is. */
  readonly onChange: (isConnected: boolean, say: Say) => void
}

export interface Link {
  readonly stop: () => Promise<void>
}

const nobodyThere = { zh: '对方拒绝连接，服务可能未运行', en: 'nobody accepts the connection: the service may not be running' }
const noSuchHost = { zh: '找不到该地址', en: 'there is no such address' }
const noWayThere = { zh: '网络不通', en: 'the network has no way there' }
const cutOff = { zh: '连接被中断', en: 'the connection was cut off' }
const tooLate = { zh: '连接超时', en: 'the connection took too long' }
const ofCode: Readonly<Record<string, Text>> = {
  ECONNREFUSED: nobodyThere,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
  EHOSTUNREACH: noWayThere,
  ENETUNREACH: noWayThere,
  ECONNRESET: cutOff,
  ETIMEDOUT: tooLate,
}
/** Why a line broke, by what the socket says. */
const brokenBy = (error: NodeJS.ErrnoException): Text =>
  ofCode[error.code ?? ''] ?? { zh: `连接出错（${error.message}）`, en: error.message }

const why = {
  noEntry: { zh: '对方未响应登录', en: 'it does not let us in' },
  silent: { zh: '对方不再发来消息', en: 'it says nothing any more' },
  lent: { zh: '已由另一台服务器连接', en: 'another server has it now' },
  unreadable: { zh: '收到一条无法识别的消息', en: 'a message that cannot be read' },
  tooMuch: { zh: '对方发来的消息过多', en: 'it says too much' },
  nonsense: { zh: '对方的消息都无法识别', en: 'it says nothing that can be read' },
  newLogin: { zh: '对方要求重新登录', en: 'it wants a new login' },
  stopping: { zh: '服务器正在停止', en: 'we stop' },
} as const satisfies Readonly<Record<string, Text>>

/** A service that says more than any has to say. */
class SaysTooMuch extends GatewayError {}

/**
 * What a line says gives everybody else their turn, and nothing more is read of it while something is worked on. What was said is heard to
 * its end, calls for help among it, though the line is given up for how much it is.
 */
const readInTurns = (socket: WebSocket, onTooMuch: () => void) => {
  const valve = createValve(socket)
  const turn = createTurn(() => valve.free('turn'))
  const pace = createPace(saidAtMost, () => undefined)
  let working = 0
  const count = (bytes: number): void => {
    pace.count(bytes)
    if (pace.isSpent()) onTooMuch()
    turn.begin()
    if (turn.isOver()) valve.hold('turn')
  }
  socket.on('ping', (data: Buffer) => count(data.length))
  socket.on('pong', (data: Buffer) => count(data.length))
  return {
    count,
    /** `done` never fails. */
    work: (done: Promise<void>): void => {
      working += 1
      valve.hold('work')
      void done.then(() => {
        working -= 1
        if (working === 0) valve.free('work')
      })
    },
    close: (): void => {
      valve.close()
      pace.stop()
    },
  }
}

/** The line from its opening to its end, which is always a `GatewayError` that says why. */
const keep = async (deps: LinkDeps, times: Times, stopped: AbortSignal): Promise<never> => {
  const { url, user, password, lease, traffic, log, hear, onChange } = deps
  const socket = new WebSocket(url, { handshakeTimeout: times.greeting, maxPayload: largestMessage, perMessageDeflate: false })
  const { promise, reject } = Promise.withResolvers<never>()
  const end = (told: Text): void => reject(new GatewayError(told))
  const say: Say = (message) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const patience = setTimeout(() => end(why.noEntry), 2 * times.greeting)
  let silence: NodeJS.Timeout | null = null
  let polling: NodeJS.Timeout | null = null
  let malformed = 0
  let renewal = Promise.resolve()
  let hasEnded = false
  const listen = (): void => {
    if (hasEnded) return
    if (silence) clearTimeout(silence)
    silence = setTimeout(() => end(why.silent), times.silence)
  }
  const ask = (): void => {
    say({ act: 'ma_get_active_devices' })
    // While the database cannot be asked nobody else can take it either, and what is called meanwhile is told once: the line stays.
    renewal = lease.take().then(
      (has) => {
        if (!has) end(why.lent)
      },
      (error: unknown) => log.warn({ err: error }, 'the lease of the helmet service could not be renewed'),
    )
  }
  const greet = (status: unknown, msg: string | null | undefined): void => {
    if (status !== true && status !== 'true') {
      const said = (msg ?? '').slice(0, longestWord)
      return end({ zh: `对方拒绝登录：${said}`, en: `it refused the login: ${said}` })
    }
    if (polling) return
    clearTimeout(patience)
    polling = setInterval(ask, times.poll)
    onChange(true, say)
    ask()
  }
  socket.once('open', () => {
    listen()
    say({ act: 'ma_login', user_name: user, pwd: password, udid: randomUUID() })
  })
  const reading = readInTurns(socket, () => reject(new SaysTooMuch(why.tooMuch)))
  const failed = (error: unknown): void => {
    traffic.failed(error)
    log.error({ err: error }, 'a message of the helmet service could not be taken')
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    listen()
    reading.count(data.length)
    const message = isBinary ? null : readSaid(data.toString())
    if (message === null) {
      malformed += 1
      traffic.failed(new GatewayError(why.unreadable))
      if (malformed >= malformedLimit) end(why.nonsense)
      return
    }
    malformed = 0
    if (message.cmd === 'other') traffic.heard({ code: null, said: message.name, isMadeUp: true })
    else traffic.heard({ code: whoseIs(message), said: message.cmd })
    if (message.cmd === 'ma_login') return greet(message.status, message.msg)
    if (isOver(message)) return end(why.newLogin)
    // Before it has let us in it tells nothing.
    if (message.cmd === 'other' || !polling) return
    try {
      const done = hear(message)
      if (done) reading.work(done.catch(failed).finally(listen))
    } catch (error) {
      failed(error)
    }
  })
  socket.on('error', (error) => end(brokenBy(error)))
  socket.once('close', (code) => end({ zh: `对方关闭了连接（${code}）`, en: `it closed the line (${code})` }))
  const goodbye = (): void => end(why.stopping)
  if (stopped.aborted) goodbye()
  stopped.addEventListener('abort', goodbye, { once: true })
  try {
    return await promise
  } finally {
    hasEnded = true
    stopped.removeEventListener('abort', goodbye)
    clearTimeout(patience)
    reading.close()
    if (silence) clearTimeout(silence)
    if (polling) {
      clearInterval(polling)
      onChange(false, say)
    }
    socket.terminate()
    // One that came after the lease was given away would keep it from the next server.
    await renewal
  }
}

/** By what it waits and measures. */
export interface Timing {
  /** Resolves after so many milliseconds, or rejects once it is called off. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds since whenever; no clock that is set. */
  readonly now: () => number
}
const usualTiming: Timing = {
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal, ref: false }),
  now: () => performance.now(),
}

export const startLink = (deps: LinkDeps, times: Times = usualTimes, timing: Timing = usualTiming): Link => {
  const { lease, log, traffic, onChange } = deps
  const ending = new AbortController()
  const { signal } = ending
  /** Until it is time, or we stop. */
  const wait = (milliseconds: number): Promise<void> => timing.pause(milliseconds, signal).catch(() => undefined)
  const run = async (): Promise<void> => {
    const [first, most] = times.again
    let again = first
    let since: number | null = null
    const changed = (is: boolean, say: Say): void => {
      // A service that lets in and closes would be logged in to every second.
      if (!is && since !== null && timing.now() - since >= times.stands) again = first
      since = is ? timing.now() : null
      onChange(is, say)
    }
    while (!signal.aborted) {
      try {
        if (!(await lease.take())) {
          again = first
          await wait(times.poll)
          continue
        }
        await keep({ ...deps, onChange: changed }, times, signal)
      } catch (error) {
        if (signal.aborted) return
        // It is not come back to at once: it would go on.
        if (error instanceof SaysTooMuch) again = most
        traffic.failed(error)
        log.warn({ err: error, again }, 'the line to the helmet service ended')
      }
      await wait(again)
      again = Math.min(2 * again, most)
    }
  }
  const running = run()
  return {
    stop: async () => {
      ending.abort()
      await running
      await lease.give().catch((error: unknown) => log.debug({ err: error }, 'the lease of the helmet service ends by itself'))
    },
  }
}
