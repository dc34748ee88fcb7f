import type { Text } from '@vigil/contract/kernel/text.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from './log.ts'
import { NotReady, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'
import type { ShortPost } from './short-posts.ts'
import type { TakeSocket } from './sockets.ts'

/** A message that a way in heard: when, in ms since 1970, of which device, and by which name its protocol calls it. */
export interface HeardMessage {
  readonly at: number
  /** Null for one that names none. */
  readonly code: string | null
  readonly said: string
}
/** What is seen of messages, by the device that they name. */
export type SeesHeard = (code: string | null) => boolean

/** How a way in for devices stands. */
export interface GatewayStatus {
  /** Of one that goes somewhere itself: whether it is heard there. */
  readonly listening: boolean
  readonly connections: number
  /** Since the start. */
  readonly messages: number
  /** Messages that could not be taken, since the start. */
  readonly errors: number
  /** ms since 1970, null before the first. */
  readonly lastMessageAt: number | null
  readonly lastError: Text | null
  /** ms since 1970, null before the first. */
  readonly lastErrorAt: number | null
}

/**
 * A way in for devices of one protocol: it parses that protocol and nothing else, hands what it hears to the door of positions and
 * carries commands out to who is connected. One that cannot start says so in the log and in its status; the server runs without it.
 */
export interface Gateway {
  readonly name: string
  /** As people call it. */
  readonly protocol: string
  /** Below the server's own address, a port of its own, or where it goes itself. */
  readonly at: { readonly path: string } | { readonly port: number } | { readonly address: string }
  /** What it serves below the server's own address. */
  readonly routes?: (fastify: FastifyInstance) => void
  /** Of these, what is answered before the usual way. */
  readonly shortPosts?: readonly ShortPost[]
  readonly socket?: TakeSocket
  readonly start?: () => Promise<void>
  readonly stop?: () => Promise<void> | void
  readonly status: () => GatewayStatus
  /** What this process heard last, newest first, as far as somebody of that scope may see whose it is; not kept where there is none. */
  readonly lately?: (scope: Scope) => readonly HeardMessage[]
}

/** What of them lies below the server's own address. */
export const serveGateways = (gateways: readonly Gateway[], fastify: FastifyInstance): Record<string, TakeSocket> => {
  for (const { routes } of gateways) routes?.(fastify)
  return Object.fromEntries(gateways.flatMap(({ at, socket }) => (socket && 'path' in at ? [[at.path, socket] as const] : [])))
}

/** Starts a way in; one that cannot start costs the server nothing but itself. */
export const startGateway = async ({ name, protocol, at, start }: Gateway, log: Logger): Promise<void> => {
  try {
    await start?.()
  } catch (error) {
    log.error({ err: error, gateway: name, protocol, at }, 'a gateway could not be started: its devices are not heard')
  }
}

/** What a gateway counts of its traffic. */
export interface Traffic {
  /**
   * Counts a message; with its device and name it is one of the last that `lately` lists. Those whose names others make up are kept
   * among each other.
   */
  readonly heard: (message?: Omit<HeardMessage, 'at'> & { readonly isMadeUp?: boolean }) => void
  readonly failed: (error: unknown) => void
  /** The newest first; `hasAll` sees those with made-up names as well, which may be of anybody. */
  readonly lately: (sees: SeesHeard, hasAll: boolean) => readonly HeardMessage[]
  readonly counts: () => Pick<GatewayStatus, 'messages' | 'errors' | 'lastMessageAt' | 'lastError' | 'lastErrorAt'>
}

/** What went wrong at a gateway, as its status says it in both languages. */
export class GatewayError extends Error {
  readonly told: Text
  constructor(told: Text) {
    super(told.en)
    this.name = 'GatewayError'
    this.told = told
  }
}

/** Characters of an error that a status shows. */
const shownOfError = 300

const inBoth = (error: unknown): Text => {
  if (error instanceof GatewayError) return error.told
  if (error instanceof Refusal) return { zh: error.tell('zh'), en: error.tell('en') }
  if (error instanceof NotReady) return error.told ?? codes.notReady
  const said = error instanceof Error ? error.message : String(error)
  // What others say has one language.
  return { zh: `意外错误（${said}）`, en: said }
}

/**
 * Of each name the last message of each device is kept: places come every few seconds from everybody, and neither a call for help nor the
 * devices of a small department are to go under in them. So many devices of a name; so many of a name are listed; and so many characters
 * are kept of what others wrote.
 */
const [keptOfName, listedOfName, keptCharacters] = [2_000, 20, 64]

/** A text of its own: what is cut from one may keep all of it in memory. */
const cut = (text: string): string =>
  text.length <= keptCharacters ? text : Buffer.from(text.slice(0, keptCharacters)).toString()

const newestFirst = (heard: Iterable<HeardMessage>): HeardMessage[] => [...heard].reverse()

export const createTraffic = (now: () => number): Traffic => {
  /** By name and device, the newest last. */
  const kept = new Map<string, Map<string | null, HeardMessage>>()
  const madeUp = new Map<string | null, HeardMessage>()
  let [messages, errors] = [0, 0]
  let lastMessageAt: number | null = null
  let lastError: Text | null = null
  let lastErrorAt: number | null = null
  const ofName = (said: string): Map<string | null, HeardMessage> => {
    const known = kept.get(said)
    if (known) return known
    const made = new Map<string | null, HeardMessage>()
    kept.set(said, made)
    return made
  }
  return {
    heard: (message) => {
      messages += 1
      lastMessageAt = now()
      if (!message) return
      const code = message.code === null ? null : cut(message.code)
      const said = cut(message.said)
      const [among, key] = message.isMadeUp ? [madeUp, `${code ?? ''} ${said}`] : [ofName(said), code]
      among.delete(key)
      among.set(key, { at: lastMessageAt, code, said })
      if (among.size > keptOfName) for (const oldest of among.keys()) return void among.delete(oldest)
    },
    failed: (error) => {
      errors += 1
      const { zh, en } = inBoth(error)
      lastError = { zh: zh.slice(0, shownOfError), en: en.slice(0, shownOfError) }
      lastErrorAt = now()
    },
    lately: (sees, hasAll) =>
      [...kept.values(), ...(hasAll ? [madeUp] : [])]
        .flatMap((among) =>
          newestFirst(among.values())
            .filter(({ code }) => hasAll || sees(code))
            .slice(0, listedOfName),
        )
        .toSorted((one, other) => other.at - one.at),
    counts: () => ({ messages, errors, lastMessageAt, lastError, lastErrorAt }),
  }
}
