/** Milliseconds of real time after which a clock that nobody moves on goes by itself again. */
const standsAtMost = 120_000

/**
 * The clock of a demo, which lives its past while it is seeded: put somewhere it stands there until it is put further, and is
 * right again at the end. It never stands ahead of the real one, nor goes back while it stands.
 */
export interface DemoClock {
  /** ms since 1970. */
  readonly now: () => number
  /** False, and nothing is changed, for a time that is not before the real one or is before where it stands. Null: the real time. */
  readonly put: (time: number | null) => boolean
}

export const createDemoClock = (real: () => number = Date.now): DemoClock => {
  let stands: { readonly at: number; readonly since: number } | null = null
  /** Whoever put it somewhere may have died. */
  const standing = () => (stands !== null && real() - stands.since < standsAtMost ? stands : null)
  return {
    now: () => standing()?.at ?? real(),
    put: (time) => {
      if (time !== null && (time > real() || time < (standing()?.at ?? 0))) return false
      stands = time === null ? null : { at: time, since: real() }
      return true
    },
  }
}
