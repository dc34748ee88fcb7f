import { isInstant, isPlace, type HelpKind, type HelpWay, type Incoming } from './incoming.ts'
import { lateAfter } from './rules.ts'

const day = 86_400_000

/** A call for help that claims to be older than this was made by a clock that lost its time, not then. */
const callAtMost = 30 * day

/** A report that can stand on the map: it says when and where. */
export type Located = Incoming & { readonly time: number; readonly lng: number; readonly lat: number }
export const isLocated = (report: Incoming): report is Located => saysWhen(report) && isPlace(report.lng, report.lat)
/** A time that nobody could write down is none. */
export const saysWhen = ({ time }: Incoming): boolean => time !== null && isInstant(time)

/** Calls for help go before what is live, and that before what was kept back; a backlog holds up neither. */
export const isBacklog = (report: Located, recv: number): boolean => recv - report.time > lateAfter

/** A call for help: nothing that it says of itself is a reason to refuse it. */
export interface HelpCall {
  readonly deviceType: Incoming['deviceType']
  readonly deviceId: string
  readonly kind: HelpKind
  readonly way: HelpWay
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
  const { deviceType, deviceId, kind, time, lng, lat, floor, battery, way = 'own' } = report
  const claimed = time !== null && time > 0 && isInstant(time) ? time : null
  const believed = claimed !== null && claimed <= recv && recv - claimed <= callAtMost
  return {
    deviceType,
    deviceId,
    kind,
    way,
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
