/** Nobody got a permit for as long as whoever waits was ready to. */
export class NoPermit extends Error {
  constructor() {
    super('nobody got a permit for too long')
    this.name = 'NoPermit'
  }
}

export interface Semaphore {
  /** Waits for a permit and has it until `release` is called; throws `NoPermit`. */
  readonly acquire: () => Promise<void>
  /**
   * Gives a permit back: whoever waited longest has it now. One that was good for nothing counts as no sign that the queue moves.
   */
  readonly release: (wasOfUse?: boolean) => void
  /** How many wait for a permit. */
  readonly waiting: () => number
  /** All permits are out, and for so many milliseconds nobody got one. */
  readonly stuckFor: () => number
}

/**
 * Permits, so many at one time, granted in the order in which they were asked for. A queue that moves is waited in however long
 * it is; only when nobody gets one for `patience` milliseconds, those who have waited that long are refused.
 */
export const createSemaphore = (permits: number, patience = Number.POSITIVE_INFINITY): Semaphore => {
  const line: { readonly since: number; readonly go: () => void; readonly refuse: () => void }[] = []
  let taken = 0
  let granted = performance.now()
  let timer: NodeJS.Timeout | null = null

  const watch = (): void => {
    const first = line[0]
    if (timer !== null || first === undefined || patience === Number.POSITIVE_INFINITY) return
    const left = Math.max(first.since, granted) + patience - performance.now()
    timer = setTimeout(() => {
      timer = null
      const now = performance.now()
      while (line[0] && now - Math.max(line[0].since, granted) >= patience) line.shift()?.refuse()
      watch()
    }, left)
  }

  return {
    acquire: async () => {
      if (taken < permits) {
        taken += 1
        granted = performance.now()
      } else {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        line.push({ since: performance.now(), go: resolve, refuse: () => reject(new NoPermit()) })
        watch()
        await promise
      }
    },
    release: (wasOfUse = true) => {
      // Whoever is next takes the place over, so that nobody slips in between.
      const next = line.shift()
      if (next) {
        if (wasOfUse) granted = performance.now()
        next.go()
      } else taken -= 1
      if (line.length === 0 && timer !== null) {
        clearTimeout(timer)
        timer = null
      }
    },
    waiting: () => line.length,
    stuckFor: () => (taken < permits ? 0 : performance.now() - granted),
  }
}
