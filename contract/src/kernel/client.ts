import type { Call, DataOf, Envelope, SentBodyOf } from './call.ts'
import { codes, unreadStatus } from './codes.ts'
import type { Language } from './text.ts'

export interface ClientOptions {
  /** Where `/api` is, without a slash at the end; empty in a browser on the same origin. */
  readonly origin: string
  readonly token?: () => string | null
  readonly language?: () => Language
  /** Milliseconds; the specification's 100000 unless said. */
  readonly timeout?: number
  /** Sees every answer before its caller does, e.g. for `10002`. */
  readonly onAnswer?: (call: Call, envelope: Envelope<unknown>) => void
  /** Sees every failure of network or HTTP before the caller gets it as a rejection. */
  readonly onFailure?: (call: Call, failure: Error) => void
}

/** An answer with another code than `200`, for callers that have nothing to do with such an answer. */
export class CallRefused extends Error {
  readonly code: string
  readonly data: unknown
  readonly path: string
  constructor(path: string, envelope: Envelope<unknown>) {
    super(envelope.msg)
    this.name = 'CallRefused'
    this.path = path
    this.code = envelope.code
    this.data = envelope.data
  }
}

/** The network or HTTP failed: nothing is known about what the server did. */
export class CallFailed extends Error {
  readonly path: string
  readonly status: number | null
  /** Seconds the server asked to wait. */
  readonly retryAfter: number | null
  constructor(path: string, message: string, status: number | null, retryAfter: number | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'CallFailed'
    this.path = path
    this.status = status
    this.retryAfter = retryAfter
  }
}

export const defaultTimeout = 100_000

/** The one client of the contract, for the console, the simulator, tests and tools. */
export const createClient = (options: ClientOptions) => {
  /** The envelope as it came, whatever its code. Rejects with `CallFailed` only. */
  const send = async <C extends Call>(
    call: C,
    body: SentBodyOf<C>,
    signal?: AbortSignal,
  ): Promise<Envelope<DataOf<C> | null>> => {
    try {
      return await request(call, body, signal)
    } catch (error) {
      const failure = error instanceof CallFailed ? error : new CallFailed(call.path, String(error), null, null, error)
      if (!signal?.aborted) options.onFailure?.(call, failure)
      throw failure
    }
  }

  const request = async <C extends Call>(
    call: C,
    body: SentBodyOf<C>,
    signal?: AbortSignal,
  ): Promise<Envelope<DataOf<C> | null>> => {
    const token = options.token?.() ?? null
    const limit = AbortSignal.timeout(options.timeout ?? defaultTimeout)
    const response = await fetch(`${options.origin}/api${call.path}`, {
      method: call.method,
      headers: {
        ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: token } : {}),
        'accept-language': options.language?.() ?? 'zh',
      },
      ...(call.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((error: unknown) => {
      throw new CallFailed(call.path, reasonOf(error), null, null, error)
    })
    const retryAfter = Number(response.headers.get('retry-after')) || null
    const answer = await response.text().then(parsed, (error: unknown) => {
      throw new CallFailed(call.path, reasonOf(error), response.status, retryAfter, error)
    })
    if (!isEnvelope(answer)) throw new CallFailed(call.path, `HTTP ${response.status}`, response.status, retryAfter)
    if (!response.ok && response.status !== unreadStatus)
      throw new CallFailed(call.path, answer.msg || `HTTP ${response.status}`, response.status, retryAfter)
    options.onAnswer?.(call, answer)
    return answer as Envelope<DataOf<C> | null>
  }

  /** The data of a successful answer; throws `CallRefused` on any other code. */
  const ask = async <C extends Call>(call: C, body: SentBodyOf<C>, signal?: AbortSignal): Promise<DataOf<C>> => {
    const envelope = await send(call, body, signal)
    if (envelope.code !== codes.success.code) throw new CallRefused(call.path, envelope)
    return envelope.data as DataOf<C>
  }
  return { send, ask }
}
export type Client = ReturnType<typeof createClient>

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isEnvelope = (answer: unknown): answer is Envelope<unknown> =>
  typeof answer === 'object' &&
  answer !== null &&
  'code' in answer &&
  typeof answer.code === 'string' &&
  'msg' in answer &&
  typeof answer.msg === 'string'

/** Narrows a list answer that was asked for without paging. */
export const whole = <Item>(data: Item[] | { list: Item[]; total: number }): Item[] => (Array.isArray(data) ? data : data.list)
/** Narrows a list answer that was asked for with paging. */
export const paged = <Item>(data: Item[] | { list: Item[]; total: number }): { list: Item[]; total: number } =>
  Array.isArray(data) ? { list: data, total: data.length } : data
