const minute = 60_000

/** Five failures of one account from one address within 15 minutes lock that pair for 5 minutes: nobody locks others out. */
export const lockRule = { failures: 5, within: 15 * minute, for: 5 * minute } as const
/** A session slides 16 h with use and lasts 7 days at most, so that no shift is cut. */
export const sessionLife = { sliding: 16 * 60 * minute, most: 7 * 24 * 60 * minute, touchEvery: minute } as const

/** Minutes for which the pair stays locked, rounded up; 0 when it is not. `failures` newest first. */
export const lockedFor = (failures: readonly Date[], now: number): number => {
  const newest = failures[0]
  if (failures.length < lockRule.failures || !newest) return 0
  return Math.max(0, Math.ceil((newest.getTime() + lockRule.for - now) / minute))
}

export const expiryOf = (createdAt: number, now: number): Date =>
  new Date(Math.min(now + sessionLife.sliding, createdAt + sessionLife.most))
