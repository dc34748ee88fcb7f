import type { KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { isNewer, type TrackFix } from './fix.ts'

/** When a fix counts, ms since 1970. */
const timeOf: Readonly<Record<KnownBy, (fix: TrackFix) => number>> = {
  fix: ({ fixTime }) => fixTime,
  receipt: ({ recvTime }) => recvTime,
}

/** In the order of their receipt; what came after a newer fix told nobody anything new, and is left out. */
const asReceived = (fixes: readonly TrackFix[]): TrackFix[] => {
  let newest: TrackFix | null = null
  return fixes
    .toSorted((a, b) => a.recvTime - b.recvTime || a.fixTime - b.fixTime)
    .filter((fix) => {
      if (newest && !isNewer(fix, newest)) return false
      newest = fix
      return true
    })
}

/**
 * What was so, or was known, from `from` on to before `to`, and the last before that if it is no older than `since`; ms since 1970. `fixes` are
 * in the order of their fix times.
 */
export const seenBetween = (
  fixes: readonly TrackFix[],
  by: KnownBy,
  { since, from, to }: { readonly since: number; readonly from: number; readonly to: number },
): TrackFix[] => {
  const at = timeOf[by]
  const told = (by === 'receipt' ? asReceived(fixes) : fixes).filter((fix) => at(fix) >= since && at(fix) < to)
  const first = told.findIndex((fix) => at(fix) >= from)
  return told.slice(Math.max(0, (first < 0 ? told.length : first) - 1))
}
