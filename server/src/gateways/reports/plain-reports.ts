import { reportedTypes, reportWords } from '@vigil/contract/alarms/types.ts'
import type { Incoming } from '../../modules/positions/index.ts'
import {
  quoted,
  readNumber,
  readOneOf,
  readText,
  skip,
  stands,
  textOf,
  type Choice,
  type Cursor,
  type NumberLimits,
} from './cursor.ts'
import { instantIn } from './instant.ts'
import { PlainReport } from './plain-report.ts'

const [comma, colon, space] = Buffer.from(',: ') as unknown as number[]
const [openList, closeList, openObject, closeObject] = Buffer.from('[]{}') as unknown as number[]
/** Several times as many as a large site has devices, so that few share a place. */
const deviceIdsKept = 2 ** 16

const numberNames = ['lng', 'lat', 'alt', 'accuracy', 'speed', 'course', 'floor', 'battery'] as const
type NumberName = (typeof numberNames)[number]
const others = ['deviceType', 'deviceId', 'time', 'sos'] as const
const members = [...numberNames, ...others].map(quoted)
const [lngAt, latAt, altAt, accuracyAt, speedAt, courseAt, floorAt] = numberNames.keys()
const [deviceTypeAt, deviceIdAt, timeAt, sosAt] = others.map((_, place) => numberNames.length + place)
const head = quoted('reports')
const deviceTypes: readonly Choice<Incoming['deviceType']>[] = (['hat', 'badge', 'car'] as const).map((value) => ({
  value,
  bytes: quoted(value),
}))
const calls = reportWords.map((word) => ({ value: reportedTypes[word], bytes: quoted(word) }))
const nothing = new Uint8Array()

interface Limits {
  readonly reports: number
  readonly deviceId: number
}

/** What is read, and what is known of those who wrote it. */
interface PlainReader extends Cursor {
  readonly numberLimits: readonly NumberLimits[]
  readonly atMost: Limits
  /** Which member came at each place of the last report: the next one is written by the same hand. */
  readonly order: number[]
  /** By a hash of their bytes: a device that comes again needs no new string, and is found sooner. */
  readonly knownDeviceIds: string[]
}

const readMember = (reader: PlainReader, place: number): number => {
  const { order } = reader
  const likely = order[place]
  if (likely !== undefined && stands(reader, members[likely] as Uint8Array)) return likely
  const found = members.findIndex((member) => stands(reader, member))
  if (found >= 0) order[place] = found
  return found
}

/** Null for what has spaces around it as well, which are to be trimmed. */
const readDeviceId = (reader: PlainReader): string | null => {
  const { bytes: read, knownDeviceIds } = reader
  const from = reader.at + 1
  const length = readText(reader)
  if (length < 1 || length > reader.atMost.deviceId || read[from] === space || read[reader.at - 2] === space) return null
  let hash = length
  for (let place = from; place < from + length; place += 1) hash = (Math.imul(hash, 31) + (read[place] as number)) | 0
  // Names that only differ in their last figures would crowd in a few places otherwise.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  const slot = (hash >>> 16) & (deviceIdsKept - 1)
  const before = knownDeviceIds[slot] as string
  if (before.length === length) {
    let place = 0
    while (place < length && before.charCodeAt(place) === read[from + place]) place += 1
    if (place === length) return before
  }
  const text = textOf(reader, from, from + length)
  knownDeviceIds[slot] = text
  return text
}

const readTime = (reader: PlainReader): number | null => {
  const from = reader.at + 1
  return readText(reader) < 0 ? null : instantIn(reader.bytes, from, reader.at - 1)
}

/** Its numbers go behind those of the reports before it, unless it calls for help. */
const readReport = (reader: PlainReader, numbers: number[]): Incoming | null => {
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
  if (!skip(reader, openObject)) return null
  for (let place = 0; ; place += 1) {
    const member = readMember(reader, place)
    if (member < 0 || (seen & (1 << member)) !== 0 || !skip(reader, colon)) return null
    seen |= 1 << member
    if (member < numberNames.length) {
      const value = readNumber(reader, reader.numberLimits[member] as NumberLimits)
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
      deviceType = readOneOf(reader, deviceTypes)
      if (deviceType === undefined) return null
    } else if (member === deviceIdAt) {
      deviceId = readDeviceId(reader)
      if (deviceId === null) return null
    } else if (member === timeAt) {
      time = readTime(reader)
      if (time === null) return null
    } else if (member === sosAt) {
      const call = readOneOf(reader, calls)
      if (call === undefined) return null
      kind = call
    }
    if (skip(reader, comma)) continue
    if (!skip(reader, closeObject)) return null
    break
  }
  if (deviceType === undefined || deviceId === null || time === null || lng === null || lat === null) return null
  if (lng === 0 && lat === 0) return null
  if (kind !== 0)
    return { deviceType, deviceId, time, lng, lat, alt, accuracy, speed, course, temperature: null, floor, battery, kind }
  const from = numbers.length
  numbers.push(time, lng, lat, orNaN(alt), orNaN(accuracy), orNaN(speed), orNaN(course), orNaN(floor), orNaN(battery))
  return new PlainReport(deviceType, deviceId, numbers, from)
}

const orNaN = (number: number | null): number => number ?? Number.NaN

const readAll = (reader: PlainReader): Incoming[] | null => {
  if (!skip(reader, openObject) || !stands(reader, head) || !skip(reader, colon) || !skip(reader, openList)) return null
  const reports: Incoming[] = []
  const numbers: number[] = []
  do {
    const report = readReport(reader, numbers)
    if (report === null || reports.push(report) > reader.atMost.reports) return null
  } while (skip(reader, comma))
  return skip(reader, closeList) && skip(reader, closeObject) && reader.at === reader.bytes.length ? reports : null
}

/**
 * Reads a body as devices write it, `{"reports":[{"deviceType":"badge",…},…]}`, in one walk over its bytes: no text is made of
 * it, no object but the reports themselves. It answers only what it is sure of, that is good reports of known members, each once,
 * in ASCII without escapes, numbers without exponent; null for everything else, be it wrong or merely written in another way.
 * To parse and validate a batch in general takes half as long again.
 */
export const createPlainReader = (
  limits: Readonly<Record<NumberName, NumberLimits>>,
  atMost: Limits,
): ((bytes: Uint8Array) => Incoming[] | null) => {
  const reader: PlainReader = {
    bytes: nothing,
    at: 0,
    numberLimits: numberNames.map((name) => limits[name]),
    atMost,
    order: [],
    knownDeviceIds: new Array<string>(deviceIdsKept).fill(''),
  }
  return (body) => {
    reader.bytes = body
    reader.at = 0
    const reports = readAll(reader)
    // Nothing holds the body once it is read.
    reader.bytes = nothing
    return reports
  }
}
