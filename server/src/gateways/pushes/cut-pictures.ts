import { unreadable } from './xml.ts'

/** Bytes from which a string in base64 is cut out: words of a message are shorter. */
const cutFrom = 4 * 1024
/** Strings that are looked at; a message with its pictures has some hundreds. */
const stringsAtMost = 20_000
/** Bytes at either end of a string by which it is known. */
const sampled = 96
const [quote, backslash] = [0x22, 0x5c]
/** Also with its slashes, line ends or pluses escaped, and as a data URL. */
const begins = /^(?:data:[\w./+-]{1,40};base64,)?[\w+/=\\]+$/
const ends = /^[\w+/=\\]+$/
const escapes = ['\\n', '\\r', '\\t', '\\u'] as const

/** What stands for a string that was cut out: longer than any text may be, so that it is none. */
const markOf = (at: number): string => `cut:${at}:`.padEnd(300, '.')
const markIn = /^cut:(\d{1,3}):\.+$/

/** A message without the pictures in it, and these by their number, as they stand there. */
export interface WithoutPictures {
  readonly rest: Buffer
  readonly cut: readonly Buffer[]
}

const isBase64 = (bytes: Buffer, from: number, to: number): boolean =>
  begins.test(bytes.toString('latin1', from, from + sampled)) && ends.test(bytes.toString('latin1', to - sampled, to))

/**
 * Cuts pictures in base64 out of JSON before any of it is read: decoding, measuring and parsing megabytes of them in one go would keep everybody
 * else waiting for a tenth of a second. Only ends of strings are looked for, which is done by the processor's own search.
 */
export const cutPictures = (bytes: Buffer): WithoutPictures => {
  const kept: Buffer[] = []
  const cut: Buffer[] = []
  let from = 0
  let at = bytes.indexOf(quote)
  for (let looked = 0; at >= 0 && looked < stringsAtMost; looked += 1) {
    const end = bytes.indexOf(quote, at + 1)
    if (end < 0) break
    // JSON within a string has its own quotes escaped.
    const last = bytes[end - 1] === backslash ? end - 1 : end
    if (last - at > cutFrom && isBase64(bytes, at + 1, last)) {
      kept.push(bytes.subarray(from, at + 1), Buffer.from(markOf(cut.length)))
      cut.push(bytes.subarray(at + 1, last))
      from = last
    }
    at = end
  }
  return cut.length === 0 ? { rest: bytes, cut } : { rest: Buffer.concat([...kept, bytes.subarray(from)]), cut }
}

/** A string of a message as it was sent, where that was cut out of it. */
export const cutBack = (content: string, cut: readonly Buffer[]): string => {
  const at = markIn.exec(content)?.[1]
  const bytes = at === undefined ? undefined : cut[Number(at)]
  if (!bytes) return content
  const text = bytes.toString('latin1')
  // A backslash before a slash is passed over by whoever reads base64; what else is escaped says another character.
  if (!escapes.some((escape) => bytes.includes(escape))) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    throw unreadable({ zh: '不是有效的 JSON', en: 'is not valid JSON' })
  }
}
