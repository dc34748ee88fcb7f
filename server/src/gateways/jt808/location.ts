/** What a terminal says of where its vehicle is: message 0200, alone, in batches and in answers. */

/** The fixed part. */
const fixedLength = 28
/** Terminals tell the time of China, without saying so. */
const eastOfGreenwich = 8 * 3_600_000

const statusBit = { fixed: 1, south: 2, west: 3, encrypted: 5 } as const
/** Bits of the alarm word: somebody presses for help; the vehicle stands for longer than its terminal is told. */
const helpBit = 0
const longParkingBit = 19

export interface Location {
  /** The alarm word as it was sent; what its bits mean depends on the model. */
  readonly alarms: number
  readonly status: number
  /** WGS-84; null where the terminal has no fix, or does not let it be read. */
  readonly place: { readonly lng: number; readonly lat: number } | null
  /** Metres. */
  readonly alt: number
  /** km/h. */
  readonly speed: number
  /** Degrees from the north. */
  readonly course: number
  /** ms since 1970; null for a time that does not exist. */
  readonly time: number | null
  readonly more: Additional
}

/** Additional items, as far as they are known. */
export interface Additional {
  /** km. */
  readonly mileage: number | null
  /** Litres. */
  readonly fuel: number | null
  /** km/h, of the speed recorder. */
  readonly recorderSpeed: number | null
  /** %. */
  readonly battery: number | null
  readonly signal: number | null
  readonly satellites: number | null
  /** Bits of lights, brake, reverse and the like. */
  readonly vehicleSignals: number | null
  /** Others by their number, in hexadecimal digits; so many bytes at the end as are no item. */
  readonly raw: readonly (readonly [id: number, hex: string])[]
  readonly rest: number
}

type Known = { -readonly [Name in Exclude<keyof Additional, 'raw' | 'rest'>]: Additional[Name] }

/** Several makers each call it otherwise; what is no share is no charge. */
const batteryItems: ReadonlySet<number> = new Set([0x06, 0xd4, 0xe1, 0xe9])

/** Takes an item whose length is the one that it ought to have, of those that are known; false for any other. */
const takeItem = (found: Known, body: Buffer, { id, length, at }: { id: number; length: number; at: number }): boolean => {
  if (id === 0x01 && length === 4) found.mileage = body.readUInt32BE(at) / 10
  else if (id === 0x02 && length === 2) found.fuel = body.readUInt16BE(at) / 10
  else if (id === 0x03 && length === 2) found.recorderSpeed = body.readUInt16BE(at) / 10
  else if (id === 0x25 && length === 4) found.vehicleSignals = body.readUInt32BE(at)
  else if (id === 0x30 && length === 1) found.signal = body[at] as number
  else if (id === 0x31 && length === 1) found.satellites = body[at] as number
  else if (length === 1 && batteryItems.has(id)) {
    const charge = body[at] as number
    if (charge <= 100) found.battery = charge
  } else return false
  return true
}

/** Each item is bounded by its own length and the end of the body: what is beyond that is kept as what it is. */
const readAdditional = (body: Buffer): Additional => {
  const raw: [number, string][] = []
  const found: Known & { readonly raw: typeof raw; rest: number } = {
    mileage: null,
    fuel: null,
    recorderSpeed: null,
    battery: null,
    signal: null,
    satellites: null,
    vehicleSignals: null,
    raw,
    rest: 0,
  }
  let at = fixedLength
  while (at + 2 <= body.length) {
    const id = body[at] as number
    const length = body[at + 1] as number
    const end = at + 2 + length
    if (end > body.length) break
    if (!takeItem(found, body, { id, length, at: at + 2 })) raw.push([id, body.toString('hex', at + 2, end)])
    at = end
  }
  found.rest = body.length - at
  return found
}

const twoDigits = (byte: number): number => {
  const [tens, ones] = [byte >> 4, byte & 0x0f]
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones
}

/** Of each month in years that are no leap years; of 2000 to 2099 every fourth one is. */
const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
/** `YYMMDDhhmmss` in BCD; null for a time that does not exist. */
export const readTime = (body: Buffer, at: number): number | null => {
  const year = twoDigits(body[at] as number)
  const month = twoDigits(body[at + 1] as number)
  const day = twoDigits(body[at + 2] as number)
  const hour = twoDigits(body[at + 3] as number)
  const minute = twoDigits(body[at + 4] as number)
  const second = twoDigits(body[at + 5] as number)
  // NaN fails each of these as well.
  if (!(month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60)) return null
  // A February 30th is no day of March.
  const days = month === 2 && year % 4 === 0 ? 29 : (daysOf[month - 1] as number)
  return day <= days ? Date.UTC(2000 + year, month - 1, day, hour, minute, second) - eastOfGreenwich : null
}

/** Null for what is too short to be one. */
export const readLocation = (body: Buffer): Location | null => {
  if (body.length < fixedLength) return null
  const status = body.readUInt32BE(4)
  const has = (bit: number): boolean => ((status >>> bit) & 1) === 1
  const lat = body.readUInt32BE(8) / 1e6
  const lng = body.readUInt32BE(12) / 1e6
  const isPlace = has(statusBit.fixed) && !has(statusBit.encrypted) && lat <= 90 && lng <= 180 && (lat !== 0 || lng !== 0)
  return {
    alarms: body.readUInt32BE(0),
    status,
    place: isPlace ? { lng: has(statusBit.west) ? -lng : lng, lat: has(statusBit.south) ? -lat : lat } : null,
    alt: body.readInt16BE(16),
    speed: body.readUInt16BE(18) / 10,
    course: body.readUInt16BE(20),
    time: readTime(body, 22),
    more: readAdditional(body),
  }
}

/** Message 0704: several locations that were kept, each null where it could not be read. */
export const readBatch = (
  body: Buffer,
): { readonly isBackfill: boolean; readonly locations: readonly (Location | null)[] } | null => {
  if (body.length < 3) return null
  const count = body.readUInt16BE(0)
  const locations: (Location | null)[] = []
  let at = 3
  while (locations.length < count && at + 2 <= body.length) {
    const length = body.readUInt16BE(at)
    const end = at + 2 + length
    locations.push(end > body.length ? null : readLocation(body.subarray(at + 2, end)))
    at = end
  }
  return { isBackfill: body[2] === 1, locations }
}

/** Of the vehicle's signals: it is in reverse. */
const reverseBit = 5
/** Whether a vehicle reverses; null where its terminal does not tell. */
export const isReversing = ({ more: { vehicleSignals } }: Location): boolean | null =>
  vehicleSignals === null ? null : ((vehicleSignals >>> reverseBit) & 1) === 1

/** Whether its terminal says that it stands for too long. */
export const isLongParked = ({ alarms }: Location): boolean => ((alarms >>> longParkingBit) & 1) === 1

/** Whether an alarm word calls for help, by the bit that the standard has for it or those that a model uses instead. */
export const callsForHelp = (alarms: number, bit: number = helpBit): boolean => ((alarms >>> bit) & 1) === 1
