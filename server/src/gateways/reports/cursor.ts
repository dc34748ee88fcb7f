/** What of JSON stands at a place, read from its bytes. */

/** The bytes that are read, and how far. */
export interface Cursor {
  bytes: Uint8Array
  at: number
}

/** What the contract's JSON Schema says of a number. */
export interface NumberLimits {
  readonly type: 'number' | 'integer'
  readonly minimum: number
  readonly maximum: number
}
/** A text as it stands in bytes, with its quotes. */
export const quoted = (text: string): Uint8Array => Buffer.from(`"${text}"`)

/** What a text of a few means. */
export interface Choice<Value> {
  readonly value: Value
  readonly bytes: Uint8Array
}

const [quote, dot, minus, space, backslash, zero] = Buffer.from('".- \\0') as unknown as number[]
const lastOfAscii = 126
/** So many digits are a whole number that a double holds, and divided by a power of ten the double nearest to what was written. */
const exactDigits = 15
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power)

/** One byte, with the spaces around it. */
export const skip = (cursor: Cursor, byte: number | undefined): boolean => {
  const read = cursor.bytes
  let place = cursor.at
  while (read[place] === space) place += 1
  if (read[place] !== byte) return false
  do place += 1
  while (read[place] === space)
  cursor.at = place
  return true
}

export const stands = (cursor: Cursor, expected: Uint8Array): boolean => {
  const read = cursor.bytes
  const from = cursor.at
  for (let place = 0; place < expected.length; place += 1) if (read[from + place] !== expected[place]) return false
  cursor.at = from + expected.length
  return true
}

export const readOneOf = <Value>(cursor: Cursor, choices: readonly Choice<Value>[]): Value | undefined => {
  for (const choice of choices) if (stands(cursor, choice.bytes)) return choice.value
  return undefined
}

export const textOf = ({ bytes }: Cursor, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')

/** NaN for what is none, or not written plainly. */
export const readNumber = (cursor: Cursor, { type, minimum, maximum }: NumberLimits): number => {
  const read = cursor.bytes
  const from = cursor.at
  const negative = read[from] === minus
  const first = negative ? from + 1 : from
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
    const behind = place
    for (let digit = (read[place] as number) - (zero as number); digit >= 0 && digit <= 9; ) {
      digits = digits * 10 + digit
      place += 1
      digit = (read[place] as number) - (zero as number)
    }
    decimals = place - behind
    if (decimals === 0) return Number.NaN
  }
  const exact = whole + decimals <= exactDigits
  const size = exact ? digits / (powersOfTen[decimals] as number) : Number(textOf(cursor, first, place))
  const value = negative ? -size : size
  cursor.at = place
  if (value < minimum || value > maximum || (type === 'integer' && !Number.isInteger(value))) return Number.NaN
  return value
}

/** Behind the closing quote afterwards; the length of the text, −1 if it has an escape or is not ASCII. */
export const readText = (cursor: Cursor): number => {
  const read = cursor.bytes
  if (read[cursor.at] !== quote) return -1
  let place = cursor.at + 1
  for (let byte = read[place] as number; byte !== quote; byte = read[place] as number) {
    if (!(byte >= (space as number) && byte <= lastOfAscii) || byte === backslash) return -1
    place += 1
  }
  const length = place - cursor.at - 1
  cursor.at = place + 1
  return length
}
