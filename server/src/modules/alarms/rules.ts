const minute = 60_000

/** After this long without a repetition, one that comes again pops up anew. */
export const announceAgainAfter = 10 * minute
/** The same device calling for help within this time is one call. */
export const sameCallWithin = minute

/** Types of what happens and does not last: nothing returns them, and once one is handled the next is another. */
export const momentary: readonly number[] = [2, 4, 5, 12, 13]
export const isMomentary = (alarmType: number): boolean => momentary.includes(alarmType)
/** A cry for help sounds however late it comes. */
export const alwaysSounds = (alarmType: number): boolean => alarmType === 4 || alarmType === 5

export type Verdict = 'new' | 'repeat' | 'announceAgain' | 'same'

/**
 * What a raised condition means beside the newest alarm of the same condition: a new alarm, the same one counted, counted
 * and announced again, or nothing but what was told already.
 */
export const judge = (
  latest: { status: 0 | 1 | 2; condition: 'active' | 'returned'; lastTime: number; startTime: number } | undefined,
  raised: { alarmType: number; start: number },
): Verdict => {
  if (!latest) return 'new'
  // A replay of what was already judged, e.g. after a crash between two transactions.
  if (
    raised.start <= latest.lastTime &&
    raised.start >= latest.startTime &&
    latest.condition === 'active' &&
    !isMomentary(raised.alarmType)
  )
    return 'same'
  // A press or a fall that comes after somebody handled the one before it is a new one, however soon it comes.
  if (latest.status === 2 && isMomentary(raised.alarmType)) return 'new'
  const gap = Math.abs(raised.start - latest.lastTime)
  if (isMomentary(raised.alarmType) && gap < sameCallWithin) return alwaysSounds(raised.alarmType) ? 'announceAgain' : 'repeat'
  if (latest.status === 2) return 'new'
  if (alwaysSounds(raised.alarmType)) return 'announceAgain'
  return gap >= announceAgainAfter ? 'announceAgain' : 'repeat'
}
