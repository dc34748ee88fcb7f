/** What is said to terminals. */
import iconv from 'iconv-lite'

/** Messages of terminals and of the platform, by their number. */
export const messageId = {
  terminalAnswer: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  askTime: 0x0004,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  attributes: 0x0107,
  location: 0x0200,
  locationAnswer: 0x0201,
  batch: 0x0704,
  answer: 0x8001,
  time: 0x8004,
  registered: 0x8100,
  setParameters: 0x8103,
  askParameters: 0x8104,
  askAttributes: 0x8107,
  askLocation: 0x8201,
  track: 0x8202,
  text: 0x8300,
} as const

/** Of the general answer, both ways. */
export const result = { done: 0, failed: 1, wrong: 2, unsupported: 3, alarmConfirmed: 4 } as const
export type Result = (typeof result)[keyof typeof result]

export const registrationResult = { done: 0, vehicleTaken: 1, noVehicle: 2, terminalTaken: 3, noTerminal: 4 } as const

export const generalAnswer = (serial: number, id: number, outcome: Result): Buffer => {
  const body = Buffer.allocUnsafe(5)
  body.writeUInt16BE(serial, 0)
  body.writeUInt16BE(id, 2)
  body[4] = outcome
  return body
}

export const registered = (
  serial: number,
  outcome: (typeof registrationResult)[keyof typeof registrationResult],
  code: string | null,
): Buffer => {
  const body = Buffer.allocUnsafe(3)
  body.writeUInt16BE(serial, 0)
  body[2] = outcome
  return code === null ? body : Buffer.concat([body, Buffer.from(code, 'ascii')])
}

const bcd = (value: number): number => ((Math.floor(value / 10) % 10) << 4) | (value % 10)
/** The time of an answer to 0004: `YYMMDDhhmmss` in BCD, UTC. */
export const timeAnswer = (time: number): Buffer => {
  const at = new Date(time)
  return Buffer.from(
    [
      at.getUTCFullYear() % 100,
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    ].map(bcd),
  )
}

/** Shown on the terminal's screen and read out to the driver; urgent goes before what it reads already. */
const flags = { 2013: { urgent: 0b0000_1101, plain: 0b0000_1100 }, 2019: { urgent: 0b0000_1110, plain: 0b0000_1101 } } as const
export const spoken = (version: 2013 | 2019, text: string, isUrgent: boolean): Buffer => {
  const words = iconv.encode(text, 'gb18030')
  const flag = flags[version][isUrgent ? 'urgent' : 'plain']
  return Buffer.concat([Buffer.from(version === 2019 ? [flag, 1] : [flag]), words])
}

/** Parameters that are numbers of four bytes. */
export const parameters = { heartbeat: 0x0001, interval: 0x0029, speedLimit: 0x0055, speedFor: 0x0056 } as const
export const parametersSet = (values: ReadonlyMap<number, number>): Buffer =>
  Buffer.concat([
    Buffer.of(values.size),
    ...[...values].map(([id, value]) => {
      const item = Buffer.allocUnsafe(9)
      item.writeUInt32BE(id, 0)
      item[4] = 4
      item.writeUInt32BE(value, 5)
      return item
    }),
  ])
/** Of an answer 0104: its numbers of four bytes; others as hexadecimal digits. */
export const readParameters = (
  body: Buffer,
): { readonly serial: number; readonly values: ReadonlyMap<number, number | string> } | null => {
  if (body.length < 3) return null
  const values = new Map<number, number | string>()
  for (let at = 3; at + 5 <= body.length; ) {
    const [id, length] = [body.readUInt32BE(at), body[at + 4] as number]
    const end = at + 5 + length
    if (end > body.length) break
    values.set(id, length === 4 ? body.readUInt32BE(at + 5) : body.toString('hex', at + 5, end))
    at = end
  }
  return { serial: body.readUInt16BE(0), values }
}
