/** Milliseconds between two lines of the log that say the same. */
const every = 60_000

/** What happens again and again, told the first time at once, and from then on once a minute with how often it did. */
export interface Seldom<Last> {
  readonly note: (last: Last) => void
  /** What is yet to be told is told now. */
  readonly stop: () => void
}

/** A log keeps so many lines: whoever could write one with each of his messages would make it forget everything else. */
export const createSeldom = <Last>(tell: (times: number, last: Last) => void): Seldom<Last> => {
  let untold: { times: number; last: Last } | null = null
  let pause: NodeJS.Timeout | null = null
  const tellUntold = (): boolean => {
    if (untold === null) return false
    tell(untold.times, untold.last)
    untold = null
    return true
  }
  const goOn = (): void => {
    pause = tellUntold() ? setTimeout(goOn, every).unref() : null
  }
  return {
    note: (last) => {
      untold = { times: (untold?.times ?? 0) + 1, last }
      if (pause === null) goOn()
    },
    stop: () => {
      if (pause) clearTimeout(pause)
      pause = null
      tellUntold()
    },
  }
}
