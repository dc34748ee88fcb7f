import { backoff, wait } from './backoff.ts'
import { answerTo, challengeIn, type Challenge, type Login } from './digest.ts'

/** What a device pushes at once. */
export interface Push {
  readonly type: string
  readonly body: Buffer
}

export interface PushOptions {
  /** Without a slash at the end. */
  readonly origin: string
  readonly path: '/ingest/anpr' | '/ingest/gate'
  readonly login: Login
  readonly onProblem: (problem: string) => void
  /** How long to wait before another try; the real thing unless said. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Carries what one device pushes, in order: each until the server has answered that it is stored, or that it cannot be read. */
export interface PushLink {
  readonly push: (push: Push) => void
  /** Pushes that wait. */
  readonly waiting: number
  /** Resolves once none waits any more. */
  readonly empty: () => Promise<void>
  /** Stops for good; what still waits is lost. */
  readonly stop: () => Promise<void>
}

const patience = 15_000
/** Of a device whose line is broken for long the oldest pushes go first: it has room for so many. */
const most = 500

export const createPushLink = ({ origin, path, login, onProblem, wait: pause = wait }: PushOptions): PushLink => {
  const stopping = new AbortController()
  const queue: Push[] = []
  let challenge: Challenge | null = null
  let answered = 0
  let running: Promise<void> | null = null

  const post = ({ type, body }: Push): Promise<Response> => {
    answered += 1
    return fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': type, ...(challenge ? { authorization: answerTo(challenge, login, path, answered) } : {}) },
      body: Uint8Array.from(body),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patience)]),
    })
  }
  /** Whether it was dealt with; null: at once again, by the challenge that came. */
  const send = async (push: Push): Promise<boolean | null> => {
    const known = challenge
    const response = await post(push)
    const said = await response.text()
    if (response.ok) return true
    if (response.status === 401) {
      challenge = challengeIn(response.headers.get('www-authenticate'))
      answered = 0
      // A challenge that was answered may be over; one that never was is new.
      const isStale = /stale=true/i.test(response.headers.get('www-authenticate') ?? '')
      if (challenge && (known === null || isStale)) return null
    }
    onProblem(`push: HTTP ${response.status} ${said.slice(0, 200)}`)
    return response.status === 400
  }
  const run = async (): Promise<void> => {
    let failures = 0
    for (let push = queue[0]; push && !stopping.signal.aborted; push = queue[0]) {
      let isDone: boolean | null = false
      try {
        isDone = await send(push)
      } catch (error) {
        if (!stopping.signal.aborted) onProblem(`push: ${error instanceof Error ? error.message : String(error)}`)
      }
      if (isDone === true && queue[0] === push) queue.shift()
      failures = isDone === false ? failures + 1 : 0
      if (isDone === false) await pause(backoff(failures), stopping.signal)
    }
    running = null
  }
  return {
    push: (push) => {
      queue.push(push)
      if (queue.length > most) {
        queue.shift()
        onProblem('push: the oldest that waits was dropped')
      }
      running ??= run()
    },
    get waiting() {
      return queue.length
    },
    empty: async () => {
      while (running) await running
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
