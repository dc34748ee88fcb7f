import type { PushedPicture } from '../../modules/traffic/index.ts'
import { cutBack } from './cut-pictures.ts'

/** A picture by its content, whatever it is called; null for what is none. */
export const pictureOf = (bytes: Buffer): PushedPicture | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { type: 'image/jpeg', bytes }
  return bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' ? { type: 'image/png', bytes } : null
}

/** The same of one in base64, also where it says before what it is; `cut` is what was cut out of its message. */
export const pictureIn = (content: unknown, cut: readonly Buffer[]): PushedPicture | null => {
  if (typeof content !== 'string' || content === '') return null
  const text = cutBack(content, cut)
  const at = text.startsWith('data:') ? text.indexOf(',') + 1 : 0
  return pictureOf(Buffer.from(at === 0 ? text : text.slice(at), 'base64'))
}

export interface NamedPicture {
  /** Lower case; empty where it has none. */
  readonly name: string
  readonly picture: PushedPicture
}
export interface Pictures {
  readonly whole: PushedPicture | null
  readonly plate: PushedPicture | null
}

/** Which is which: by its name where that says it, else the smallest of several is the plate. */
export const sortPictures = (all: readonly NamedPicture[]): Pictures => {
  const bySize = all.toSorted((one, other) => other.picture.bytes.length - one.picture.bytes.length)
  const named = bySize.find(({ name }) => /plate/.test(name))
  const plate = named ?? (bySize.length > 1 ? bySize.at(-1) : undefined)
  const others = bySize.filter((one) => one !== plate)
  const whole = others.find(({ name }) => /detection|background|whole|normal|pano/.test(name)) ?? others[0]
  return { whole: whole?.picture ?? null, plate: plate?.picture ?? null }
}
