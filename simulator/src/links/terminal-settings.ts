/** What a terminal of the plant goes by, as JT/T 808 numbers it: told when it is asked for, and changed when it is told to. */
import type { Report } from '@vigil/contract/positions/report.ts'
import { answerTo, hears, says, type Heard, type Told } from './jt808-frames.ts'

const ids = {
  heartbeat: 0x0001,
  server: 0x0013,
  port: 0x0018,
  strategy: 0x0020,
  reportEvery: 0x0029,
  speedLimit: 0x0055,
  overspeedFor: 0x0056,
  plate: 0x0083,
} as const
/** Those that it goes by otherwise once it is told to: km/h, and seconds. */
const numbers: ReadonlySet<number> = new Set([ids.heartbeat, ids.reportEvery, ids.speedLimit, ids.overspeedFor])

/** Of the general answer. */
const result = { done: 0, wrong: 2, unsupported: 3 } as const
/** The longest plate that it keeps, in bytes. */
const plateBytes = 24

/** Milliseconds by which a report may come before its time. */
const early = 500

interface Begins {
  readonly host: string
  readonly port: number
  /** Seconds between two reports of a vehicle that moves. */
  readonly reportEvery: number
  /** In GBK. */
  readonly plate: Uint8Array
}

const dword = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value, 0)
  return bytes
}

/** The items of 8103; null where they are not what they count. */
const itemsOf = (body: Buffer): ReadonlyMap<number, Buffer> | null => {
  const items = new Map<number, Buffer>()
  let at = 1
  for (let left = body[0] ?? 0; left > 0; left -= 1) {
    const end = at + 5 + (body[at + 4] ?? 0)
    if (at + 5 > body.length || end > body.length) return null
    items.set(body.readUInt32BE(at), Buffer.from(body.subarray(at + 5, end)))
    at = end
  }
  return at === body.length && items.size > 0 ? items : null
}

export const createTerminalSettings = ({ host, port, reportEvery, plate }: Begins) => {
  const kept = new Map<number, Buffer>([
    [ids.heartbeat, dword(15)],
    [ids.server, Buffer.from(host, 'latin1')],
    [ids.port, dword(port)],
    // By time, as its vehicle does.
    [ids.strategy, dword(0)],
    [ids.reportEvery, dword(reportEvery)],
    [ids.speedLimit, dword(60)],
    [ids.overspeedFor, dword(5)],
    [ids.plate, Buffer.from(plate)],
  ])
  const numberOf = (id: number): number => kept.get(id)?.readUInt32BE(0) ?? 0
  const mayBe = (id: number, value: Buffer): number => {
    if (numbers.has(id)) return value.length === 4 && value.readUInt32BE(0) > 0 ? result.done : result.wrong
    if (id === ids.plate) return value.length > 0 && value.length <= plateBytes ? result.done : result.wrong
    return result.unsupported
  }
  const told = (serial: number, asked: Iterable<number>): Buffer => {
    const items = [...asked].flatMap((id) => {
      const value = kept.get(id)
      return value ? [Buffer.concat([dword(id), Buffer.of(value.length), value])] : []
    })
    const head = Buffer.alloc(3)
    head.writeUInt16BE(serial, 0)
    head[2] = items.length
    return Buffer.concat([head, ...items])
  }
  /** The answer to 8106; null for a body that counts what is not there. What it does not know it leaves out. */
  const some = ({ serial, body }: Heard): Buffer | null => {
    const count = body[0] ?? 0
    if (body.length !== 1 + 4 * count) return null
    return told(
      serial,
      Array.from({ length: count }, (_, at) => body.readUInt32BE(1 + 4 * at)),
    )
  }
  /** Takes what 8103 says, all of it or nothing; the result of the general answer. */
  const set = ({ body }: Heard): number => {
    const items = itemsOf(body)
    if (items === null) return result.wrong
    const worst = Math.max(...[...items].map(([id, value]) => mayBe(id, value)))
    if (worst === result.done) for (const [id, value] of items) kept.set(id, value)
    return worst
  }
  /** Milliseconds since 1970: when it reported last, and since when its vehicle is above its limit. */
  let reportedAt = Number.NEGATIVE_INFINITY
  let overSince: number | null = null
  return {
    /** Seconds. */
    heartbeat: (): number => numberOf(ids.heartbeat),
    /** What it says to a message about what it goes by; null for another message. */
    answer: (message: Heard): { readonly id: number; readonly body: Buffer } | null => {
      if (message.id === hears.setParameters) return { id: says.answer, body: answerTo(message, set(message)) }
      if (message.id === hears.askAllParameters) return { id: says.parameters, body: told(message.serial, kept.keys()) }
      if (message.id !== hears.askParameters) return null
      const body = some(message)
      return body === null ? { id: says.answer, body: answerTo(message, result.wrong) } : { id: says.parameters, body }
    },
    /** A report as it is told, with whether its vehicle is above its limit; null for one that comes before its time. */
    due: (report: Report): Told | null => {
      const at = Date.parse(report.time)
      overSince = (report.speed ?? 0) > numberOf(ids.speedLimit) ? (overSince ?? at) : null
      // A press and its end are told whenever they come.
      if (report.sos === undefined && at - reportedAt < numberOf(ids.reportEvery) * 1_000 - early) return null
      reportedAt = at
      return { ...report, isOverspeed: overSince !== null && at - overSince >= numberOf(ids.overspeedFor) * 1_000 }
    },
  }
}
