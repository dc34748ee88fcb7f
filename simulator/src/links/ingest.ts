import type { Envelope } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { reportsAnswer, reportsAtMost, type Report } from '@vigil/contract/positions/report.ts'
import { backoff, wait } from './backoff.ts'

export interface IngestOptions {
  /** Without a slash at the end. */
  readonly origin: string
  readonly deviceKey: string
  readonly onProblem: (problem: string) => void
  /** Milliseconds between two batches while all goes well; 500 unless said. */
  readonly every?: number
  /** Most reports that wait; 50,000 unless said. */
  readonly most?: number
  /** How long to wait before another try; the real thing unless said. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/**
 * Carries reports to `POST /ingest/reports`. A report leaves the queue when the server has answered for it, so one may be
 * sent twice; the server tells by device and time. When the queue is full the oldest positions go first, never an SOS.
 */
export interface IngestLink {
  offer(reports: readonly Report[]): void
  /** Reports that wait. */
  readonly waiting: number
  /** Stops for good; what still waits is lost. */
  stop(): Promise<void>
}

const patience = 15_000
/** Refusals that pass; any other one of the same batch would come again for ever. */
const passing: readonly string[] = [
  codes.notReady.code,
  codes.tooManyRequests.code,
  codes.failed.code,
  codes.deviceKeyInvalid.code,
]

type Outcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'later'; readonly after: number | null }

export const createIngestLink = (options: IngestOptions): IngestLink => {
  const most = options.most ?? 50_000
  const every = options.every ?? 500
  const pause = options.wait ?? wait
  const stopping = new AbortController()
  let queue: Report[] = []

  const send = async (reports: readonly Report[]): Promise<Outcome> => {
    let response: Response
    let body: unknown
    try {
      response = await fetch(`${options.origin}/ingest/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-key': options.deviceKey },
        body: JSON.stringify({ reports }),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patience)]),
      })
      body = await response.json().catch(() => null)
    } catch (error) {
      if (!stopping.signal.aborted) options.onProblem(`ingest: ${error instanceof Error ? error.message : String(error)}`)
      return { kind: 'later', after: null }
    }
    const answer = isEnvelope(body) ? body : null
    if (response.ok && answer?.code === codes.success.code) {
      const data = reportsAnswer.safeParse(answer.data).data
      for (const [reason, count] of countBy(data?.rejected.map((one) => one.reason) ?? [])) {
        options.onProblem(`ingest: ${count} of ${reports.length} reports rejected: ${reason}`)
      }
      return { kind: 'taken' }
    }
    options.onProblem(`ingest: HTTP ${response.status} ${answer ? `${answer.code} ${answer.msg}` : ''}`.trim())
    const keep = response.status >= 500 || response.status === 429 || response.status === 401 || response.status === 403
    if (!keep && answer && !passing.includes(answer.code)) return { kind: 'refused' }
    return { kind: 'later', after: secondsIn(response.headers.get('retry-after')) }
  }

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const batch = queue.slice(0, reportsAtMost)
      const outcome: Outcome = batch.length > 0 ? await send(batch) : { kind: 'taken' }
      if (outcome.kind === 'later') {
        failures += 1
        await pause(outcome.after === null ? backoff(failures) : outcome.after * 1000, stopping.signal)
        continue
      }
      failures = 0
      const sent = new Set(batch)
      queue = queue.filter((report) => !sent.has(report))
      if (queue.length < reportsAtMost) await pause(every, stopping.signal)
    }
  }
  const running = run()

  return {
    offer: (reports) => {
      queue.push(...reports)
      if (queue.length <= most) return
      let excess = queue.length - most
      const kept = queue.filter((report) => {
        if (excess === 0 || report.sos) return true
        excess -= 1
        return false
      })
      options.onProblem(`ingest: ${queue.length - kept.length} oldest positions dropped`)
      queue = kept
    },
    get waiting() {
      return queue.length
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'msg' in body

const secondsIn = (header: string | null): number | null => {
  const seconds = Number(header)
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

const countBy = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
