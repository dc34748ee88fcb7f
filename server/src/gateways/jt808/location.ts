/** What a terminal says of where its vehicle is: message 0200, alone, in batches and in answers. */

/** The fixed part. */
const fixedLength = 28
/** Terminals tell the time of China, without saying so. */
const eastOfGreenwich = 8 * 3_600_000

const statusBit = { fixed: 1, south: 2, west: 3, encrypted: 5 } as const
/** Bit 0 of the alarm word: somebody presses for help. */
const helpBit = 0

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

/** How items are read whose length is the one that they ought to have. */
const known: Readonly<Record<number, readonly [length: number, name: keyof Known, read: (body: Buffer, at: number) => number]>> =
  {
    0x01: [4, 'mileage', (body, at) => body.readUInt32BE(at) / 10],
    0x02: [2, 'fuel', (body, at) => body.readUInt16BE(at) / 10],
    0x03: [2, 'recorderSpeed', (body, at) => body.readUInt16BE(at) / 10],
    0x25: [4, 'vehicleSignals', (body, at) => body.readUInt32BE(at)],
    0x30: [1, 'signal', (body, at) => body[at] as number],
    0x31: [1, 'satellites', (body, at) => body[at] as number],
    // Several makers each call it otherwise; what is no share is no charge.
    0x06: [1, 'battery', (body, at) => body[at] as number],
    0xd4: [1, 'battery', (body, at) => body[at] as number],
    0xe1: [1, 'battery', (body, at) => body[at] as number],
    0xe9: [1, 'battery', (body, at) => body[at] as number],
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
    if (at + 2 + length > body.length) break
    const way = known[id]
    if (way !== undefined && way[0] === length) {
      const value = way[2](body, at + 2)
      if (way[1] !== 'battery' || value <= 100) found[way[1]] = value
    } else raw.push([id, body.toString('hex', at + 2, at + 2 + length)])
    at += 2 + length
  }
  found.rest = body.length - at
  return found
}

const twoDigits = (byte: number): number => {
  const [tens, ones] = [byte >> 4, byte & 0x0f]
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones
}

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
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  // A February 30th is no day of March.
  return new Date(time).getUTCDate() === day ? time - eastOfGreenwich : null
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

/** Whether an alarm word calls for help, by the bit that the standard has for it or those that a model uses instead. */
export const callsForHelp = (alarms: number, bit: number = helpBit): boolean => ((alarms >>> bit) & 1) === 1
