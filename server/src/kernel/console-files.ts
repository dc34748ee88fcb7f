import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from './serve.ts'
import { Refusal } from './refusal.ts'

const builtHere = fileURLToPath(new URL('../../../console/dist/', import.meta.url))

/** Serves the built console; every address that is no file of it is one of its screens. */
export const serveConsole = async (fastify: FastifyInstance, folder: string | null): Promise<void> => {
  const root = folder ?? builtHere
  const built = existsSync(join(root, 'index.html'))
  const hashed = join(root, 'assets/')
  if (built) {
    await fastify.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        // Names in there carry a hash of what is in them; everything else may change under its name.
        void response.header('cache-control', path.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? ''
    if (built && (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|ingest|helmet|assets)(\/|$)/.test(path)) {
      return reply.sendFile('index.html')
    }
    return reply.code(404).send(new Refusal('unknownCall', { path }).answer(languageOf(request.headers['accept-language'])))
  }
  fastify.setNotFoundHandler(notFound)
  // Before a body is read that nobody takes.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void notFound(request, reply)
    else done()
  })
}
