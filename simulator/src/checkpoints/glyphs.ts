/** Characters of plates and times as bitmaps 16 rows high, of three hexadecimal digits each, four of the wide one: a picture needs no font of the machine. */
const bitmaps: Readonly<Record<string, string>> = {
  '0': '0000000780fc0cc0cc18e1861860ce0cc0fc078000000000',
  '1': '0000000300f00700300300300300300300fc0fc000000000',
  '2': '0000000701f808c00c00c0180380300600fc1fe000000000',
  '3': '0000000780fc00c00c01c07801c00c00c1fc0f8000000000',
  '4': '00000001803c03c06c0cc0cc1dc1fe01c00c00c000000000',
  '5': '0000000fc0fc0c00c00f80fc00c00e00c1fc0f8000000000',
  '6': '00000003807c0c00c01d81fc1ce0c60c60fc078000000000',
  '7': '0000000fc1fe00c018018030030030030030070000000000',
  '8': '0000000780fc0cc0cc0ec0780dc08e1860cc078000000000',
  '9': '0000000700fc1cc18c18e0fe07e00c00c0fc0f8000000000',
  A: '0000000300780780780cc0cc0cc1fe186186387000000000',
  B: '0000000f81fc1ce1c61dc1fc1ce1c61c61fe1fc000000000',
  C: '00000003c07e0e01c01801801801c00c00fe07c000000000',
  D: '0000001f01fc18e18618618618618618e1fc1f8000000000',
  E: '0000000fc0fc0c00c00f80fc0c00c00c00fe0fe000000000',
  F: '0000000fe0fe0c00c00c00fc0fc0c00c00c00c0000000000',
  G: '00000003c0fe1c418018019e19e1861c60fe07c000000000',
  H: '0000001861861861861fe1fe186186186186186000000000',
  J: '00000000c00c00c00c00c00c00c00c09c1f80f8000000000',
  K: '0000001861ce1dc1d81f01f81f81cc1ce1c61c7000000000',
  L: '0000000c00c00c00c00c00c00c00c00c00fe0fe000000000',
  M: '0000003873873873cf3cf34b37b37b333333303000000000',
  N: '0000001861c61c61e61e61b61b619e18e18e186000000000',
  P: '0000000f81fe1c61c61c61fe1fc1c01c01c01c0000000000',
  Q: '0000000780fc1ce3873873033873871861fe0f803801f00f',
  R: '0000001f81fe1c61c61c61fe1fc1dc1cc1ce1c6000000000',
  S: '0000000780fc0c40c00f007c01e00e0861fc0fc000000000',
  T: '0000001fe1fe030030030030030030030030030000000000',
  U: '0000001861861861861861861861861c60fc0fc000000000',
  V: '0000001861861861ce0cc0cc0cc078078078030000000000',
  W: '00000023123123927937937b34b3cf3cf3cf186000000000',
  X: '0000001861ce0cc0780780780780780cc1ce186000000000',
  Y: '0000001861c60cc0cc078078030030030030030000000000',
  Z: '0000000fe0fe00c01c0180300700600c01fe1fe000000000',
  '-': '000000000000000000000000078078000000000000000000',
  ':': '000000000000000030030030000000000030030000000000',
  '.': '000000000000000000000000000000000030030000000000',
  '/': '000008008018018010010030030020020060060040040040',
  皖: '0000182011fe3d06250224fc2c003c0025fe24502cd03c922192021e00000000',
}

export const glyphHeight = 16
const wide = 4 * glyphHeight

interface Run {
  readonly x: number
  readonly y: number
  readonly width: number
}
export interface Glyph {
  readonly width: number
  /** What is inked, row by row. */
  readonly runs: readonly Run[]
}

const runsIn = (row: string, y: number): Run[] =>
  [...row.matchAll(/1+/g)].map(({ 0: { length }, index }) => ({ x: index, y, width: length }))

const drawn = (bitmap: string): Glyph => {
  const [digits, width] = bitmap.length === wide ? [4, 16] : [3, 10]
  const rows = Array.from({ length: glyphHeight }, (_, y) =>
    Number.parseInt(bitmap.slice(y * digits, (y + 1) * digits), 16)
      .toString(2)
      .padStart(width, '0'),
  )
  return { width, runs: rows.flatMap(runsIn) }
}
const glyphs = new Map(Object.entries(bitmaps).map(([letter, bitmap]) => [letter, drawn(bitmap)]))
const dot: Glyph = { width: 6, runs: [7, 8].map((y) => ({ x: 2, y, width: 2 })) }
const blank: Glyph = { width: 6, runs: [] }

/** What is not known is left blank. */
export const glyphOf = (letter: string): Glyph => glyphs.get(letter) ?? (letter === '·' ? dot : blank)
