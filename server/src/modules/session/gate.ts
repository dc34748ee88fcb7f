import { createQuota } from '../../kernel/quota.ts'
import { TooMany } from '../../kernel/refusal.ts'

/** Who signs in where the account signed in before, and who comes from anywhere. */
export type Lane = 'known' | 'stranger'

const most = {
  /** Passwords of one process that are looked at together, and how many of them for strangers. */
  atOnce: 4,
  strangersAtOnce: 2,
  /** Who is looked at and who waits, in all and of one kind. */
  known: { all: 36, each: 4 },
  stranger: { all: 24, each: 12 },
} as const
/** Seconds after which it is worth coming again. */
const retryAfter = 3

/** Lets so many in at a time; a flood of strangers fills their lane, not the other one. */
export const createGate = () => {
  const room = { known: createQuota(most.known), stranger: createQuota(most.stranger) }
  const queues: Readonly<Record<Lane, (() => void)[]>> = { known: [], stranger: [] }
  const inside = { known: 0, stranger: 0 }
  const admit = (): void => {
    while (inside.known + inside.stranger < most.atOnce) {
      const strangersMay = inside.stranger < most.strangersAtOnce
      const lane: Lane = queues.known.length === 0 && strangersMay ? 'stranger' : 'known'
      const next = queues[lane].shift()
      if (!next) return
      inside[lane] += 1
      next()
    }
  }
  return {
    /** Runs `work` when its turn comes; throws `TooMany` when too many wait already, in all or of this `kind`. */
    run: async <T>(lane: Lane, kind: string, work: () => Promise<T>): Promise<T> => {
      const leave = room[lane].take(kind)
      if (!leave) throw new TooMany(retryAfter)
      await new Promise<void>((turn) => {
        queues[lane].push(turn)
        admit()
      })
      try {
        return await work()
      } finally {
        inside[lane] -= 1
        leave()
        admit()
      }
    },
  }
}
