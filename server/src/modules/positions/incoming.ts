import type { HelpType } from '@vigil/contract/alarms/types.ts'
import type { HeardBeacon } from '../hazards/index.ts'
import { numberLimits } from '@vigil/contract/positions/report.ts'

/** What a wearer's own act or his helmet raises: the alarm type of it. */
export type HelpKind = HelpType

/**
 * Who tells of a call for help: the device itself, by its press (`own`) and by the call that it opens upon it (`call`), a vendor's service by
 * one of its two messages of a press, or a page that heard that service. One press is told by several of them.
 */
export type HelpWay = 'own' | 'call' | 'push' | 'sip' | 'page'

/**
 * What the pipeline takes from any gateway: one protocol's report in the product's own units. A gateway leaves out what it
 * cannot read; what may lack nothing is judged behind the door, where every gateway's reports come through. It may be a view of
 * its post: its members are read one by one, a copy by spreading would lack them.
 */
export interface Incoming {
  readonly deviceType: 'hat' | 'badge' | 'car'
  readonly deviceId: string
  /** ms since 1970, of the fix; null if it could not be read. */
  readonly time: number | null
  /** Both null without a fix. */
  readonly lng: number | null
  readonly lat: number | null
  readonly alt: number | null
  readonly accuracy: number | null
  readonly speed: number | null
  readonly course: number | null
  readonly temperature: number | null
  readonly floor: number | null
  readonly battery: number | null
  /** What it says of beacons that it heard, where it says anything. */
  readonly beacons?: readonly HeardBeacon[]
  /** 0 a fix, else a call for help. */
  readonly kind: 0 | HelpKind
  /** Of a call for help: who tells of it, where that is not the device itself. */
  readonly way?: HelpWay
}

/** What became of one report. */
export type Outcome =
  | 'accepted'
  | 'duplicate'
  | 'unknownDevice'
  | 'disabledDevice'
  | 'future'
  | 'noFix'
  | 'noTime'
  /** Its key does not hold for this device. */
  | 'forbidden'

/** Characters of a number, of which no device sends as many. */
const longestNumber = 64

/** A number that may come as a string; null for what is none. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.length > longestNumber) return null
  if (!/^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Latitude and longitude that are some place at all: 0/0 is how devices say that they have no fix. */
export const isPlace = (lng: number | null, lat: number | null): boolean =>
  lng !== null && lat !== null && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && !(lng === 0 && lat === 0)

type Ranged = keyof typeof numberLimits
const whole: ReadonlySet<Ranged> = new Set(['floor', 'battery'])

/** What of a report's numbers can be read: the others are left out, which costs the rest of it nothing. */
export const readableNumbers = (raw: Readonly<Partial<Record<Ranged, unknown>>>): Pick<Incoming, Ranged> => {
  const read = (name: Ranged): number | null => {
    const number = numberOf(raw[name])
    const [least, most] = numberLimits[name]
    if (number === null || number < least || number > most) return null
    return whole.has(name) ? Math.round(number) : number
  }
  return {
    alt: read('alt'),
    accuracy: read('accuracy'),
    speed: read('speed'),
    course: read('course'),
    floor: read('floor'),
    battery: read('battery'),
    temperature: read('temperature'),
  }
}
/**
 * The specification's rule: of more than six parts the seventh, without its first 14 characters, divided by 1000. What is
 * empty, no number or none that a board may have (−127: no sensor) gives 0. It reads the device's board, not its wearer.
 */
export const boardTemperature = (tempdata: string): number => {
  const parts = tempdata.split(';', 7)
  if (parts.length <= 6) return 0
  const thousandths = numberOf((parts[6] ?? '').slice(14))
  return readableNumbers({ temperature: thousandths === null ? null : thousandths / 1000 }).temperature ?? 0
}

/** The last days of the year 9999: no time beyond them can be written down in every time zone. */
const lastInstant = 253_402_128_000_000
/** Whether a time can be one at all, whatever its device's clock says of the present; ms since 1970. */
export const isInstant = (time: number): boolean => time > -lastInstant && time < lastInstant
/** ms since 1970 of epoch seconds, whole or not, that may come as a text; null for what is none. */
export const timeOfSeconds = (seconds: unknown): number | null => {
  const read = numberOf(seconds)
  const time = read === null ? 0 : Math.round(read * 1000)
  return time > 0 && isInstant(time) ? time : null
}

/** A place that can be read, or none. */
export const readablePlace = (lng: unknown, lat: unknown): Pick<Incoming, 'lng' | 'lat'> => {
  const place = { lng: numberOf(lng), lat: numberOf(lat) }
  return isPlace(place.lng, place.lat) ? place : { lng: null, lat: null }
}

/** What a call for help without a fix says of everything else. */
const nowhere = { ...readablePlace(null, null), ...readableNumbers({}) } as const
/** A helmet's call for help that says nothing but when; `time` null if not even that can be read. */
export const helpOfHelmet = (code: string, kind: HelpKind, time: number | null, way: HelpWay = 'own'): Incoming => ({
  deviceType: 'hat',
  deviceId: code,
  time,
  ...nowhere,
  kind,
  way,
})
