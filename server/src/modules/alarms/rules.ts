import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'

interface Latest {
  readonly status: 0 | 1 | 2
  readonly condition: 'active' | 'returned'
  readonly lastTime: number
  readonly startTime: number
  /** When it was last announced; null where the next time announces it. */
  readonly announced: number | null
}

/** Whether so long is over since an instant; what came late is judged by what is known already. */
export const isDue = (since: number | null, at: number, within: number): boolean => since === null || at - since >= within

export type Verdict = 'new' | 'repeat' | 'announceAgain' | 'same'

/**
 * What a raised condition means beside the newest alarm of the same condition: a new alarm, the same one counted, counted
 * and announced again, or nothing but what was told already.
 */
export const judge = (latest: Latest | undefined, raised: { alarmType: number; start: number }): Verdict => {
  if (!latest) return 'new'
  const { isMomentary, sounds, mergeWithin } = alarmTypeOf(raised.alarmType)
  // A replay of what was already judged, e.g. after a crash between two transactions.
  if (!isMomentary && latest.condition === 'active' && raised.start <= latest.lastTime && raised.start >= latest.startTime)
    return 'same'
  // Of what lasts as of a press or a fall, however soon it comes: somebody handled the one before it.
  if (latest.status === 2) return 'new'
  if (sounds === 'always') return 'announceAgain'
  // However often it comes, what nobody has taken up is not forgotten; whoever has it in hand hears of it once it was away.
  const since = latest.status === 0 ? latest.announced : latest.lastTime
  return isDue(since, raised.start, mergeWithin) ? 'announceAgain' : 'repeat'
}

/** Milliseconds between two reports of one device between which the straight way is known, as at fences. */
const apartAtMost = 60_000
/** Whether what was over before it was heard of is a piece of what stands: of a stay that is told late and out of order each report is one. */
export const isOneStay = (
  { startTime, lastTime }: Pick<Latest, 'startTime' | 'lastTime'>,
  { from, to }: { readonly from: number; readonly to: number },
): boolean => {
  // Whoever was seen to leave was there another time, however soon.
  const apart = to > from ? 0 : apartAtMost
  return from <= lastTime + apart && to >= startTime - apart
}
