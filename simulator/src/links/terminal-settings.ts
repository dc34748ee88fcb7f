/** What a terminal of the plant goes by, as JT/T 808 numbers it: told when it is asked for, and changed when it is told to. */
import type { Heard } from './jt808-frames.ts'

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
  return {
    /** Seconds. */
    heartbeat: (): number => numberOf(ids.heartbeat),
    /** Seconds. */
    reportEvery: (): number => numberOf(ids.reportEvery),
    /** Kilometres an hour. */
    speedLimit: (): number => numberOf(ids.speedLimit),
    /** Seconds above it, after which that is told. */
    overspeedFor: (): number => numberOf(ids.overspeedFor),
    /** The answer to 8104. */
    all: ({ serial }: Heard): Buffer => told(serial, kept.keys()),
    /** The answer to 8106; null for a body that counts what is not there. What it does not know it leaves out. */
    some: ({ serial, body }: Heard): Buffer | null => {
      const count = body[0] ?? 0
      if (body.length !== 1 + 4 * count) return null
      return told(
        serial,
        Array.from({ length: count }, (_, at) => body.readUInt32BE(1 + 4 * at)),
      )
    },
    /** Takes what 8103 says, all of it or nothing; the result of the general answer. */
    set: ({ body }: Heard): number => {
      const items = itemsOf(body)
      if (items === null) return result.wrong
      const worst = Math.max(...[...items].map(([id, value]) => mayBe(id, value)))
      if (worst === result.done) for (const [id, value] of items) kept.set(id, value)
      return worst
    },
  }
}
