import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { few } from './body-budget.ts'
import type { Identity } from './caller.ts'
import type { Connections } from './client-connections.ts'
import type { Logger } from './log.ts'
import { failureAnswer, languageOf } from './serve.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/**
 * Posts of devices that send a report at a time. What every other request goes through (hooks, bounds on its body, streams of it)
 * costs several times what such a post takes by itself, so one whose sender is known by its head, and whose few bytes came with it,
 * is answered before all that. Whatever else comes to its address goes the usual way, which answers the same.
 */
export interface ShortPost {
  readonly path: string
  /** Whose it is, by its head; null for nobody's, who is answered the usual way. */
  readonly senderOf: (head: IncomingHttpHeaders) => Sender | null
  /** The answer as JSON; what it throws is answered as on the usual way. */
  readonly answer: (sender: Sender, bytes: Uint8Array, from: From) => Promise<string>
  /** Told of what was thrown. */
  readonly failed: (error: unknown) => void
}
interface Sender {
  readonly identity: Identity
  readonly keyId: string
}
interface From {
  readonly address: string
  readonly language: Language
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

interface Deps {
  readonly proxies: TrustedProxies
  readonly connections: Connections
  readonly log: Logger
}

/** Puts them before the usual way. */
export const answerShortPosts = (fastify: FastifyInstance, posts: readonly ShortPost[], deps: Deps): void => {
  const byPath = new Map(posts.map((post) => [post.path, post]))
  const { server } = fastify
  // Fastify's own, behind those that count what is under way on a connection.
  const usual = server.listeners('request').at(-1) as (request: IncomingMessage, response: ServerResponse) => void
  server.off('request', usual)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const goOn = (): void => usual.call(server, request, response)
    const post = request.method === 'POST' && isShort(request.headers) ? byPath.get(request.url ?? '') : undefined
    if (post === undefined) return goOn()
    // By then what came with the head is read; nobody has taken any of it.
    setImmediate(() => {
      const { remoteAddress } = request.socket
      const sender = server.listening && request.complete && remoteAddress !== undefined ? post.senderOf(request.headers) : null
      if (sender === null || remoteAddress === undefined) return goOn()
      deps.connections.known(request.socket, sender.identity)
      const from: From = {
        address: deps.proxies.clientOf(remoteAddress, request.headers['x-forwarded-for']?.toString()),
        language: languageOf(request.headers['accept-language']),
      }
      const bytes: unknown = request.read()
      // What is left is its end, which the connection waits for.
      request.resume()
      post.answer(sender, bytes instanceof Uint8Array ? bytes : new Uint8Array(), from).then(
        (text) => send(response, 200, text),
        (error: unknown) => {
          post.failed(error)
          const { status, retryAfter, refusal } = failureAnswer(error, post.path, deps.log)
          const body = JSON.stringify(refusal(from.language))
          send(response, status, body, retryAfter === null ? {} : { 'retry-after': String(retryAfter) })
        },
      )
    })
  })
}

const isShort = ({ 'content-type': type = '', 'content-length': length, expect }: IncomingHttpHeaders): boolean =>
  length !== undefined && Number(length) <= few && /^application\/json *(?:;|$)/i.test(type) && expect === undefined

const send = (response: ServerResponse, status: number, text: string, more: Record<string, string> = {}): void => {
  response.writeHead(status, { ...headers, ...more, 'content-length': Buffer.byteLength(text) })
  // As a text it goes into one piece with its head.
  response.end(text)
}
