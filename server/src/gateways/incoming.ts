/** What the pipeline takes from any gateway: one protocol's report in the product's own units. */
export interface Incoming {
  readonly deviceType: 'hat' | 'badge' | 'car'
  readonly deviceId: string
  /** ms since 1970, of the fix. */
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly alt: number | null
  readonly accuracy: number | null
  readonly speed: number | null
  readonly course: number | null
  readonly temperature: number | null
  readonly floor: number | null
  readonly battery: number | null
  /** 0 a fix, else the alarm type that the wearer's own act raises. */
  readonly kind: 0 | 2 | 4 | 5 | 12 | 13
}

/** What became of one report. */
export type Outcome = 'accepted' | 'duplicate' | 'unknownDevice' | 'disabledDevice' | 'future'

/**
 * The specification's rule: of more than six parts the seventh, without its first 14 characters, divided by 1000. What is
 * empty, no number or −127 (no sensor) gives 0. It reads the device's board, not its wearer.
 */
export const boardTemperature = (tempdata: string): number => {
  const parts = tempdata.split(';')
  if (parts.length <= 6) return 0
  const digits = (parts[6] ?? '').slice(14).trim()
  const value = digits === '' ? Number.NaN : Number(digits) / 1000
  return Number.isFinite(value) && value !== -127 ? value : 0
}

/** A number that may come as a string; null for what is none. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Latitude and longitude that are some place at all: 0/0 is how devices say that they have no fix. */
export const isPlace = (lng: number | null, lat: number | null): boolean =>
  lng !== null && lat !== null && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && !(lng === 0 && lat === 0)
