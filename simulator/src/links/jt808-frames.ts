/** JT/T 808 of 2013, as far as the terminals of the plant speak it. */
import type { Report } from '@vigil/contract/positions/report.ts'

const flag = 0x7e
const escape = 0x7d

export const says = {
  answer: 0x0001,
  heartbeat: 0x0002,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  location: 0x0200,
  kept: 0x0704,
} as const
export const hears = {
  answer: 0x8001,
  registered: 0x8100,
  setParameters: 0x8103,
  askAllParameters: 0x8104,
  askParameters: 0x8106,
  text: 0x8300,
} as const

const frameOf = (plain: Buffer): Buffer => {
  let check = 0
  for (const byte of plain) check ^= byte
  const wire: number[] = [flag]
  for (const byte of [...plain, check]) {
    if (byte === flag) wire.push(escape, 2)
    else if (byte === escape) wire.push(escape, 1)
    else wire.push(byte)
  }
  wire.push(flag)
  return Buffer.from(wire)
}

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at)
  return bytes
}

/** A message of the terminal with this number of twelve digits. */
export const messageOf = (number: string, serial: number, id: number, body: Uint8Array): Buffer =>
  frameOf(Buffer.concat([words(id, body.length), Buffer.from(number, 'hex'), words(serial), body]))

export interface Heard {
  readonly id: number
  readonly serial: number
  readonly body: Buffer
}

/** What stands between flags in what came so far, and what of it is not over yet. */
export const heardIn = (bytes: Buffer): { readonly heard: Heard[]; readonly rest: Buffer } => {
  const heard: Heard[] = []
  let from = bytes.indexOf(flag)
  for (let to = bytes.indexOf(flag, from + 1); from >= 0 && to >= 0; from = to, to = bytes.indexOf(flag, from + 1)) {
    const plain: number[] = []
    for (let at = from + 1; at < to; at += 1) {
      if (bytes[at] !== escape) plain.push(bytes[at] as number)
      else plain.push(bytes[(at += 1)] === 2 ? flag : escape)
    }
    const frame = Buffer.from(plain)
    if (frame.length >= 13)
      heard.push({ id: frame.readUInt16BE(0), serial: frame.readUInt16BE(10), body: frame.subarray(12, -1) })
  }
  return { heard, rest: from < 0 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(from)) }
}

const gbk = new TextDecoder('gb18030')
let written: ReadonlyMap<string, Buffer> | null = null
/** What each pair of bytes is read as, the other way round: Node reads GBK and does not write it. */
const pairs = (): ReadonlyMap<string, Buffer> => {
  const all = new Map<string, Buffer>()
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) all.set(gbk.decode(Buffer.of(lead, trail)), Buffer.of(lead, trail))
  return all
}
/** Text in GBK; a character that it has not is left out. */
export const gbkOf = (text: string): Buffer => {
  written ??= pairs()
  const known = written
  return Buffer.concat(Array.from(text, (one) => (one < '\x80' ? Buffer.from(one) : (known.get(one) ?? Buffer.alloc(0)))))
}

const asFixed = (text: string, width: number): Buffer => Buffer.from(text.padEnd(width, '\0').slice(0, width), 'latin1')
export const registrationOf = (number: string): Buffer =>
  Buffer.concat([words(34, 200), asFixed('VIGIL', 5), asFixed('SIM-1', 20), asFixed(number.slice(-7), 7), Buffer.of(2)])

/** The general answer; its result is that it was done unless said. */
export const answerTo = ({ serial, id }: Heard, result = 0): Buffer => Buffer.concat([words(serial, id), Buffer.of(result)])

/** Eight hours east of Greenwich, whatever the site's own time. */
const timeOf = (time: string): Buffer =>
  Buffer.from(new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(2, 19).replaceAll(/[-T:]/g, ''), 'hex')

const status = { ignition: 1, fixed: 2, south: 4, west: 8 } as const
const alarms = { press: 1, overspeed: 2 } as const
/** What a terminal tells: a report, and that its vehicle is above its limit. */
export type Told = Report & { readonly isOverspeed?: boolean }
export const locationOf = ({
  lng,
  lat,
  alt = 0,
  speed = 0,
  course = 0,
  time,
  battery,
  sos,
  isOverspeed = false,
}: Told): Buffer => {
  const body = Buffer.alloc(22)
  body.writeUInt32BE((sos === 'press' ? alarms.press : 0) | (isOverspeed ? alarms.overspeed : 0), 0)
  body.writeUInt32BE(status.ignition | status.fixed | (lat < 0 ? status.south : 0) | (lng < 0 ? status.west : 0), 4)
  body.writeUInt32BE(Math.round(Math.abs(lat) * 1e6), 8)
  body.writeUInt32BE(Math.round(Math.abs(lng) * 1e6), 12)
  body.writeInt16BE(Math.round(alt), 16)
  body.writeUInt16BE(Math.round(speed * 10), 18)
  body.writeUInt16BE(Math.round(course) % 360, 20)
  return Buffer.concat([body, timeOf(time), ...(battery === undefined ? [] : [Buffer.of(0xe1, 1, Math.round(battery))])])
}
export const keptOf = (reports: readonly Told[]): Buffer =>
  Buffer.concat([
    words(reports.length),
    Buffer.of(1),
    ...reports.map(locationOf).flatMap((location) => [words(location.length), location]),
  ])
