import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'

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
  const { isMomentary, sounds, mergeWithin } = alarmTypeOf(raised.alarmType)
  // A replay of what was already judged, e.g. after a crash between two transactions.
  if (!isMomentary && latest.condition === 'active' && raised.start <= latest.lastTime && raised.start >= latest.startTime)
    return 'same'
  // Of what lasts as of a press or a fall, however soon it comes: somebody handled the one before it.
  if (latest.status === 2) return 'new'
  if (sounds === 'always') return 'announceAgain'
  return Math.abs(raised.start - latest.lastTime) >= mergeWithin ? 'announceAgain' : 'repeat'
}
