import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import { isIP } from 'node:net'
import { answerTo, challengeIn, type Login } from './digest.ts'

export interface Asked {
  readonly method: 'GET' | 'PUT' | 'POST'
  /** With whatever follows a question mark. */
  readonly path: string
  readonly body?: { readonly type: string; readonly text: string }
}
export interface Told {
  readonly status: number
  readonly text: string
}
export interface Target extends Login {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly port: number
}

/** Nothing was answered in time: what became of it nobody knows. */
export class NoAnswer extends Error {}

/** The line broke once it stood: it may have heard, and done it. */
export class LineLost extends Error {}

/** What is said of a try that threw: that it was not reached, did not answer, or may have heard before the line broke. */
export const failureOf = (error: unknown) => {
  if (error instanceof NoAnswer) return { outcome: 'timedOut', said: '' } as const
  const isLost = error instanceof LineLost
  const why = isLost ? error.cause : error
  const said = why instanceof Error && 'code' in why ? String(why.code) : ''
  return { outcome: isLost ? 'unknown' : 'unreachable', said } as const
}

/** ms for all of one request: a gate that takes longer is looked at by whoever stands there. */
export const patience = 5_000
const longestAnswer = 64 * 1024

const readAll = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const once = ({ scheme, host, port }: Target, { method, path, body }: Asked, authorization: string | null, within: number) => {
  const { promise, resolve, reject } = Promise.withResolvers<Told & { readonly challenges: readonly string[] }>()
  const signal = AbortSignal.timeout(within)
  let stood = false
  const fail = (error: unknown): void => {
    if (signal.aborted) reject(new NoAnswer('no answer in time', { cause: error }))
    else reject(stood ? new LineLost('the line broke', { cause: error }) : error)
  }
  const ask = scheme === 'https' ? askSecurely : askPlainly
  const sent = ask(
    {
      host,
      port,
      method,
      path,
      signal,
      agent: false,
      headers: {
        host: `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
        ...(body ? { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) } : {}),
        ...(authorization === null ? {} : { authorization }),
      },
    },
    (response) => {
      const header = response.headersDistinct['www-authenticate'] ?? []
      readAll(response).then((text) => resolve({ status: response.statusCode ?? 0, text, challenges: header }), fail)
    },
  )
  // From then on what is asked is on its way.
  sent.once('socket', (socket) => socket.once(scheme === 'https' ? 'secureConnect' : 'connect', () => (stood = true)))
  sent.on('error', fail)
  sent.end(body?.text)
  return promise
}

/**
 * Asks a device for something, once: by Digest as it asks for it, by nothing else. A password that it does not take is not tried again, since
 * many lock the account after a few. No redirect is followed. Throws `NoAnswer`, `LineLost`, or why it was not reached.
 */
export const askDevice = async (target: Target, asked: Asked, within = patience): Promise<Told> => {
  const first = await once(target, asked, null, within)
  if (first.status !== 401) return first
  const challenge = challengeIn(first.challenges)
  if (!challenge) return first
  const second = await once(target, asked, answerTo(challenge, target, asked), within)
  const again = second.status === 401 ? challengeIn(second.challenges) : null
  return again?.isStale ? once(target, asked, answerTo(again, target, asked), within) : second
}
