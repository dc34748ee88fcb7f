import { NotReady } from '../../kernel/refusal.ts'
import { createSemaphore } from '../../kernel/semaphore.ts'

const busy = {
  zh: '正在查询轨迹的人过多，请稍后再试',
  en: 'Too many people are looking up tracks right now, try again shortly',
}

/**
 * Does so many look-ups at one time and lets so many wait for them, in the order in which they were asked for; others are refused, and nothing of
 * them is written down. Each holds millions of numbers while it lasts: all at once they would take the memory of the reports that come in.
 */
const createLookGate = (atOnce: number, waiting: number) => {
  const permits = createSemaphore(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (permits.waiting() >= waiting) throw new NotReady(new Error('too many look-ups at once'), busy)
    await permits.acquire()
    try {
      return await work()
    } finally {
      permits.release()
    }
  }
}

/** A console opens its tracks in many calls, three at a time: sixteen of them may do so before anybody is told to wait. */
export const trackGate = createLookGate(3, 48)
/** Each goes through everybody's day. */
export const insideGate = createLookGate(1, 12)
/** Each holds some minutes of the whole site. */
export const rewindGate = createLookGate(1, 12)
