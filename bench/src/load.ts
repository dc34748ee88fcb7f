import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  readonly status: number
  readonly text: string
}

/** One post over a connection that is kept. */
export const post = (agent: http.Agent, address: string, body: string, headers: http.OutgoingHttpHeaders = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.request(address, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.end(body)
  })

/** Where a load goes, and what comes of it on the consoles. */
export interface Target {
  /** Sends reports number `from` to `from + count`; resolves when all of them are acknowledged. */
  readonly send: (from: number, count: number) => Promise<void>
  /** Deliveries of reports so far, over all consoles; one that came merged with later ones of its device counts. */
  readonly delivered: () => number
}

export interface Offered {
  readonly sent: number
  /** How many of them were acknowledged and delivered to every console in time, and what went wrong with the others. */
  readonly acknowledged: number
  readonly delivered: number
  readonly faults: readonly string[]
  /** Milliseconds that it took to send them: more than was asked for where this side could not keep up. */
  readonly took: number
  /** Milliseconds from the end of sending until all was acknowledged and delivered; infinite when it was not in time. */
  readonly lag: number
}

/** How long acknowledgements and deliveries may follow the last report: what is longer is a backlog that grows. */
export const graceAfter = 1_000

/** How many seconds' worth of the load is sent after so many seconds. */
export type Pace = (seconds: number) => number
const evenly: Pace = (seconds) => seconds

/**
 * Sends `rate` reports a second in posts of `perPost`, whatever the answers take: an open loop, as devices are. `from` is the
 * number of the first report.
 */
export const offer = async (
  target: Target,
  options: { from: number; rate: number; seconds: number; perPost: number; consoles: number; pace?: Pace },
): Promise<Offered> => {
  const { from, rate, seconds, perPost, consoles, pace = evenly } = options
  const posts = Math.ceil((rate * seconds) / perPost)
  const sent = posts * perPost
  const before = target.delivered()
  const faults: string[] = []
  let acknowledged = 0
  const begun = performance.now()
  for (let index = 0; index < posts; ) {
    const due = Math.min(posts, Math.floor(pace((performance.now() - begun) / 1_000) * (rate / perPost)) + 1)
    for (; index < due; index += 1) {
      target.send(from + index * perPost, perPost).then(
        () => {
          acknowledged += perPost
        },
        (error: unknown) => faults.push(error instanceof Error ? error.message : String(error)),
      )
    }
    await pause(5)
  }
  const ended = performance.now()
  const done = (): boolean => acknowledged === sent && target.delivered() - before >= sent * consoles
  while (!done() && faults.length === 0 && performance.now() - ended < graceAfter + 4_000) await pause(5)
  const lag = done() ? performance.now() - ended : Number.POSITIVE_INFINITY
  return { sent, acknowledged, delivered: target.delivered() - before, faults, took: ended - begun, lag }
}
