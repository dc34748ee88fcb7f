import { hourMs, hourOf, type PositionRow } from './fix.ts'

const minute = 60_000

/** A fix further in the future than this is a wrong clock and set aside. */
export const futureLimit = 5 * minute
/** A fix older than this on receipt is stored as late, and what it raises at a fence does not sound. */
export const lateAfter = 2 * minute
/** A device is told within so many milliseconds that what it reported is not stored yet, whatever that waits for. */
export const answerWithin = 5_500
/** Hours that begin before this are packed: they ended two hours ago at least, so that few reports still come for them. */
export const packedBefore = (now: number): number => hourOf(now - 2 * hourMs)
/** Whether another process, whose clock may differ by an hour, can have packed the hour of this time. */
export const mayBePacked = (time: number, now: number): boolean => time < hourOf(now - hourMs)

/** Milliseconds by which two reports may be late unlike each other, and yet be so by one clock. */
const sameLag = 15_000
/** Milliseconds between two receipts that are not of one backlog. */
const apart = 1_000
/**
 * Whether a report, by itself long late, comes of a clock that is behind and not of a backlog: those that come one after the other are late
 * by the same, where a backlog catches up.
 */
export const isSteadilyBehind = (
  before: Pick<PositionRow, 'fixTime' | 'recvTime'>,
  row: Pick<PositionRow, 'fixTime' | 'recvTime'>,
): boolean => {
  const lag = row.recvTime - row.fixTime
  const isSame = Math.abs(lag - (before.recvTime - before.fixTime)) <= sameLag
  return lag > lateAfter && isSame && row.recvTime - before.recvTime >= apart
}
