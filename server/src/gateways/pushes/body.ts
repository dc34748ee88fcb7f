import { boundaryOf, splitMultipart } from './multipart.ts'
import { decodeText } from './charset.ts'
import { cutPictures } from './cut-pictures.ts'
import { eventInText, isEventText } from './event-text.ts'
import { pictureOf, type NamedPicture } from './pictures.ts'
import { fieldsOf, type Fields } from './values.ts'
import { parseXml, unreadable } from './xml.ts'
import { parseDeviceJson } from '../shared/json.ts'

export interface Message {
  readonly format: 'xml' | 'json'
  readonly fields: Fields
  /** Pictures that were cut out of it: see `cutPictures`. */
  readonly cut: readonly Buffer[]
}
export interface PushBody {
  readonly messages: readonly Message[]
  readonly pictures: readonly NamedPicture[]
}

/** Of one push: what a device kept while its line was broken comes in several. */
const messagesAtMost = 50
/** Characters of all messages without the pictures in them: what is said of a vehicle or a person is a few thousand. */
const textAtMost = 256 * 1024
/** Bytes of one with its pictures cut out, before it is known how many characters that is. */
const restAtMost = 1024 * 1024
/** Base64 of a picture, also with its slashes and line ends escaped. */
const picturesInText = /[A-Za-z0-9+/=\\]{256,}/g

const tooMany = () =>
  unreadable({ zh: `一次最多 ${messagesAtMost} 条`, en: `has more than ${messagesAtMost} messages: push them in several` })
const lengthOf = (text: string): number => {
  let length = text.length
  for (const [found] of text.matchAll(picturesInText)) length -= found.length
  return length
}

/** What a part begins with, behind a byte order mark and spaces; null for what is no message. */
const formatOf = (bytes: Buffer): Message['format'] | null => {
  const beginning = bytes.toString('latin1', 0, 64)
  if (isEventText(beginning)) return 'json'
  const first = /[^\s\xef\xbb\xbf]/.exec(beginning)?.[0]
  if (first === '<') return 'xml'
  return first === '{' || first === '[' ? 'json' : null
}

/** Some send their strings with the zeros that end them in C. */
const withoutZeros = (bytes: Buffer): Buffer => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}

const messagesIn = (text: string, format: Message['format'], cut: Message['cut']): Message[] => {
  if (format === 'xml') return [{ format, fields: parseXml(text), cut }]
  let parsed: unknown
  try {
    parsed = isEventText(text) ? eventInText(text) : parseDeviceJson(text)
  } catch {
    throw unreadable({ zh: '不是有效的 JSON', en: 'is not valid JSON' })
  }
  const told: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  if (told.length > messagesAtMost) throw tooMany()
  return told.flatMap((one: unknown) => {
    const fields = fieldsOf(one)
    return fields ? [{ format, fields, cut }] : []
  })
}

/** Messages and pictures of a push, each known by its content. Throws a `Refusal` for what holds no message, or one that cannot be read. */
export const readBody = (type: string, body: Buffer): PushBody => {
  const boundary = boundaryOf(type, body)
  const parts = boundary === null ? [{ name: '', bytes: body }] : splitMultipart(body, boundary)
  const messages: Message[] = []
  const pictures: NamedPicture[] = []
  let length = 0
  for (const { name, bytes } of parts) {
    const picture = pictureOf(bytes)
    const format = picture ? null : formatOf(bytes)
    if (picture) pictures.push({ name, picture })
    if (!format) continue
    const { rest, cut } = format === 'json' ? cutPictures(bytes) : { rest: bytes, cut: [] }
    const text = rest.length > restAtMost ? null : decodeText(withoutZeros(rest))
    if (text !== null) length += lengthOf(text)
    if (text === null || length > textAtMost)
      throw unreadable({ zh: '除图片外文字过长，最多 256 KB', en: 'has more than 256 KB of text besides its pictures' })
    messages.push(...messagesIn(text, format, cut))
    if (messages.length > messagesAtMost) throw tooMany()
  }
  if (messages.length === 0) throw unreadable({ zh: '中没有 XML 或 JSON', en: 'has neither XML nor JSON' })
  return { messages, pictures }
}
