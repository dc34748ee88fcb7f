/** Milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is moved. */
export const createManualClock = (start: number): Clock & { advance(milliseconds: number): void } => {
  let now = start
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
