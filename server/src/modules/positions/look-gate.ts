import type { Asked } from '../../kernel/caller.ts'
import { NotReady, Refusal, TooMany } from '../../kernel/refusal.ts'

const busy = {
  zh: '正在查询轨迹的人过多，请稍后再试',
  en: 'Too many people are looking up tracks right now, try again shortly',
}
/** Seconds after which somebody whose own look-ups wait comes again. */
const comeBackAfter = 2

interface Waiting {
  readonly asked: Asked
  readonly go: () => void
  readonly drop: () => void
}

interface Room {
  readonly atOnce: number
  readonly waiting: number
  /** Of those that wait, how many one person's may be: nobody closes the line to others. */
  readonly ofOne: number
}

/**
 * Does so many look-ups at one time and lets so many wait for them, in the order in which they were asked for; others are refused, and nothing of
 * them is written down. Each holds millions of numbers while it lasts: all at once they would take the memory of the reports that come in.
 */
const createLookGate = ({ atOnce, waiting, ofOne }: Room) => {
  let line: Waiting[] = []
  let running = 0
  /** Nobody is kept waiting for an answer that nobody waits for. */
  const dropGone = (): void => {
    const gone = new Set(line.filter(({ asked }) => asked.hasGone?.() === true))
    line = line.filter((one) => !gone.has(one))
    for (const { drop } of gone) drop()
  }
  const comeIn = async (asked: Asked): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    dropGone()
    const { userId } = asked.caller
    if (line.filter((one) => one.asked.caller.userId === userId).length >= ofOne) throw new TooMany(comeBackAfter)
    if (line.length >= waiting) throw new NotReady(new Error('too many look-ups at once'), busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.push({ asked, go: resolve, drop: () => reject(new Refusal('notReady')) })
    await promise
  }
  const leave = (): void => {
    dropGone()
    // Whoever is next takes the place over, so that nobody slips in between.
    const next = line.shift()
    if (next) next.go()
    else running -= 1
  }
  return async <T>(asked: Asked, work: () => Promise<T>): Promise<T> => {
    await comeIn(asked)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

export const createLookGates = () => ({
  /** A console opens its tracks in many calls, three at a time: sixteen of them may do so before anybody is told to wait. */
  tracks: createLookGate({ atOnce: 3, waiting: 48, ofOne: 24 }),
  /** Each goes through everybody's day. */
  inside: createLookGate({ atOnce: 1, waiting: 12, ofOne: 1 }),
  /** Each holds some minutes of the whole site. */
  rewind: createLookGate({ atOnce: 1, waiting: 12, ofOne: 1 }),
})
