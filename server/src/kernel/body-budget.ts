import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from './caller.ts'
import { NotReady } from './refusal.ts'
import { networkOf } from './trusted-proxies.ts'
import { restOf } from './unread-bodies.ts'

const mebibyte = 1024 * 1024
/** Bytes of bodies that are held in memory until their requests are over; in all and of one sender. */
interface Most {
  readonly all: number
  readonly each: number
}
const mostHeld: Most = { all: 192 * mebibyte, each: 64 * mebibyte }
/** Bytes of a body that is always let in and does not count: a call for help has a few hundred. */
export const few = 4 * 1024

export interface BodyBudget {
  /** Who sends a request; one of whom this is not said counts as his network. */
  readonly known: (request: IncomingMessage, who: Identity) => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Forms go to the disk as they come, and are never held as a whole. */
    writesForms?: true
  }
}

/**
 * Bounds what bodies take of memory, so that whoever sends them by the hundred gets no further than his share: past it one of
 * his own is answered `NotReady`, and past the share of all one of whoever holds most; the one of which nothing came for longest.
 * A body counts for what has come of it: what is only announced takes no memory. A sender is a key or an account at one network,
 * so that nobody elsewhere takes the share of all who use the same key. Forms that a route writes to disk as they come
 * have bounds of their own.
 */
export const boundBodies = (fastify: FastifyInstance, most: Most = mostHeld): BodyBudget => {
  const identities = new WeakMap<IncomingMessage, Identity>()
  const begin = createBudget(most)
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    const rest = isRead(request) ? restOf(raw) : 0
    // One that is too large for its route is refused unread. Of what is over already no end would be heard.
    if (rest <= few || (Number.isFinite(rest) && rest > request.routeOptions.bodyLimit)) return done()
    if (reply.sent || raw.socket.destroyed) return done()

    const network = networkOf(request.address)
    const share = begin(`${identities.get(raw) ?? ''} ${network}`, () => {
      payload.unpipe(counted)
      counted.destroy(new NotReady(new Error('too many bodies are on their way')))
    })
    let came = 0
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, taken) => {
        came += chunk.length
        const counts = Math.min(chunk.length, came - few)
        if (counts <= 0 || share.take(counts)) return taken(null, chunk)
        share.putOut()
        return taken()
      },
      flush: (taken) => {
        share.whole()
        taken()
      },
    })
    // Told once, of an answer as of a line that breaks, also of one on which others are still to be answered before.
    reply.raw.once('close', share.release)
    // Whoever reads it hears of it; once nobody does, nobody has to.
    counted.on('error', () => undefined)
    payload.once('error', (error) => counted.destroy(error))
    done(null, payload.pipe(counted))
  })
  return { known: (request, who) => void identities.set(request, who) }
}

/** Whether a body is read into memory as a whole: a form is, but by a route that says it writes forms to disk. */
const isRead = ({ method, mediaType, routeOptions: { config } }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && !(config.writesForms === true && mediaType === 'multipart/form-data')

interface Share {
  /** Whether so many bytes more have room, if need be in place of others. */
  readonly take: (bytes: number) => boolean
  /** It has come as a whole and is not put out any more. */
  readonly whole: () => void
  readonly putOut: () => void
  readonly release: () => void
}
interface Sender {
  held: number
  /** Bodies that still come, the one of which nothing came for longest first. */
  readonly coming: Set<Share>
}

const createBudget = (most: Most) => {
  const senders = new Map<string, Sender>()
  let all = 0
  const greediest = (): Sender | null => {
    let found: Sender | null = null
    for (const sender of senders.values()) if (found === null || sender.held > found.held) found = sender
    return found
  }
  /** Known by name from the first byte that counts until nothing of him is held any more. */
  const senderOf = (name: string): Sender => {
    const sender = senders.get(name) ?? { held: 0, coming: new Set() }
    senders.set(name, sender)
    return sender
  }
  return (name: string, onPutOut: () => void): Share => {
    let held = 0
    let sender: Sender | null = null
    let over = false
    const release = (): void => {
      over = true
      if (sender === null) return
      sender.coming.delete(share)
      sender.held -= held
      all -= held
      held = 0
      if (sender.held === 0 && sender.coming.size === 0) senders.delete(name)
      sender = null
    }
    const share: Share = {
      take: (bytes) => {
        if (over) return false
        const his = (sender ??= senderOf(name))
        his.coming.delete(share)
        his.coming.add(share)
        for (;;) {
          const hisOwn = his.held + bytes > most.each
          if (!hisOwn && all + bytes <= most.all) break
          const [silent] = (hisOwn ? his : greediest())?.coming ?? []
          if (silent === undefined || silent === share) return false
          silent.putOut()
        }
        held += bytes
        his.held += bytes
        all += bytes
        return true
      },
      whole: () => void sender?.coming.delete(share),
      putOut: () => {
        release()
        onPutOut()
      },
      release,
    }
    return share
  }
}
