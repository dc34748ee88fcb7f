import { expect, it } from 'vitest'
import { readBody } from './body.ts'
import { cutPictures } from './cut-pictures.ts'
import { pictureIn } from './pictures.ts'
import { memberOf } from './values.ts'

/** A picture whose base64 has all that is ever escaped. */
const jpeg = (fill: number): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a464946', 'hex'),
    Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7 + fill) % 256)),
  ])
const [one, other] = [jpeg(1), jpeg(2)]
const base64 = one.toString('base64')
const lines = (base64.match(/.{1,76}/g) ?? []).join('\r\n')

it('cuts pictures out of what is parsed, wherever they stand, and nothing else', () => {
  const words = { plateNumber: '皖A1', note: 'long text '.repeat(1_000), card: 'a'.repeat(4_000) }
  const message = { ...words, pictures: { whole: base64, list: [{ Content: other.toString('base64') }] } }
  const { rest, cut } = cutPictures(Buffer.from(JSON.stringify(message)))
  expect(cut.map((bytes) => Buffer.from(bytes.toString(), 'base64'))).toEqual([one, other])
  expect(rest.length).toBeLessThan(JSON.stringify(words).length + 1_000)
  expect(JSON.parse(rest.toString())).toMatchObject(words)
  const plain = Buffer.from(JSON.stringify(words))
  expect(cutPictures(plain)).toEqual({ rest: plain, cut: [] })
  // What breaks off within a picture is no JSON, and neither is it read to its end.
  const half = Buffer.from(JSON.stringify(message)).subarray(0, 20_000)
  expect(() => readBody('application/json', half)).toThrow()
})

it.each([
  ['as it is', JSON.stringify({ picture: base64 })],
  ['with its slashes escaped', JSON.stringify({ picture: base64 }).replaceAll('/', '\\/')],
  ['with its pluses escaped', JSON.stringify({ picture: base64 }).replaceAll('+', '\\u002B')],
  ['in lines', JSON.stringify({ picture: lines })],
  ['as a data URL', JSON.stringify({ picture: `data:image/jpeg;base64,${base64}` })],
  ['among several messages', JSON.stringify([{ picture: base64 }, { picture: '' }])],
  ['in an event as text', `Code=AccessControl;action=Pulse;index=0;data=${JSON.stringify({ picture: base64 })}`],
])('gives back a picture %s', (_, text) => {
  const [message] = readBody('application/json', Buffer.from(text)).messages
  const fields = message?.fields ?? {}
  const content = memberOf(fields, 'picture') ?? memberOf(memberOf(fields, 'Data') as typeof fields, 'picture')
  expect(pictureIn(content, message?.cut ?? [])).toEqual({ type: 'image/jpeg', bytes: one })
  expect(message?.cut.length).toBe(1)
})

it('has no other string for a picture, whatever it says', () => {
  const [message] = readBody('', Buffer.from(JSON.stringify({ picture: base64, other: 'cut:1:...', third: 'cut:0' }))).messages
  for (const name of ['other', 'third']) expect(pictureIn(memberOf(message?.fields ?? {}, name), message?.cut ?? [])).toBe(null)
})
