import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from './serve.ts'
import { Refusal } from './refusal.ts'
import { restOf } from './unread-bodies.ts'

/** A body has come after this many milliseconds, or so many bytes of it have since it was last looked at. */
const pace = { within: 30_000, bytes: 64 * 1024 } as const

/** Who sends slower than a bad line does keeps a connection for nothing: 408. A large file may take long, as long as it goes on. */
export const endSlowBodies = (fastify: FastifyInstance): void => {
  let begun: { readonly request: FastifyRequest; readonly reply: FastifyReply }[] = []
  // Most bodies have come with their heads, and cost no watch.
  const watchRest = (): void => {
    const all = begun
    begun = []
    for (const { request, reply } of all) if (restOf(request.raw) > 0 && !request.raw.destroyed) watch(request, reply)
  }
  fastify.addHook('onRequest', (request, reply, done) => {
    if (restOf(request.raw) > 0 && begun.push({ request, reply }) === 1) setImmediate(watchRest)
    done()
  })
}

const watch = ({ raw, headers }: FastifyRequest, reply: FastifyReply): void => {
  const { socket } = raw
  let seen = socket.bytesRead
  const look = setInterval(() => {
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (raw.complete || came >= pace.bytes) return
    clearInterval(look)
    if (reply.sent) socket.destroy()
    else void reply.code(408).send(new Refusal('tooSlow').answer(languageOf(headers['accept-language'])))
  }, pace.within)
  raw.once('close', () => clearInterval(look))
}
