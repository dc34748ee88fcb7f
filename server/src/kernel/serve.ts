import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { bodyFieldsOf } from '@vigil/contract/body-fields.ts'
import type { BodyOf, Call, Calls, Envelope, PlannedCall, ReturnedBy } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Language, Text } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/menu/product-permissions.ts'
import { stranger, type Asked, type Caller } from './caller.ts'
import { asNotReady } from './db.ts'
import { Encoded } from './encoded.ts'
import type { Journal } from './journal.ts'
import type { Line } from './lines.ts'
import type { Logger } from './log.ts'
import { readWith } from './problems.ts'
import { NotReady, Refusal, TooMany } from './refusal.ts'
import { hearOut } from './unread-bodies.ts'
import { acceptUploads, mostHeardOut, receiveUpload, type Received } from './uploads.ts'

export type Handler<C extends Call> = (body: BodyOf<C>, asked: Asked) => Promise<ReturnedBy<C> | Encoded<ReturnedBy<C>>>
/** One handler for each call of a domain that is more than planned: a missing or an unknown one does not compile. */
export type Handlers<C extends Calls> = {
  readonly [Name in keyof C as C[Name] extends PlannedCall ? never : Name]: Handler<C[Name]>
}

/** One domain's calls with their handlers. */
export interface Served {
  readonly calls: Calls
  readonly handlers: Readonly<Record<string, (body: never, asked: Asked) => Promise<unknown>>>
  readonly heavy?: readonly string[]
}
/** `heavy`: those that take the database for long; of one account a few at a time are answered. Only what reads may be. */
export const served = <C extends Calls>(
  calls: C,
  handlers: NoInfer<Handlers<C>>,
  { heavy = [] }: { readonly heavy?: readonly NoInfer<keyof C & string>[] } = {},
): Served => ({ calls, handlers, heavy })

export const languageOf = (header: string | undefined): Language => (/^en\b/i.test(header?.trim() ?? '') ? 'en' : 'zh')

interface Deps {
  /** Where files that come with a call wait for its end. */
  readonly uploads: string
  /** Throws where there is no room for them. */
  readonly requireRoom: () => void
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly journal: Journal
  readonly log: Logger
  readonly now: () => number
  /** Where heavy calls wait for others of the same account. */
  readonly heavyLine: Line
}

export const sessionCookie = 'vigil_session'

/** Uploads of one session: far more than a person makes, far fewer than fill a disk unnoticed. */
const uploadRate = {
  max: 60,
  timeWindow: '1 minute',
  keyGenerator: (request: FastifyRequest) => tokenOf(request) || request.address,
}

/** Serves calls under `/api`: session, permission, body, handler, envelope, in this order. */
export const serve = (app: FastifyInstance, deps: Deps, { calls, handlers, heavy = [] }: Served): void => {
  for (const [name, call] of Object.entries(calls)) {
    const handler = call.planned ? null : handlers[name]
    if (handler === undefined) throw new Error(`no handler for ${call.path}`)
    const isHeavy = heavy.includes(name)
    // What somebody does waits for nothing that is looked up.
    if (isHeavy && call.reads === undefined) throw new Error(`${call.path} changes something: it cannot be heavy`)
    const route = routeOf(deps, call, handler, isHeavy ? deps.heavyLine : null)
    if (call.upload) {
      // In a scope of its own: what reading forms takes is not done for every other request.
      void app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route(route)
      })
    } else app.route(route)
  }
}

const routeOf = (deps: Deps, call: Call, handler: Served['handlers'][string] | null, line: Line | null): RouteOptions => {
  /** Requests that may come in, and whether their bodies were there by then. */
  const letIn = new WeakMap<FastifyRequest, { readonly asked: Asked; readonly whole: boolean }>()
  const refused = async (error: unknown, asked: Asked): Promise<Envelope<unknown>> => {
    const failure = asNotReady(error)
    if (!(failure instanceof Refusal)) throw failure
    if (failure.codeName === 'forbidden' && asked.caller !== stranger) await deps.journal.refused(asked, call.path, 'forbidden')
    return failure.answer(asked.language)
  }
  return {
    method: call.method,
    url: `/api${call.path}`,
    bodyLimit: call.bodyLimit,
    ...(call.upload ? { config: { rateLimit: uploadRate, writesForms: true } } : {}),
    onRequest: async (request, reply) => {
      const asked = await askedBy(deps, request, reply)
      try {
        permit(call, asked.caller)
        if (handler === null) throw new Refusal('notAvailableYet')
        if (asked.caller !== stranger) request.knownAs(`user:${asked.caller.userId}`)
        letIn.set(request, { asked, whole: request.raw.complete })
      } catch (error) {
        return reply.send(await refused(error, asked))
      }
    },
    handler: async (request, reply) => {
      const entry = letIn.get(request)
      if (!entry || handler === null) throw new Error(`${call.path} was not let in`)
      let { asked } = entry
      let received: Received | null = null
      try {
        received = call.upload ? await receiveUpload(request, deps.uploads, deps.requireRoom) : null
        /** Who sends slowly, or has waited, has the rights of now, not those of when he began. */
        const askAgain = async (): Promise<void> => {
          asked = { ...(await askedBy(deps, request, reply)), since: asked.since }
          permit(call, asked.caller)
        }
        if (!entry.whole) await askAgain()
        const { upload, fields } = received ?? { upload: null, fields: request.body }
        const body = readWith(call.body, fields ?? undefined, () => bodyFieldsOf(call))
        const work = async (): Promise<unknown> => {
          if (line) await askAgain()
          return handler(body as never, upload ? { ...asked, upload } : asked)
        }
        const data = await (line ? line(asked, work) : work())
        const told = { code: codes.success.code, msg: codes.success[asked.language] }
        if (data instanceof Encoded) return reply.type(json).send(around(told, data.json))
        return { ...told, data: call.data.parse(data) }
      } catch (error) {
        return await refused(error, asked)
      } finally {
        await received?.discard()
        if (call.upload) hearOut(request, mostHeardOut)
      }
    },
  }
}

