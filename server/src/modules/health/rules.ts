import type { FaultKind } from '@vigil/contract/health/fault.ts'

const day = 24 * 3_600_000
/** Per cent above the limit at which a battery is no longer low: one at the limit does not begin and end again and again. */
export const chargedBy = 5
/** Milliseconds of silence after which a device is out of use. */
export const outOfUseAfter = 30 * day
/** Milliseconds that a clock counts as wrong after it last was. */
export const wrongFor = 7 * day
/** Milliseconds for which reports are late by the same before their clock counts as behind: no backlog catches up so slowly. */
export const behindFrom = 5 * 60_000
/** Milliseconds up to which a report is in time. */
export const inTimeWithin = 2 * 60_000
/** So many reports at least say that a position is stuck. */
export const reportsOfStuck = 5
/** km/h that a vehicle drives, by its own word, whose position has to change: one that is parked may well keep its last. */
export const drivingFrom = 5

/** What is known of a device; times in ms since 1970, null where there is none. */
export interface Reading {
  readonly enabled: boolean
  /** When its last position was received. */
  readonly receivedAt: number | null
  /** How late that was, below 0 where its time was ahead; ms. */
  readonly lag: number | null
  readonly battery: number | null
  /** When its clock was ahead: first, and last. */
  readonly aheadFrom: number | null
  readonly aheadAt: number | null
  /** When its reports were late by the same: first, and last. */
  readonly behindFrom: number | null
  readonly behindAt: number | null
  /** When it reported without a position: first of those that follow each other, and last. */
  readonly unfixedFrom: number | null
  readonly unfixedAt: number | null
  /** Since when it has told one and the same place for as long as makes it stuck, or has again and again since that was found. */
  readonly sameSince: number | null
}
interface Limits {
  /** Milliseconds of silence. */
  readonly offline: number
  readonly battery: number
  /** Milliseconds of reports without a position. */
  readonly noFix: number
}

/** Since when a clock is ahead, or behind; null while it is right as far as anybody knows. */
const clockWrongSince = (
  { receivedAt, lag, aheadFrom, aheadAt, behindFrom: from, behindAt }: Reading,
  isOpen: boolean,
  now: number,
): number | null => {
  // A position that was taken since came of a clock that is not ahead any more.
  if (aheadAt !== null && now - aheadAt < wrongFor && (receivedAt === null || receivedAt <= aheadAt))
    return Math.max(aheadFrom ?? aheadAt, receivedAt ?? -Infinity)
  if (from === null || behindAt === null || now - behindAt >= wrongFor) return null
  // One in time, since or together with what was late.
  if (receivedAt !== null && receivedAt >= behindAt && lag !== null && lag <= inTimeWithin) return null
  return isOpen || behindAt - from >= behindFrom ? from : null
}

/**
 * What is wrong with a device at a moment, each with since when; `open` is what was known to be. `mayBeSilent`: whoever is silent may be
 * so since nobody could be heard; then nobody falls silent anew.
 */
export const faultsOf = (
  reading: Reading,
  open: ReadonlySet<FaultKind>,
  limits: Limits,
  now: number,
  mayBeSilent = false,
): Map<FaultKind, number> => {
  const { enabled, receivedAt, battery, aheadAt, unfixedFrom, unfixedAt, sameSince } = reading
  const found = new Map<FaultKind, number>()
  // What is set aside for its clock, or says no place, was heard all the same.
  const heardAt = Math.max(receivedAt ?? -Infinity, aheadAt ?? -Infinity, unfixedAt ?? -Infinity)
  const silent = now - heardAt
  if (!enabled || silent > outOfUseAfter) return found
  if (silent > limits.offline && (!mayBeSilent || open.has('offline'))) found.set('offline', heardAt)
  const lowUpTo = open.has('lowBattery') ? limits.battery + chargedBy - 1 : limits.battery
  if (battery !== null && receivedAt !== null && battery <= lowUpTo) found.set('lowBattery', receivedAt)
  const wrongSince = clockWrongSince(reading, open.has('clockDrift'), now)
  if (wrongSince !== null) found.set('clockDrift', wrongSince)
  // A position ends it; silence neither begins nor ends it.
  if (unfixedAt !== null && (receivedAt === null || receivedAt < unfixedAt)) {
    const since = Math.max(unfixedFrom ?? unfixedAt, receivedAt ?? -Infinity)
    if (open.has('noFix') || unfixedAt - since >= limits.noFix) found.set('noFix', since)
  }
  if (sameSince !== null) found.set('stuck', sameSince)
  return found
}
