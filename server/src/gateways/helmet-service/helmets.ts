import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Bus } from '../../kernel/bus/bus.ts'
import { question, subject } from '../../kernel/bus/subject.ts'
import { AnswerLate, NobodyAnswers } from '../../kernel/bus/transport.ts'
import { farewellTo } from '../../kernel/farewell.ts'
import { isAlive } from '../shared/alive.ts'
import { tellOwnLines } from '../shared/own-line.ts'
import type { LocationInfo } from './messages.ts'

/** Which helmets are connected, here and at the other servers of the site. */

/** The newest location that was taken of a helmet, and when it was. */
export interface Last {
  readonly info: LocationInfo
  readonly time: number
}

/** A helmet that is connected here. */
interface Helmet {
  readonly socket: WebSocket
  readonly keyId: string
  readonly ip: string
  /** When it logged in, in ms: of two connections the later is the living one, at whichever servers they are. */
  readonly since: number
  /** Ends what it holds. */
  readonly release: () => void
  last: Last | null
}

/** A helmet's living connection, by which key and from where. */
export interface Holder {
  readonly keyId: string
  readonly ip: string
}

const last = z.object({ info: z.looseObject({}) as unknown as z.ZodType<LocationInfo>, time: z.number() })
/** That a helmet is connected to a server, or is no more. */
const helmetConnected = subject(
  'helmets.connected',
  z.object({ server: z.string(), code: z.string(), since: z.number(), is: z.enum(['there', 'gone']), last: last.nullable() }),
)
/** All that are connected to a server: of what is not among them an end was missed. */
const helmetsThere = subject('helmets.there', z.object({ server: z.string(), codes: z.array(z.string()) }))
/** Asked by a server that is new. */
const whoIsThere = subject('helmets.who', z.null())
/** By which key a helmet is connected, asked of the server that has its connection; null if that turns out to be dead. */
const heldBy = question('helmets.held', z.null(), z.object({ keyId: z.string(), ip: z.string() }).nullable())
/** Longer than a connection has to show that it is alive. */
const answerWithin = 4_000

export interface Helmets {
  /** Those connected anywhere. */
  readonly codes: () => string[]
  /** Has the other servers say who is connected to them. */
  readonly meet: () => void
  readonly isThere: (code: string) => boolean
  readonly lastOf: (code: string) => Last | null
  /** Its connection here. */
  readonly here: (code: string) => Helmet | undefined
  readonly allHere: () => Iterable<readonly [code: string, helmet: Helmet]>
  /** By which key it lives at another server; null where it does not. */
  readonly elsewhere: (code: string) => Promise<Holder | null>
  /** From now on it is connected by this socket. `release` ends what is held for it. */
  readonly enter: (code: string, socket: WebSocket, holder: Holder, release: () => void) => void
  readonly note: (code: string, socket: WebSocket, last: Last) => void
  /** Unless another connection of it is the living one. */
  readonly leave: (code: string, socket: WebSocket) => void
  readonly stop: () => void
}

/** Milliseconds between two times that each server says all who are connected to it. */
const allEvery = 10_000

export const createHelmets = (bus: Bus, now: () => number): Helmets => {
  const own = new Map<string, Helmet>()
  const ownLines = tellOwnLines(bus, now)
  const others = new Map<string, { readonly server: string; readonly since: number; readonly last: Last | null }>()

  const tell = (code: string, is: 'there' | 'gone', { since, last: newest }: Pick<Helmet, 'since' | 'last'>): void =>
    bus.tellOthers(helmetConnected, { server: bus.server, code, since, is, last: newest })
  /** Whether one connection is later than another; of one moment, that of the server whose name comes later. */
  const isLater = (one: { since: number; server: string }, other: { since: number; server: string }): boolean =>
    one.since !== other.since ? one.since > other.since : one.server > other.server
  const drop = (code: string): void => {
    own.get(code)?.release()
    own.delete(code)
  }
  /** Of one key the newest connection of a helmet is the living one. */
  const giveWay = (code: string): void => {
    const older = own.get(code)
    drop(code)
    if (older) farewellTo(older.socket, 4002, 'logged in elsewhere')
  }
  bus.subscribe(helmetConnected, ({ server, code, since, is, last: newest }) => {
    const known = others.get(code)
    if (is === 'gone') {
      if (known?.server === server && known.since <= since) others.delete(code)
      return
    }
    const told = { server, since, last: newest }
    const here = own.get(code)
    // What is told late is of a connection that is over, or gives way to the one here as soon as its server hears of that.
    if (here && isLater({ since: here.since, server: bus.server }, told)) return
    if (known && isLater(known, told)) return
    giveWay(code)
    others.set(code, told)
  })
  bus.subscribe(helmetsThere, ({ server, codes }) => {
    const there = new Set(codes)
    for (const [code, held] of others) if (held.server === server && !there.has(code)) others.delete(code)
  })
  bus.subscribe(whoIsThere, (_, whence) => {
    if (whence === 'elsewhere') for (const [code, helmet] of own) tell(code, 'there', helmet)
  })
  const meet = (): void => bus.tellOthers(whoIsThere, null)
  bus.onCome(meet)
  const tellAll = setInterval(() => {
    bus.tellOthers(helmetsThere, { server: bus.server, codes: [...own.keys()] })
  }, allEvery).unref()
  bus.onGone((server) => {
    for (const [code, held] of others) if (held.server === server) others.delete(code)
  })

  const answerFor = (code: string, socket: WebSocket, { keyId, ip }: Holder): (() => void) =>
    bus.answer(heldBy, code, async () => {
      if (await isAlive(socket)) return { keyId, ip }
      socket.terminate()
      return null
    })
  return {
    codes: () => [...new Set([...own.keys(), ...others.keys()])],
    meet,
    isThere: (code) => own.has(code) || others.has(code),
    lastOf: (code) => own.get(code)?.last ?? others.get(code)?.last ?? null,
    here: (code) => own.get(code),
    allHere: () => own,
    elsewhere: async (code) => {
      if (own.has(code) || !others.has(code)) return null
      try {
        return await bus.ask(heldBy, code, null, answerWithin)
      } catch (error) {
        // Its server is gone, or has nobody there any more.
        if (error instanceof NobodyAnswers || error instanceof AnswerLate) return null
        throw error
      }
    },
    enter: (code, socket, holder, release) => {
      const before = own.get(code)
      if (before?.socket !== socket) giveWay(code)
      else drop(code)
      // Later than any that was told of it, however the servers' clocks differ.
      const since = Math.max(now(), (others.get(code)?.since ?? 0) + 1)
      others.delete(code)
      const end = answerFor(code, socket, holder)
      own.set(code, {
        socket,
        ...holder,
        since,
        last: before?.last ?? null,
        release: () => {
          release()
          end()
        },
      })
      tell(code, 'there', { since, last: before?.last ?? null })
    },
    note: (code, socket, newest) => {
      const helmet = own.get(code)
      if (helmet?.socket !== socket || newest.time < (helmet.last?.time ?? 0)) return
      helmet.last = newest
      tell(code, 'there', helmet)
      ownLines.speaking(code)
    },
    leave: (code, socket) => {
      const helmet = own.get(code)
      if (helmet?.socket !== socket) return
      drop(code)
      tell(code, 'gone', helmet)
      ownLines.gone(code)
    },
    stop: () => clearInterval(tellAll),
  }
}
