import type { PushedPicture } from '../../modules/traffic/index.ts'

/** A picture by its content, whatever it is called; null for what is none. */
export const pictureOf = (bytes: Buffer): PushedPicture | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { type: 'image/jpeg', bytes }
  return bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' ? { type: 'image/png', bytes } : null
}

/** The same of one in base64, also where it says before what it is. */
export const pictureIn = (content: unknown): PushedPicture | null => {
  if (typeof content !== 'string' || content === '') return null
  const at = content.startsWith('data:') ? content.indexOf(',') + 1 : 0
  return pictureOf(Buffer.from(at === 0 ? content : content.slice(at), 'base64'))
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
