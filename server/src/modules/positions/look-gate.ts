import { createLine, type Line } from '../../kernel/lines.ts'
import { NotReady, TooMany } from '../../kernel/refusal.ts'

const busy = {
  zh: '正在查询轨迹的人过多，请稍后再试',
  en: 'Too many people are looking up tracks right now, try again shortly',
}
/** Seconds after which somebody whose own look-ups wait comes again. */
const comeBackAfter = 2

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
const createLookGate = ({ atOnce, waiting: most, ofOne }: Room): Line =>
  createLine({
    atOnce,
    letWait: ({ caller: { userId } }, waiting) => {
      if (waiting.filter(({ caller }) => caller.userId === userId).length >= ofOne) throw new TooMany(comeBackAfter)
      if (waiting.length >= most) throw new NotReady(new Error('too many look-ups at once'), busy)
    },
  }).run

export const createLookGates = () => ({
  /** A console opens its tracks in many calls, three at a time: sixteen of them may do so before anybody is told to wait. */
  tracks: createLookGate({ atOnce: 3, waiting: 48, ofOne: 24 }),
  /** Each goes through everybody's day. */
  inside: createLookGate({ atOnce: 1, waiting: 12, ofOne: 1 }),
  /** Each holds some minutes of the whole site. */
  rewind: createLookGate({ atOnce: 1, waiting: 12, ofOne: 1 }),
})
