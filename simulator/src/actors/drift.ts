import type { Metres } from '../world/geometry.ts'
import type { Random } from '../world/random.ts'

/**
 * The error of a satellite fix: a slow random walk around the true place, so that nobody seems to jump. `spread` is its
 * standard deviation in metres, `memory` the seconds after which it has forgotten where it was.
 */
export interface Drift {
  /** The error now, in metres, never more than three times the spread. */
  readonly error: Metres
  advance(seconds: number): void
}

export const createDrift = (random: Random, spread: number, memory: number): Drift => {
  const limit = spread * 2
  const clamp = (value: number): number => Math.min(limit, Math.max(-limit, value))
  let error: Metres = [clamp(random.normal() * spread), clamp(random.normal() * spread)]
  return {
    get error() {
      return error
    },
    advance: (seconds) => {
      const keep = Math.exp(-seconds / memory)
      const shake = spread * Math.sqrt(1 - keep * keep)
      error = [clamp(error[0] * keep + random.normal() * shake), clamp(error[1] * keep + random.normal() * shake)]
    },
  }
}
