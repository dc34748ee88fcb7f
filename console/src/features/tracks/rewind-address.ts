import { time } from '@vigil/contract/kernel/shapes.ts'
import { knownBy, rewindLimits, type KnownBy } from '@vigil/contract/positions/track-columns.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'

/** Minutes before and after the moment that can be chosen. */
export const arounds = [5, 10, rewindLimits.minutes / 2] as const
export type Around = (typeof arounds)[number]

/** What the address says: which moment (`YYYY-MM-DD HH:mm:ss` of the site), how much around it, and by which time of each report. */
export interface RewindAddress {
  readonly at: string | null
  readonly around: Around
  readonly by: KnownBy
}

/** Reads an address; parts that make no sense are as if they were not there. */
export const readRewind = (params: URLSearchParams): RewindAddress => ({
  at: time.safeParse(params.get('at')).data ?? null,
  around: arounds.find((minutes) => String(minutes) === params.get('minutes')) ?? arounds[0],
  by: knownBy.schema.safeParse(params.get('by')).data ?? knownBy.code.fix,
})

/** The minutes around a moment: nothing is known yet of what comes after `now` (ms since 1970). Null of a moment that is still to come. */
export const spanAround = (at: string, around: Around, now: number): Span | null => {
  const moment = fromSiteTime(at)
  if (moment > now) return null
  const ms = around * 60_000
  return { from: toSiteTime(moment - ms), to: toSiteTime(Math.min(now, moment + ms)) }
}
