/** Messages of JT/T 808, of 2013 and of 2019: their header, and how long ones are cut into parts. */
import { frameOf } from './frame.ts'

const bits = { length: 0x03ff, encryption: 0x1c00, parts: 0x2000, is2019: 0x4000 } as const
/** The most that one frame carries. */
export const bodyAtMost = 1023

/** A terminal as its frames name it: answers carry the same bytes. */
export interface Terminal {
  readonly version: 2013 | 2019
  /** 6 bytes of BCD in 2013, 10 in 2019. */
  readonly phone: Buffer
}

export interface Message extends Terminal {
  readonly id: number
  readonly serial: number
  readonly isEncrypted: boolean
  /** Which part of how many it is, from one; null for one that is whole. */
  readonly part: { readonly number: number; readonly total: number } | null
  readonly body: Buffer
}

/** The header and what it heads; null for what is too short for it. */
export const readMessage = (frame: Buffer): Message | null => {
  const properties = frame.readUInt16BE(2)
  const is2019 = (properties & bits.is2019) !== 0
  const phoneAt = is2019 ? 5 : 4
  const phoneEnd = phoneAt + (is2019 ? 10 : 6)
  const hasParts = (properties & bits.parts) !== 0
  const bodyAt = phoneEnd + (hasParts ? 6 : 2)
  // A body that is longer than said is as sound as its check byte; one that is shorter was cut.
  if (frame.length < bodyAt + (properties & bits.length)) return null
  return {
    id: frame.readUInt16BE(0),
    version: is2019 ? 2019 : 2013,
    phone: frame.subarray(phoneAt, phoneEnd),
    serial: frame.readUInt16BE(phoneEnd),
    isEncrypted: (properties & bits.encryption) !== 0,
    part: hasParts ? { total: frame.readUInt16BE(phoneEnd + 2), number: frame.readUInt16BE(phoneEnd + 4) } : null,
    body: frame.subarray(bodyAt),
  }
}

/** The check digit that an IMEI of fourteen digits ends with. */
const luhn = (digits: string): number => {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return (10 - (sum % 10)) % 10
}

/** The number of a terminal as it is written: its digits, or the IMEI that some write in binary. */
export const numberOfTerminal = ({ phone }: Terminal): string => {
  if (phone.every((byte) => byte >> 4 <= 9 && (byte & 0x0f) <= 9)) return phone.toString('hex')
  const imei = String(phone.readUIntBE(0, 6))
  return `${imei}${luhn(imei)}`
}

/** Under which a terminal may be registered: as it is written, without leading zeros, and as a phone number of twelve digits. */
export const namesOfTerminal = (number: string): string[] => {
  const bare = number.replace(/^0+/, '') || '0'
  return [...new Set([number, bare, bare.padStart(12, '0')])]
}

interface ToTerminal extends Terminal {
  readonly id: number
  readonly body: Buffer
}

const headed = ({ id, version, phone, body }: ToTerminal, serial: number, part: Message['part']): Buffer => {
  const is2019 = version === 2019
  const properties = body.length | (part === null ? 0 : bits.parts) | (is2019 ? bits.is2019 : 0)
  const head = Buffer.alloc((is2019 ? 5 : 4) + phone.length + (part === null ? 2 : 6))
  head.writeUInt16BE(id, 0)
  head.writeUInt16BE(properties, 2)
  if (is2019) head[4] = 1
  const at = is2019 ? 5 : 4
  phone.copy(head, at)
  const serialAt = at + phone.length
  head.writeUInt16BE(serial, serialAt)
  if (part !== null) {
    head.writeUInt16BE(part.total, serialAt + 2)
    head.writeUInt16BE(part.number, serialAt + 4)
  }
  return Buffer.concat([head, body])
}

/** Frames of one message, with serials from `first` on. */
export const framesOf = (message: ToTerminal, first: number): Buffer[] => {
  const { body } = message
  if (body.length <= bodyAtMost) return [frameOf(headed(message, first, null))]
  const total = Math.ceil(body.length / bodyAtMost)
  return Array.from({ length: total }, (_, at) =>
    frameOf(
      headed({ ...message, body: body.subarray(at * bodyAtMost, (at + 1) * bodyAtMost) }, (first + at) & 0xffff, {
        total,
        number: at + 1,
      }),
    ),
  )
}
