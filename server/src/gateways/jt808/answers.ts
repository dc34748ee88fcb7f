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
  location: 0x0200,
  locationAnswer: 0x0201,
  batch: 0x0704,
  answer: 0x8001,
  time: 0x8004,
  registered: 0x8100,
  setParameters: 0x8103,
  askAllParameters: 0x8104,
  askParameters: 0x8106,
  text: 0x8300,
} as const

/** Of the general answer, both ways. */
export const result = { done: 0, failed: 1, wrong: 2, unsupported: 3 } as const
export type Result = (typeof result)[keyof typeof result]

export const registrationResult = { done: 0, noTerminal: 4 } as const

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
