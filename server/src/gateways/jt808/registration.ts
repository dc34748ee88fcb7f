/** What a terminal says of itself when it comes: messages 0100 and 0102. */
import type { Message } from './message.ts'

const text = new TextDecoder('gb18030')
/** Text of a fixed width, filled up with zeros or spaces. */
export const textOf = (bytes: Buffer): string => text.decode(bytes).replaceAll(/^[\0 ]+|[\0 ]+$/g, '')

export interface Registration {
  /** GB/T 2260: the first two digits of the place, and the other four. */
  readonly province: number
  readonly city: number
  readonly maker: string
  readonly model: string
  /** The terminal's own number, which a card put into another one does not take along. */
  readonly terminalId: string
  readonly plateColour: number
  /** With colour 0 it is the number of the chassis. */
  readonly plate: string
}

/** Widths of maker, model and terminal. */
const forms = { year2011: [5, 8, 7], year2013: [5, 20, 7], year2019: [11, 30, 30] } as const
/** Terminals of 2011 say no more than this in their frames of 2013. */
const longestOf2011 = 36

export const readRegistration = ({ version, body }: Pick<Message, 'version' | 'body'>): Registration | null => {
  const ofFirst = body.length <= longestOf2011 ? forms.year2011 : forms.year2013
  const [maker, model, terminal] = version === 2019 ? forms.year2019 : ofFirst
  const colourAt = 4 + maker + model + terminal
  if (body.length <= colourAt) return null
  return {
    province: body.readUInt16BE(0),
    city: body.readUInt16BE(2),
    maker: textOf(body.subarray(4, 4 + maker)),
    model: textOf(body.subarray(4 + maker, 4 + maker + model)),
    terminalId: textOf(body.subarray(4 + maker + model, colourAt)),
    plateColour: body[colourAt] as number,
    plate: textOf(body.subarray(colourAt + 1)),
  }
}

export interface Authentication {
  readonly code: string
  readonly imei: string | null
  readonly firmware: string | null
}

const imeiLength = 15

export const readAuthentication = ({ version, body }: Pick<Message, 'version' | 'body'>): Authentication => {
  if (version === 2013) return { code: textOf(body), imei: null, firmware: null }
  const end = 1 + (body[0] ?? 0)
  const rest = body.subarray(end + imeiLength)
  // The version has a length of its own before it, or a fixed width: makers read the standard both ways.
  const firmware = rest.length > 0 && rest[0] === rest.length - 1 ? rest.subarray(1) : rest
  return {
    code: textOf(body.subarray(1, end)),
    imei: textOf(body.subarray(end, end + imeiLength)) || null,
    firmware: textOf(firmware) || null,
  }
}
