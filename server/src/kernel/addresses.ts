import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it comes from, as it was when it came. */
    address: string
  }
}

/**
 * Settles where each request comes from: a line that breaks while it is answered tells it no longer, and of one that broke
 * before, there is nobody to be answered.
 */
export const settleAddresses = (fastify: FastifyInstance): void => {
  fastify.decorateRequest('address', '')
  fastify.addHook('onRequest', (request, reply, next) => {
    if (request.raw.socket.remoteAddress === undefined) {
      reply.hijack()
      request.raw.destroy()
      return
    }
    request.address = request.ip
    next()
  })
}
