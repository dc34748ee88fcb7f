import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unreadStatus } from '@vigil/contract/kernel/codes.ts'

/** Bytes of a body that nobody wants which are taken off the line all the same: less work than a new connection. */
const mostDropped = 64 * 1024
/**
 * For how long a line with more than that stays open once the answer is on its way. A line that is closed while its other
 * side still sends takes the answer with it when that has not come through yet.
 */
const lingering = 2_000

/** Requests whose senders are let come to an end, since they are known and wait for a reason. */
const heardOut = new WeakSet<IncomingMessage>()

/**
 * What is answered before its body was read costs nothing but its head: a small rest is dropped and the connection kept, a
 * large one stays where it is until its sender gives up, or the connection does.
 */
export const leaveBodiesUnread = (fastify: FastifyInstance): void => {
  fastify.addHook('onSend', (request, reply, payload: unknown, done) => {
    const rest = restOf(request.raw)
    if (rest === 0 || heardOut.has(request.raw)) return done(null, payload)
    // Who was too slow is waited for no longer.
    if (rest <= mostDropped && reply.statusCode !== 408) {
      void reply.removeHeader('connection')
      return done(null, payload)
    }
    if (reply.statusCode < 400) void reply.code(unreadStatus)
    void reply.header('connection', 'close')
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    request.raw.pause()
    done(null, slowly(reply, payload))
  })
}

/** Bytes that may still come of a body; of a request that is injected, by no line at all, none. */
export const restOf = ({ complete, headers, socket }: IncomingMessage): number => {
  if (complete || !(socket instanceof Socket)) return 0
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** All of the answer at once, but its end only after a while: with its end, the line is closed. */
const slowly = (reply: FastifyReply, answer: string | Buffer): Readable => {
  void reply.header('content-length', Buffer.byteLength(answer))
  const stream = new Readable({ read: () => undefined })
  stream.push(answer)
  const end = setTimeout(() => stream.push(null), lingering)
  stream.once('close', () => clearTimeout(end))
  return stream
}

/** Reads and drops what is still on its way, so that its sender hears the answer; who sends more than `most` bytes is cut off. */
export const hearOut = ({ raw }: FastifyRequest, most: number): void => {
  if (raw.readableEnded) return
  heardOut.add(raw)
  raw.unpipe()
  let dropped = 0
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > most) raw.destroy()
  })
}
