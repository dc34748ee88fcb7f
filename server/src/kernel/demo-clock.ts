/** Milliseconds of real time after which a clock that nobody moves on goes by itself again. */
const standsAtMost = 120_000

/**
 * The clock of a demo, which lives its past while it is seeded: put somewhere it stands there until it is put further, and is
 * right again at the end. It never stands ahead of the real one, nor goes back until it is told to be right. Once it has gone by itself
 * it stands nowhere any more: what was done meanwhile has the real time, and no past may come after that.
 */
export interface DemoClock {
  /** ms since 1970. */
  readonly now: () => number
  /** False, and nothing is changed, for a time after the real one, one before where it stands, or any once it went by itself. Null: the real time. */
  readonly put: (time: number | null) => boolean
}

export const createDemoClock = (real: () => number = Date.now): DemoClock => {
  let stands: { readonly at: number; readonly since: number } | null = null
  /** Whoever put it somewhere may have died. */
  const standing = () => (stands !== null && real() - stands.since < standsAtMost ? stands : null)
  return {
    now: () => standing()?.at ?? real(),
    put: (time) => {
      if (time !== null && (time > real() || (stands !== null && time < (standing()?.at ?? Infinity)))) return false
      stands = time === null ? null : { at: time, since: real() }
      return true
    },
  }
}
