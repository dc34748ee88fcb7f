import type { IncomingMessage } from 'node:http'
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
const few = 4 * 1024

export interface BodyBudget {
  /** Who sends a request; one of whom this is not said counts as his network. */
  readonly known: (request: IncomingMessage, who: Identity) => void
}

/**
 * Bounds what bodies take of memory while they come, so that whoever begins them by the hundred gets no further than his share:
 * past it `NotReady`, and the body stays unread. One counts for as many bytes as it says to have, one that does not say for as
 * many as its route takes. Forms are written to disk as they come and have bounds of their own.
 */
export const boundBodies = (fastify: FastifyInstance, most: Most = mostHeld): BodyBudget => {
  const senders = new WeakMap<IncomingMessage, Identity>()
  const hold = createBudget(most)
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    const { raw } = request
    const letIn = (bytes: number): void => {
      // Of what is over already no end would be heard.
      if (reply.sent || raw.socket.destroyed) return done()
      const release = hold(senders.get(raw) ?? networkOf(request.address), bytes)
      // Told once, of an answer as of a line that breaks, also of one on which others are still to be answered before.
      if (release) reply.raw.once('close', release)
      done(release ? null : new NotReady(new Error('too many bodies are on their way')))
    }
    const rest = isRead(request) ? restOf(raw) : 0
    if (rest <= few) return done()
    const { bodyLimit } = request.routeOptions
    if (Number.isFinite(rest)) {
      // One that is too large for its route is refused unread.
      if (rest > bodyLimit) done()
      else letIn(rest)
    } else if (bodyLimit <= few) done()
    else peek(raw, () => (raw.complete ? done() : letIn(bodyLimit)))
  })
  return { known: (request, who) => void senders.set(request, who) }
}

/** Whether a body is read into memory as a whole. */
const isRead = ({ method, mediaType }: FastifyRequest): boolean =>
  method !== 'GET' && method !== 'HEAD' && mediaType !== 'multipart/form-data'

/** Goes on once a body has come as a whole, or more than a few bytes of it have; none of them is taken. */
const peek = (raw: IncomingMessage, goOn: () => void): void => {
  const look = (): void => {
    if (!raw.complete && raw.readableLength <= few) return
    raw.off('readable', look)
    goOn()
  }
  raw.on('readable', look)
}

/** Sets bytes of a sender aside; answers what gives them back, to be called once, or null where there is no room. */
const createBudget = (most: Most) => {
  const held = new Map<string, number>()
  let all = 0
  return (sender: string, bytes: number): (() => void) | null => {
    const his = held.get(sender) ?? 0
    if (all + bytes > most.all || his + bytes > most.each) return null
    all += bytes
    held.set(sender, his + bytes)
    return () => {
      all -= bytes
      const left = (held.get(sender) ?? 0) - bytes
      if (left > 0) held.set(sender, left)
      else held.delete(sender)
    }
  }
}
