import { reportedTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import { instantIn } from './instant.ts'

/** What the contract's JSON Schema says of a number. */
export interface NumberLimits {
  readonly type: 'number' | 'integer'
  readonly minimum: number
  readonly maximum: number
}
type NumberName = 'lng' | 'lat' | 'alt' | 'accuracy' | 'speed' | 'course' | 'floor' | 'battery'

const [quote, comma, colon, dot, minus, space, backslash, zero] = Buffer.from('",:.- \\0') as unknown as number[]
const [openList, closeList, openObject, closeObject] = Buffer.from('[]{}') as unknown as number[]
const lastOfAscii = 126
/** So many digits are a whole number that a double holds, and divided by a power of ten the double nearest to what was written. */
const exactDigits = 15
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power)
const deviceIdsKept = 2 ** 14

/**
 * Reads a body as devices write it, `{"reports":[{"deviceType":"badge",…},…]}`, in one walk over its bytes: no text is made of
 * it, no object but the reports themselves. It answers only what it is sure of, that is good reports of known members, each once,
 * in ASCII without escapes, numbers without exponent; null for everything else, be it wrong or merely written in another way.
 * To parse and validate a batch in general takes half as long again.
 */
export const createPlainReader = (
  limits: Readonly<Record<NumberName, NumberLimits>>,
  atMost: { readonly reports: number; readonly deviceId: number },
): ((bytes: Uint8Array) => Incoming[] | null) => {
  const quoted = (text: string): Uint8Array => Buffer.from(`"${text}"`)
  const deviceTypes = (['hat', 'badge', 'car'] as const).map((value) => ({ value, bytes: quoted(value) }))
  const calls = reportWords.map((word) => ({ value: reportedTypes[word], bytes: quoted(word) }))
  const numberNames: readonly NumberName[] = ['lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery']
  const others = ['deviceType', 'deviceId', 'time', 'sos'] as const
  const members = [...numberNames, ...others].map(quoted)
  const numberLimits = numberNames.map((name) => limits[name])
  const [lngAt, latAt, altAt, accuracyAt, speedAt, courseAt, floorAt] = numberNames.keys()
  const [deviceTypeAt, deviceIdAt, timeAt, sosAt] = others.map((_, place) => numberNames.length + place)
  /** Which member came at each place of the last report: the next one is written by the same hand. */
  const order: number[] = []
  /** By a hash of their bytes: a device that comes again needs no new string, and is found sooner. */
  const knownDeviceIds = new Array<string>(deviceIdsKept).fill('')

  const nothing = new Uint8Array()
  let bytes: Uint8Array = nothing
  let at = 0
  const skip = (byte: number | undefined): boolean => {
    const read = bytes
    let place = at
    while (read[place] === space) place += 1
    if (read[place] !== byte) return false
    do place += 1
    while (read[place] === space)
    at = place
    return true
  }
  const stands = (expected: Uint8Array): boolean => {
    const read = bytes
    const from = at
    for (let place = 0; place < expected.length; place += 1) if (read[from + place] !== expected[place]) return false
    at = from + expected.length
    return true
  }
  const readMember = (place: number): number => {
    const likely = order[place]
    if (likely !== undefined && stands(members[likely] as Uint8Array)) return likely
    const found = members.findIndex(stands)
    if (found >= 0) order[place] = found
    return found
  }
  const readOneOf = <Value>(choices: readonly { readonly value: Value; readonly bytes: Uint8Array }[]): Value | undefined => {
    for (const choice of choices) if (stands(choice.bytes)) return choice.value
    return undefined
  }
  const textOf = (from: number, to: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
  /** NaN for what is none, or not written plainly. */
  const readNumber = ({ type, minimum, maximum }: NumberLimits): number => {
    const read = bytes
    const negative = read[at] === minus
    const first = negative ? at + 1 : at
    let place = first
    let digits = 0
    for (let digit = (read[place] as number) - (zero as number); digit >= 0 && digit <= 9; ) {
      digits = digits * 10 + digit
      place += 1
      digit = (read[place] as number) - (zero as number)
    }
    const whole = place - first
    if (whole === 0 || (whole > 1 && read[first] === zero)) return Number.NaN
    let decimals = 0
    if (read[place] === dot) {
      place += 1
      const from = place
      for (let digit = (read[place] as number) - (zero as number); digit >= 0 && digit <= 9; ) {
        digits = digits * 10 + digit
        place += 1
        digit = (read[place] as number) - (zero as number)
      }
      decimals = place - from
      if (decimals === 0) return Number.NaN
    }
    const exact = whole + decimals <= exactDigits
    const size = exact ? digits / (powersOfTen[decimals] as number) : Number(textOf(first, place))
    const value = negative ? -size : size
    at = place
    if (value < minimum || value > maximum || (type === 'integer' && !Number.isInteger(value))) return Number.NaN
    return value
  }
  /** Behind the closing quote afterwards; the length of the text, −1 if it has an escape or is not ASCII. */
  const readText = (): number => {
    const read = bytes
    if (read[at] !== quote) return -1
    let place = at + 1
    for (let byte = read[place] as number; byte !== quote; byte = read[place] as number) {
      if (!(byte >= (space as number) && byte <= lastOfAscii) || byte === backslash) return -1
      place += 1
    }
    const length = place - at - 1
    at = place + 1
    return length
  }
  /** Null for what has spaces around it as well, which are to be trimmed. */
  const readDeviceId = (): string | null => {
    const from = at + 1
    const length = readText()
    if (length < 1 || length > atMost.deviceId || bytes[from] === space || bytes[at - 2] === space) return null
    const read = bytes
    let hash = length
    for (let place = from; place < from + length; place += 1) hash = (Math.imul(hash, 31) + (read[place] as number)) | 0
    const slot = hash & (deviceIdsKept - 1)
    const before = knownDeviceIds[slot] as string
    if (before.length === length) {
      let place = 0
      while (place < length && before.charCodeAt(place) === read[from + place]) place += 1
      if (place === length) return before
    }
    const text = textOf(from, from + length)
    knownDeviceIds[slot] = text
    return text
  }
  const readTime = (): number | null => {
    const from = at + 1
    return readText() < 0 ? null : instantIn(bytes, from, at - 1)
  }

  const readReport = (): Incoming | null => {
    let deviceType: Incoming['deviceType'] | undefined
    let deviceId: string | null = null
    let time: number | null = null
    let kind: 0 | 4 | 5 = 0
    let [lng, lat]: [number | null, number | null] = [null, null]
    let alt: number | null = null
    let accuracy: number | null = null
    let speed: number | null = null
    let course: number | null = null
    let floor: number | null = null
    let battery: number | null = null
    let seen = 0
    if (!skip(openObject)) return null
    for (let place = 0; ; place += 1) {
      const member = readMember(place)
      if (member < 0 || (seen & (1 << member)) !== 0 || !skip(colon)) return null
      seen |= 1 << member
      if (member < numberNames.length) {
        const value = readNumber(numberLimits[member] as NumberLimits)
        if (Number.isNaN(value)) return null
        if (member === lngAt) lng = value
        else if (member === latAt) lat = value
        else if (member === altAt) alt = value
        else if (member === accuracyAt) accuracy = value
        else if (member === speedAt) speed = value
        else if (member === courseAt) course = value
        else if (member === floorAt) floor = value
        else battery = Math.round(value)
      } else if (member === deviceTypeAt) {
        deviceType = readOneOf(deviceTypes)
        if (deviceType === undefined) return null
      } else if (member === deviceIdAt) {
        deviceId = readDeviceId()
        if (deviceId === null) return null
      } else if (member === timeAt) {
        time = readTime()
        if (time === null) return null
      } else if (member === sosAt) {
        const call = readOneOf(calls)
        if (call === undefined) return null
        kind = call
      }
      if (skip(comma)) continue
      if (!skip(closeObject)) return null
      break
    }
    if (deviceType === undefined || deviceId === null || time === null || lng === null || lat === null) return null
    if (lng === 0 && lat === 0) return null
    return { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature: null, floor, battery, kind }
  }

  const head = quoted('reports')
  const readAll = (): Incoming[] | null => {
    if (!skip(openObject) || !stands(head) || !skip(colon) || !skip(openList)) return null
    const reports: Incoming[] = []
    do {
      const report = readReport()
      if (report === null || reports.push(report) > atMost.reports) return null
    } while (skip(comma))
    return skip(closeList) && skip(closeObject) && at === bytes.length ? reports : null
  }
  return (body) => {
    bytes = body
    at = 0
    const reports = readAll()
    // Nothing holds the body once it is read.
    bytes = nothing
    return reports
  }
}
