import { metresBetween as metres } from '@vigil/contract/kernel/earth.ts'
import { carType } from '@vigil/contract/devices/car.ts'
import type { passList } from '@vigil/contract/traffic/entities.ts'
import { mostSpeed } from '@vigil/contract/traffic/passes.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'

const minute = 60_000
/** A clock that is further ahead than this is wrong, as that of whatever reports positions. */
const aheadAtMost = 5 * minute
/** A pass that claims to be older than this was not kept back for so long: its clock lost its time. */
const behindAtMost = 30 * 24 * 60 * minute
/** What is told later than this calls nobody: the vehicle is gone. */
const lateAfter = 2 * minute
/** Passes may be late unlike each other by so much, and yet be so by one clock. */
const sameLag = 15_000
/** For so long a place is late by the same before its clock is what is behind: within that a backlog caught up by more. */
const steadyAfter = 30_000
/** GB 4387: ice on the road, or visibility under 30 m. */
const iceOrFogLimit = 10

/** ms since 1970 that a database can keep. */
const isInstant = (time: number): boolean => Number.isFinite(time) && Math.abs(time) < 8e12

/** When it passed as far as its device can be believed, never after its receipt; `claimed` what the device says where that is not it. */
export const believed = (
  claimed: number,
  received: number,
  lag: Lag | null = null,
): { readonly at: number; readonly claimed: number | null } => {
  if (!isInstant(claimed)) return { at: received, claimed: null }
  if (isBehind(lag, received) || claimed > received + aheadAtMost || claimed < received - behindAtMost)
    return { at: received, claimed }
  return { at: Math.min(claimed, received), claimed: null }
}

/** By how many ms a place tells late, and since when by that. */
export interface Lag {
  readonly ms: number
  /** ms since 1970. */
  readonly since: number
}
/** How late a place tells, after what it told now; null of one that told it in time, and of one that lost its time altogether. */
export const lagAfter = (known: Lag | null, claimed: number, received: number): Lag | null => {
  const ms = received - claimed
  if (!isInstant(claimed) || ms <= lateAfter || ms > behindAtMost) return null
  return known !== null && Math.abs(ms - known.ms) <= sameLag ? known : { ms, since: received }
}
/** Whether what comes with such a lag comes as it happens, by a clock that is behind, and is not kept back. */
export const isBehind = (lag: Lag | null, received: number): boolean => lag !== null && received - lag.since >= steadyAfter

export const isLate = (isReplayed: boolean, at: number, received: number): boolean => isReplayed || received - at > lateAfter

/** What a record keeps of a device's words: one that no database stores is none. */
export const kept = (told: string, max: number): string =>
  told
    .toWellFormed()
    .replaceAll(/\p{Control}/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()

/** A registered vehicle. */
export interface KnownCar {
  readonly carType: string
  readonly owner: string
  readonly driver: string
  readonly whiteList: boolean
  /** `YYYY-MM-DD` in the site's time, empty for always. */
  readonly validFrom: string
  readonly validTo: string
}

/** How the site stands to a vehicle on a day. */
export const listOf = (plate: string, car: KnownCar | null, day: string, isBarred = false): '' | CodeOf<typeof passList> => {
  if (plate === '') return ''
  if (isBarred) return 'black'
  if (car === null) return 'temporary'
  return car.whiteList && car.validFrom <= day && (car.validTo === '' || day <= car.validTo) ? 'white' : ''
}

export type Kind = Exclude<CodeOf<typeof carType>, 'fire'>
export interface Limits {
  readonly ofKind: Readonly<Record<Kind, number>>
  readonly iceOrFog: boolean
}
const isKind = (kind: string, ofKind: Limits['ofKind']): kind is Kind => Object.hasOwn(ofKind, kind)

/** Kinds by the words that cameras have for them, the first that is in one. That it is a fire engine no camera may say: those have no limit. */
const kindWords: readonly (readonly [RegExp, Kind])[] = [
  [/tank|罐/i, 'tanker'],
  [/fork|叉车/i, 'forklift'],
  [/loader|装载|铲车/i, 'loader'],
  [/truck|lorry|trailer|cargo|bus|coach|货|卡车|挂|客车|巴士/i, 'truck'],
  [/car|sedan|suv|mpv|van|轿|小车|小型|面包/i, 'car'],
]
const kindSaid = (vehicleType: string): Kind | '' => kindWords.find(([words]) => words.test(vehicleType))?.[1] ?? ''

/** The kind of a registered vehicle as far as kinds have limits; empty of one that nobody said, and of one without a limit. */
export const kindOf = (type: string): Kind | '' => (kinds.includes(type) ? (type as Kind) : '')
const kinds: readonly string[] = carType.codes.filter((code) => code !== carType.code.fire)

/** km/h of a place: the strictest of its record's, the device's own and the road's; null where none says one. */
const placeLimit = (...limits: readonly (number | null)[]): number | null => {
  const said = limits.filter((limit) => limit !== null && limit > 0) as number[]
  return said.length === 0 ? null : Math.min(...said)
}

/** km/h that a stretch of road allows a kind of vehicle, or one of a kind that nobody knows; null where no such stretch is. */
export type RoadLimit = (kind: Kind | '') => number | null

/** km/h that a vehicle may drive, null for one without a limit, and where nobody says one. Its register says of what kind it is, else the camera. */
export const limitOf = (
  { device, record, road }: { readonly device: number | null; readonly record: number | null; readonly road: RoadLimit },
  { car, vehicleType }: { readonly car: Pick<KnownCar, 'carType'> | null; readonly vehicleType: string },
  { ofKind, iceOrFog }: Limits,
): number | null => {
  const kind = car?.carType || kindSaid(vehicleType)
  const atPlace = placeLimit(device, record, road(isKind(kind, ofKind) ? kind : ''))
  if (atPlace === null || kind === carType.code.fire) return null
  return Math.round(Math.min(atPlace, isKind(kind, ofKind) ? ofKind[kind] : Infinity, iceOrFog ? iceOrFogLimit : Infinity))
}

/** A speed that something on wheels can have; null of any other word. */
export const measured = (speed: number | null): number | null =>
  speed !== null && speed >= 0 && speed <= mostSpeed ? Math.round(speed * 10) / 10 : null

interface Spot {
  readonly lng: number | null
  readonly lat: number | null
}
/** Metres between two places; 0 where nobody knows where one of them is. */
export const metresBetween = (one: Spot, other: Spot): number => {
  if (one.lng === null || one.lat === null || other.lng === null || other.lat === null) return 0
  return metres([one.lng, one.lat], [other.lng, other.lat])
}

/** Where its camera is reached is no wall display's to know: events say it to nobody, since they are one and the same for all. */
export const unaddressed = <One extends { readonly ip: string }>(one: One): One => ({ ...one, ip: '' })
