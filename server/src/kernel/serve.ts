import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { BodyOf, Call, Calls, ReturnedBy } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { permissionNames } from '@vigil/contract/site/product-permissions.ts'
import { stranger, type Asked, type Caller } from './caller.ts'
import { asNotReady } from './db.ts'
import type { Journal } from './journal.ts'
import type { Logger } from './log.ts'
import { readWith } from './problems.ts'
import { NotReady, Refusal } from './refusal.ts'
import { acceptUploads, dropRest, receiveUpload, type Received } from './uploads.ts'

/** Stands in a module's handlers for a call of the contract that no part of the product answers yet. */
export const notAvailableYet: unique symbol = Symbol('not available yet')

export type Handler<C extends Call> = (body: BodyOf<C>, asked: Asked) => Promise<ReturnedBy<C>>
/** One handler for each call of a domain: a missing or an unknown one does not compile. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: Handler<C[Name]> | typeof notAvailableYet }

/** One domain's calls with their handlers, kept together so that what is unbuilt can be listed. */
export interface Served {
  readonly calls: Calls
  readonly handlers: Readonly<Record<string, ((body: never, asked: Asked) => Promise<unknown>) | typeof notAvailableYet>>
}
export const served = <C extends Calls>(calls: C, handlers: NoInfer<Handlers<C>>): Served => ({
  calls,
  handlers,
})
/** A domain that no module serves yet. */
export const unbuilt = (calls: Calls): Served => ({
  calls,
  handlers: Object.fromEntries(Object.keys(calls).map((name) => [name, notAvailableYet])),
})

export const languageOf = (header: string | undefined): Language => (/^en\b/i.test(header?.trim() ?? '') ? 'en' : 'zh')

interface Ground {
  /** Where files that come with a call wait for its end. */
  readonly uploads: string
  readonly authenticate: (token: string) => Promise<Caller | null>
  readonly journal: Journal
  readonly log: Logger
  readonly now: () => number
}

export const sessionCookie = 'vigil_session'

/** Uploads of one session: far more than a person makes, far fewer than fill a disk unnoticed. */
const uploadRate = { max: 60, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => tokenOf(request) || request.ip }

/** Serves calls under `/api`: session, permission, body, handler, envelope, in this order. */
export const serve = (app: FastifyInstance, ground: Ground, { calls, handlers }: Served): void => {
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`no handler for ${call.path}`)
    if ((handler === notAvailableYet) !== (call.planned === true))
      throw new Error(`contract and server disagree whether ${call.path} is built`)
    const route: RouteOptions = {
      method: call.method,
      url: `/api${call.path}`,
      ...(call.upload ? { config: { rateLimit: uploadRate } } : {}),
      handler: async (request, reply) => {
        const since = ground.now()
        const token = tokenOf(request)
        const caller = token ? await ground.authenticate(token) : null
        const asked: Asked = {
          caller: caller ?? stranger,
          language: languageOf(request.headers['accept-language']),
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          since,
          token,
          setCookie: (value) => setCookie(request, reply, value),
        }
        let received: Received | null = null
        try {
          permit(call, caller, asked)
          if (handler === notAvailableYet) throw new Refusal('notAvailableYet')
          received = call.upload ? await receiveUpload(request, ground.uploads) : null
          const body = readWith(call.body, (received ? received.fields : request.body) ?? undefined, asked.language)
          const data = await handler(body as never, received?.upload ? { ...asked, upload: received.upload } : asked)
          return { code: codes.success.code, msg: codes.success[asked.language], data: call.data.parse(data) }
        } catch (error) {
          const failure = asNotReady(error)
          if (failure instanceof Refusal) {
            if (failure.codeName === 'forbidden' && caller) await ground.journal.refused(asked, call.path, 'forbidden')
            return { code: codes[failure.codeName].code, msg: failure.tell(asked.language), data: failure.data }
          }
          throw failure
        } finally {
          await received?.discard()
          if (call.upload) dropRest(request)
        }
      },
    }
    if (call.upload) {
      // In a scope of its own: what reading forms takes is not done for every other request.
      void app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route(route)
      })
    } else app.route(route)
  }
}

/** Raw or with `Bearer`, as design allows both. */
const tokenOf = (request: FastifyRequest): string => (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim()

const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string | null): void => {
  const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const
  if (token === null) void reply.clearCookie(sessionCookie, options)
  else void reply.setCookie(sessionCookie, token, options)
}

const permit = (call: Call, caller: Caller | null, asked: Asked): void => {
  if (call.needs === 'public') return
  if (!caller) throw new Refusal('sessionInvalid')
  if (caller.mustChangePassword && !call.beforePasswordChange) throw new Refusal('passwordMustChange')
  if (call.needs === 'signedIn' || caller.administrator) return
  if (!call.needs.anyOf.some((permission) => asked.caller.permissions.has(permission))) {
    throw new Refusal('forbidden', { needs: permissionNames(call.needs.anyOf) })
  }
}

/** Transport errors and faults of our own, in the envelope's shape; nothing of SQL or a stack leaves the server. */
export const answerErrors = (app: FastifyInstance, log: Logger): void => {
  app.setErrorHandler((error: unknown, request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const answer = (status: number, refusal: Refusal) =>
      reply.code(status).send({ code: codes[refusal.codeName].code, msg: refusal.tell(language), data: null })
    const failure = asNotReady(error)
    if (failure instanceof NotReady) {
      void reply.header('retry-after', '2')
      log.warn({ err: failure.cause, path: request.url.split('?')[0] }, 'answered 503')
      return answer(503, new Refusal('notReady'))
    }
    const status =
      failure instanceof Error && 'statusCode' in failure && typeof failure.statusCode === 'number' ? failure.statusCode : 500
    if (status === 413) return answer(413, new Refusal('tooLarge'))
    if (status === 429) return answer(429, new Refusal('tooManyRequests'))
    if (status >= 400 && status < 500) return answer(status, new Refusal('malformed'))
    const reference = randomUUID().slice(0, 8)
    log.error({ err: failure, path: request.url.split('?')[0], reference }, 'a request failed')
    return answer(500, new Refusal('failed', { reference }))
  })
}
