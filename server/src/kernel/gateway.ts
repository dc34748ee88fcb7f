import type { Text } from '@vigil/contract/kernel/text.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'
import type { Logger } from './log.ts'
import { NotReady, Refusal } from './refusal.ts'
import type { ShortPost } from './short-posts.ts'
import type { TakeSocket } from './sockets.ts'

/** A message that a way in heard: when, in ms since 1970, of which device, and by which name its protocol calls it. */
export interface HeardMessage {
  readonly at: number
  /** Null for what the other side says of itself. */
  readonly code: string | null
  readonly said: string
}

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
  /** What was heard last, newest first, as far as somebody may see whose it is; not kept where there is none. */
  readonly lately?: (caller: Caller) => readonly HeardMessage[]
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
  /** Counts a message; with its device and name it is one of the last that `lately` lists. */
  readonly heard: (message?: Omit<HeardMessage, 'at'>) => void
  readonly failed: (error: unknown) => void
  /** The newest first. */
  readonly lately: () => readonly HeardMessage[]
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
 * Messages of a name that are kept to be looked at, names, and the characters of what others wrote in them. By name: places come every
 * few seconds from everybody, and a call for help is not to go under in them.
 */
const [keptOfName, keptNames, keptCharacters] = [20, 16, 64]

export const createTraffic = (now: () => number): Traffic => {
  const lately = new Map<string, HeardMessage[]>()
  let [messages, errors] = [0, 0]
  let lastMessageAt: number | null = null
  let lastError: Text | null = null
  let lastErrorAt: number | null = null
  return {
    heard: (message) => {
      messages += 1
      lastMessageAt = now()
      if (!message) return
      const code = message.code?.slice(0, keptCharacters) ?? null
      const said = message.said.slice(0, keptCharacters)
      const kept = lately.get(said) ?? []
      kept.push({ at: lastMessageAt, code, said })
      if (kept.length > keptOfName) kept.shift()
      if (lately.has(said) || lately.size < keptNames) lately.set(said, kept)
    },
    failed: (error) => {
      errors += 1
      const { zh, en } = inBoth(error)
      lastError = { zh: zh.slice(0, shownOfError), en: en.slice(0, shownOfError) }
      lastErrorAt = now()
    },
    lately: () => [...lately.values()].flat().toSorted((one, other) => other.at - one.at),
    counts: () => ({ messages, errors, lastMessageAt, lastError, lastErrorAt }),
  }
}
