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

/**
 * Whether a time that was found late is of what stands from `startTime` until it was over, null where it lasts: a way is judged with the
 * fixes beside it, so two pieces of one stay meet, and whoever was seen to leave between them was there another time.
 */
export const isOneStay = (
  { startTime, until }: { readonly startTime: number; readonly until: number | null },
  { from, to }: { readonly from: number; readonly to: number },
): boolean => to >= startTime && (until === null || from <= until)
