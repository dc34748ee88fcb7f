import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { usualBody } from '@vigil/contract/kernel/call.ts'
import { settleAddresses } from '../kernel/addresses.ts'
import { boundBodies } from '../kernel/body-budget.ts'
import type { Identity } from '../kernel/caller.ts'
import { boundConnections, type Connections } from '../kernel/client-connections.ts'
import type { Config } from '../kernel/config.ts'
import type { Logger } from '../kernel/log.ts'
import { compressAnswers } from './compressed-answers.ts'
import { answerBroken, answerErrors } from '../kernel/serve.ts'
import { endSlowBodies } from '../kernel/slow-bodies.ts'
import { isForSockets } from '../kernel/sockets.ts'
import type { TrustedProxies } from '../kernel/trusted-proxies.ts'
import { leaveBodiesUnread } from '../kernel/unread-bodies.ts'

/** Milliseconds in which a connection says what it wants, and after which one is given up on which nothing moves either way. */
const patience = { headers: 10_000, look: 5_000, silence: 120_000 } as const

export interface HttpServer {
  readonly fastify: FastifyInstance
  readonly connections: Connections
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Said when a request turns out to be somebody's: strangers have less room than he. */
    knownAs: (who: Identity) => void
  }
}

/** A server that answers nothing yet, with all that holds for whatever it will answer: bounds, headers, errors. */
export const createHttpServer = async (
  { tls }: Pick<Config, 'tls'>,
  proxies: TrustedProxies,
  log: Logger,
): Promise<HttpServer> => {
  const served = {
    headersTimeout: patience.headers,
    connectionsCheckingInterval: patience.look,
    shouldUpgradeCallback: isForSockets,
  }
  const fastify: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: usualBody,
    connectionTimeout: patience.silence,
    clientErrorHandler: answerBroken,
    trustProxy: proxies.trusts,
    ...(tls === null ? { http: served } : { https: { ...tls, ...served, handshakeTimeout: patience.headers } }),
  })
  const connections = boundConnections(fastify.server, proxies)
  settleAddresses(fastify)
  const bodies = boundBodies(fastify)
  leaveBodiesUnread(fastify)
  endSlowBodies(fastify)
  await fastify.register(cookie)
  secure(fastify, tls !== null)
  await fastify.register(rateLimit, { global: false })
  compressAnswers(fastify)
  answerErrors(fastify, log)
  fastify.decorateRequest('knownAs', function (this: FastifyRequest, who) {
    connections.known(this.raw.socket, who)
    bodies.known(this.raw, who)
  })
  return { fastify, connections }
}

/** What `helmet` says with each answer, which is the same with all of them. */
const securityHeaders = (hsts: boolean): Record<string, string> => {
  const said: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (said[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  const tell = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts,
  })
  tell({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined)
  return said
}

const secure = (fastify: FastifyInstance, hsts: boolean): void => {
  const headers = securityHeaders(hsts)
  // Before whoever answers, who may say something else of what he hands out.
  fastify.addHook('onRequest', (_, reply, next) => {
    void reply.headers(headers)
    next()
  })
  fastify.addHook('onSend', (_, reply, payload, next) => {
    // An answer is for who asked, and for now; files say themselves for how long they hold.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    next(null, payload)
  })
}