const json = 'application/json; charset=utf-8'
/** The envelope around data that is written already. */
const around = (told: Pick<Envelope<unknown>, 'code' | 'msg'>, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(told).slice(0, -1)},"data":`), data, closing])
const closing = Buffer.from('}')

const askedBy = async (deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Asked> => {
  const since = deps.now()
  const token = tokenOf(request)
  return {
    caller: (token ? await deps.authenticate(token) : null) ?? stranger,
    language: languageOf(request.headers['accept-language']),
    ip: request.address,
    userAgent: request.headers['user-agent'] ?? '',
    since,
    token,
    hasGone: () => request.raw.socket.destroyed,
    setCookie: (value) => setCookie(request, reply, value),
  }
}

/** Raw or with `Bearer`, as design allows both. */
const tokenOf = (request: FastifyRequest): string => (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()

const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string | null): void => {
  const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const
  if (token === null) void reply.clearCookie(sessionCookie, options)
  else void reply.setCookie(sessionCookie, token, options)
}

/** What a wall display lacks, whatever its account may do. */
const beyondWalls: Text = { zh: '大屏会话只能查看', en: 'a wall display can only look' }

const permit = (call: Call, caller: Caller): void => {
  if (call.needs === 'public') return
  if (caller === stranger) throw new Refusal('sessionInvalid')
  if (caller.mustChangePassword && !call.beforePasswordChange) throw new Refusal('passwordMustChange')
  if (caller.wall && call.reads !== true) throw new Refusal('forbidden', { needs: beyondWalls })
  if (call.needs === 'signedIn' || caller.administrator) return
  if (!call.needs.anyOf.some((permission) => caller.permissions.has(permission))) {
    throw new Refusal('forbidden', { needs: permissionNames(call.needs.anyOf) })
  }
}

/** What is told of something that was thrown. */
interface FailureAnswer {
  readonly status: number
  /** Seconds, null where nothing is said of it. */
  readonly retryAfter: number | null
  readonly refusal: (language: Language) => Envelope<unknown>
}

/** Transport errors and faults of our own, in the envelope's shape; nothing of SQL or a stack leaves the server. */
export const failureAnswer = (error: unknown, path: string, log: Logger): FailureAnswer => {
  const answer = (status: number, refusal: Refusal, retryAfter: number | null = null): FailureAnswer => ({
    status,
    retryAfter,
    refusal: (language) => refusal.answer(language),
  })
  const failure = asNotReady(error)
  if (failure instanceof NotReady) {
    log.warn({ err: failure.cause, path }, 'answered 503')
    const { told } = failure
    const usual = answer(503, new Refusal('notReady'), 2)
    return told ? { ...usual, refusal: (language) => ({ ...usual.refusal(language), msg: told[language] }) } : usual
  }
  const retryAfter = failure instanceof TooMany ? failure.retryAfter : null
  const status =
    failure instanceof Error && 'statusCode' in failure && typeof failure.statusCode === 'number' ? failure.statusCode : 500
  if (status === 413) return answer(413, new Refusal('tooLarge'), retryAfter)
  if (status === 429) return answer(429, new Refusal('tooManyRequests'), retryAfter)
  if (status >= 400 && status < 500) return answer(status, new Refusal('malformed'), retryAfter)
  const reference = randomUUID().slice(0, 8)
  log.error({ err: failure, path, reference }, 'a request failed')
  return answer(500, new Refusal('failed', { reference }), retryAfter)
}

export const answerErrors = (app: FastifyInstance, log: Logger): void => {
  app.setErrorHandler((error: unknown, request, reply) => {
    const { status, retryAfter, refusal } = failureAnswer(error, request.url.split('?')[0] ?? '', log)
    if (retryAfter !== null) void reply.header('retry-after', String(retryAfter))
    return reply.code(status).send(refusal(languageOf(request.headers['accept-language'])))
  })
}

/** What is no request, or none in time, has no route that could answer it; nor is it known in which language. */
export const answerBroken = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, refusal] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? (['408 Request Timeout', new Refusal('tooSlow')] as const)
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? (['431 Request Header Fields Too Large', new Refusal('tooLarge')] as const)
        : (['400 Bad Request', new Refusal('malformed')] as const)
  const answer = JSON.stringify(refusal.answer('zh'))
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(answer)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${answer}`, () => socket.destroy())
}
