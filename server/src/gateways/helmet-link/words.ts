import type { Receipt } from '@vigil/contract/devices/command.ts'
import type { Say } from './link.ts'

/**
 * Words to helmets over a vendor's line. Its answers do not say what they answer, so one is asked after the other; what comes late is counted
 * as the answer to the one that waited for it, and to none that is asked since.
 */

/** Milliseconds within which the service has to answer; how long after that its answer may still come. */
export interface WordTimes {
  readonly within: number
  readonly late: number
}
export const usualWordTimes: WordTimes = { within: 8_000, late: 30_000 }
/** Words that wait for their turn: more would not be said in time. */
const waitingAtMost = 50

export const createWords = (now: () => number, { within, late }: WordTimes = usualWordTimes) => {
  let say: Say | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let answered: ((receipt: Receipt) => void) | null = null
  /** Until when the answer to something that nobody waits for any more may come; 0 while none is due. */
  let owedUntil = 0

  const ask = (userId: string, message: string): Promise<Receipt> => {
    if (!say) return Promise.resolve('offline')
    say({ act: 'ma_sending_message', user_id: userId, message })
    const { promise, resolve } = Promise.withResolvers<Receipt>()
    const timer = setTimeout(() => {
      owedUntil = now() + late
      resolve('timedOut')
    }, within)
    answered = resolve
    return promise.finally(() => {
      clearTimeout(timer)
      answered = null
    })
  }
  return {
    /** `userId` as the service calls who wears the helmet. What waited for its turn until nobody waits for it is not said. */
    send: async (userId: string, message: string): Promise<Receipt> => {
      if (waiting >= waitingAtMost) return 'failed'
      waiting += 1
      const since = now()
      const mine = turn.then((): Receipt | Promise<Receipt> => (now() - since > within ? 'timedOut' : ask(userId, message)))
      turn = mine
      try {
        return await mine
      } finally {
        waiting -= 1
      }
    },
    hear: (isSent: boolean): void => {
      if (now() < owedUntil) owedUntil = 0
      else answered?.(isSent ? 'sent' : 'failed')
    },
    /** The line stands, or has ended with what waits for an answer on it. */
    stands: (line: Say | null): void => {
      say = line
      owedUntil = 0
      if (line === null) answered?.('offline')
    },
  }
}
