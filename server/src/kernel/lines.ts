import type { Asked } from './caller.ts'
import { Refusal, TooMany } from './refusal.ts'

/** Does what it is given when its turn comes; whoever asked and went away meanwhile has his dropped. */
export type Line = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>

interface Waiting {
  readonly asked: Asked
  readonly go: () => void
  readonly drop: () => void
}

interface Room {
  readonly atOnce: number
  /** Throws where whoever asks may not wait behind those who do. */
  readonly letWait: (asked: Asked, waiting: readonly Asked[]) => void
}

/** So much at one time, the rest in the order in which it was asked for. */
export const createLine = ({ atOnce, letWait }: Room): { readonly run: Line; readonly isIdle: () => boolean } => {
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
    letWait(
      asked,
      line.map((one) => one.asked),
    )
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
  return {
    run: async (asked, work) => {
      await comeIn(asked)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    isIdle: () => running === 0,
  }
}

/** A line for each account, and none for who asks nothing: what one asks for, however much, keeps nobody else waiting. */
export const createOwnLines = (room: {
  readonly atOnce: number
  readonly waiting: number
  readonly comeBackAfter: number
}): Line => {
  const lines = new Map<string, ReturnType<typeof createLine>>()
  const letWait = (_: Asked, waiting: readonly Asked[]): void => {
    if (waiting.length >= room.waiting) throw new TooMany(room.comeBackAfter)
  }
  return async (asked, work) => {
    const { userId } = asked.caller
    const line = lines.get(userId) ?? createLine({ atOnce: room.atOnce, letWait })
    lines.set(userId, line)
    try {
      return await line.run(asked, work)
    } finally {
      if (line.isIdle() && lines.get(userId) === line) lines.delete(userId)
    }
  }
}

/**
 * Of the calls that are declared heavy where they are served: four of one account at a time leave connections to the database for everybody else,
 * and several consoles of one account open their screens within what waits.
 */
export const heavyRoom = { atOnce: 4, waiting: 64, comeBackAfter: 3 } as const
