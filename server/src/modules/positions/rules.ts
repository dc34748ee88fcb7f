import type { HelpKind, Incoming } from '../../gateways/incoming.ts'
import { isPlace } from '../../gateways/incoming.ts'
import { hourMs, hourOf } from './fix.ts'

const minute = 60_000
const day = 86_400_000

/** A fix further in the future than this is a wrong clock and set aside. */
export const futureLimit = 5 * minute
/** A fix older than this on receipt is stored as late, and what it raises at a fence does not sound. */
export const lateAfter = 2 * minute
/** A call for help that claims to be older than this was made by a clock that lost its time, not then. */
const callAtMost = 30 * day

/** The last days of the year 9999: no time beyond them can be written down in every time zone. */
const lastInstant = 253_402_128_000_000

/** A report that can stand on the map: it says when and where. */
export type Located = Incoming & { readonly time: number; readonly lng: number; readonly lat: number }
export const isLocated = (report: Incoming): report is Located => report.time !== null && isPlace(report.lng, report.lat)

/** Calls for help go before what is live, and that before what was kept back; a backlog holds up neither. */
export const isBacklog = (report: Located, recv: number): boolean => recv - report.time > lateAfter

/** A call for help: nothing that it says of itself is a reason to refuse it. */
export interface HelpCall {
  readonly deviceType: Incoming['deviceType']
  readonly deviceId: string
  readonly kind: HelpKind
  /** When it was made, as far as its device can be believed, in ms since 1970; never after its receipt. */
  readonly time: number
  /** What its device says of the time; null if nothing that can be read. */
  readonly claimed: number | null
  /** ms since 1970. */
  readonly recv: number
  /** Null without a fix of its own. */
  readonly place: { readonly lng: number; readonly lat: number; readonly floor: number | null } | null
  readonly battery: number | null
}
export const isHelp = (report: Incoming): report is Incoming & { readonly kind: HelpKind } => report.kind !== 0

export const helpCallOf = (report: Incoming & { readonly kind: HelpKind }, recv: number): HelpCall => {
  const { deviceType, deviceId, kind, time, lng, lat, floor, battery } = report
  const claimed = time !== null && time > 0 && time < lastInstant ? time : null
  const believed = claimed !== null && claimed <= recv && recv - claimed <= callAtMost
  return {
    deviceType,
    deviceId,
    kind,
    time: believed ? claimed : recv,
    claimed,
    recv,
    place: lng !== null && lat !== null && isPlace(lng, lat) ? { lng, lat, floor } : null,
    battery,
  }
}

/** The fix that came with a call for help, at the time that is believed of the call; null if none did. */
export const fixOfCall = (report: Incoming & { readonly kind: HelpKind }, { time, place }: HelpCall): Located | null =>
  place === null ? null : { ...report, time, lng: place.lng, lat: place.lat }

/** Hours that begin before this are packed: they ended two hours ago at least, so that few reports still come for them. */
export const packedBefore = (now: number): number => hourOf(now - 2 * hourMs)
/** Whether another process, whose clock may differ by an hour, can have packed the hour of this time. */
export const mayBePacked = (time: number, now: number): boolean => time < hourOf(now - hourMs)
