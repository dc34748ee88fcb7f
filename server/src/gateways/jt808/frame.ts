/** Frames of JT/T 808 in a stream of bytes: flags, escapes and the check byte. */

const flag = 0x7e
const escape = 0x7d
const escaped = { flag: 0x02, escape: 0x01 } as const
/** Header, one check byte: what is shorter lay between two frames. */
const shortest = 13
/** A header of 21 bytes, a body of 1023 and the check; on the wire each byte may be two. */
const longestOnWire = 2 * (21 + 1023 + 1)

/** Why a frame could not be read. */
export type FrameFault = 'tooLong' | 'badEscape'

export interface FrameHearer {
  /** Header and body, without the check byte; a view that holds until this returns. `isSound`: the check byte is right. */
  readonly frame: (bytes: Buffer, isSound: boolean) => void
  readonly fault: (fault: FrameFault) => void
}

const nothing = Buffer.alloc(0)

/** Bytes between two flags as they were before they were escaped, or null; the same bytes where none was. */
export const unescape = (wire: Buffer): Buffer | null => {
  const first = wire.indexOf(escape)
  if (first < 0) return wire
  const plain = Buffer.allocUnsafe(wire.length)
  wire.copy(plain, 0, 0, first)
  let to = first
  for (let at = first; at < wire.length; at += 1, to += 1) {
    const byte = wire[at] as number
    if (byte !== escape) {
      plain[to] = byte
      continue
    }
    at += 1
    if (wire[at] === escaped.flag) plain[to] = flag
    else if (wire[at] === escaped.escape) plain[to] = escape
    else return null
  }
  return plain.subarray(0, to)
}

const checkOf = (bytes: Buffer, end: number): number => {
  let sum = 0
  for (let at = 0; at < end; at += 1) sum ^= bytes[at] as number
  return sum
}

/** What goes on the wire for a header and its body. */
export const frameOf = (plain: Buffer): Buffer => {
  const wire = Buffer.allocUnsafe(2 * (plain.length + 1) + 2)
  let to = 0
  const put = (byte: number): void => {
    if (byte === flag || byte === escape) {
      wire[to] = escape
      wire[to + 1] = byte === flag ? escaped.flag : escaped.escape
      to += 2
    } else {
      wire[to] = byte
      to += 1
    }
  }
  wire[to] = flag
  to += 1
  for (const byte of plain) put(byte)
  put(checkOf(plain, plain.length))
  wire[to] = flag
  return wire.subarray(0, to + 1)
}

/**
 * Finds frames in what a socket says, however it is cut into pieces. One flag may end a frame and begin the next, several may stand
 * in a row, and what lies between two frames is passed over. It keeps no more than one frame that is not whole yet.
 */
export const createFrameReader = ({ frame, fault }: FrameHearer): ((chunk: Buffer) => void) => {
  let kept = nothing
  const between = (wire: Buffer): void => {
    if (wire.length < shortest) return
    if (wire.length > longestOnWire) return fault('tooLong')
    const plain = unescape(wire)
    if (plain === null) return fault('badEscape')
    if (plain.length < shortest) return
    const end = plain.length - 1
    frame(plain.subarray(0, end), checkOf(plain, end) === plain[end])
  }
  return (chunk) => {
    const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    let from = bytes.indexOf(flag)
    while (from >= 0) {
      const to = bytes.indexOf(flag, from + 1)
      if (to < 0) break
      between(bytes.subarray(from + 1, to))
      from = to
    }
    const rest = from < 0 ? nothing : bytes.subarray(from)
    if (rest.length > longestOnWire + 1) {
      kept = nothing
      fault('tooLong')
      // A copy, so that it holds nothing of the socket's own memory.
    } else kept = rest.length === 0 ? nothing : Buffer.from(rest)
  }
}
