import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepted, dispositionOf, isMarkup, rangeOf, recogniseHead } from './rules.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

describe('the first bytes', () => {
  it.each([
    ['png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR')],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['gif', bytes('GIF89a')],
    ['webp', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
    ['wav', bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt ')],
    ['pdf', bytes('%PDF-1.7')],
    ['mp3', bytes('ID3', [4, 0])],
    ['mp3', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['mp3', bytes([0xff, 0xf3, 0x44, 0xc4])],
    ['mp4', bytes([0, 0, 0, 0x20], 'ftypisom')],
    ['zip', bytes('PK', [3, 4])],
    ['ole', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ])('tell %s', (kind, head) => expect(recogniseHead(head)).toBe(kind))

  it.each([
    ['an executable', bytes('MZ', [0x90, 0])],
    ['a picture of a phone', bytes([0, 0, 0, 0x20], 'ftypheic')],
    ['a film of another kind', bytes('RIFF', [1, 0, 0, 0], 'AVI LIST')],
    ['a PNG in name only', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'CgBI')],
    ['a UTF-16 text', bytes([0xff, 0xfe, 0x41, 0])],
    ['other MPEG audio', bytes([0xff, 0xfd, 0x90, 0])],
    ['a frame without a bit rate', bytes([0xff, 0xfb, 0xf0, 0])],
    ['a text', bytes('PKW')],
    ['nothing', bytes()],
  ])('tell nothing of %s', (_, head) => expect(recogniseHead(head)).toBeNull())
})

it.each(['<!DOCTYPE html>', ' \n<svg xmlns="a">', '<?xml version="1.0"?>', '<ScRiPt>', '<!-- a --><html>'])(
  '%s is markup',
  (text) => expect(isMarkup(text)).toBe(true),
)
it.each(['a < b', '<5 kg', '姓名,工号', '"<b>"', ''])('%s is no markup', (text) => expect(isMarkup(text)).toBe(false))

describe('a name', () => {
  it.each([
    ['照片.PNG', 'png', '照片.PNG'],
    ['照片', 'png', '照片.png'],
    ['a.b.jpeg', 'jpeg', 'a.b.jpeg'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    ['C:\\temp\\年 报.pdf', 'pdf', '年 报.pdf'],
    ['a\u0000b\r\nc\u202egpj.pdf', 'pdf', 'abcgpj.pdf'],
    ['  .隐藏.pdf ', 'pdf', '隐藏.pdf'],
    ['<a>:"b"|?*.csv', 'text', '_a___b____.csv'],
    ['v1.2 计划', 'text', 'v1.2 计划.txt'],
    ['报告 2026.11.20', 'text', '报告 2026.11.20.txt'],
    ['.pdf', 'pdf', 'pdf.pdf'],
    ['', 'mp4', 'file.mp4'],
    ['...', 'mp4', 'file.mp4'],
    ['half \ud800.txt', 'text', 'half \ufffd.txt'],
    ['e\u0301.txt', 'text', '\u00e9.txt'],
  ] as const)('%j of a %s is kept as %j', (given, kind, name) => expect(accepted(given, kind)).toMatchObject({ name }))

  it('is read as fast as it is long, and keeps its end', () => {
    const kept = (given: string) => accepted(given, 'text')
    const marks = '\u0315\u0300'.repeat(200_000)
    expect(kept(`a${'.'.repeat(400_000)}b.txt`)).toMatchObject({ name: `a${'.'.repeat(195)}.txt` })
    expect(kept(`${' .'.repeat(200_000)}b.txt${'. '.repeat(200_000)}`)).toMatchObject({ name: 'b.txt' })
    expect(kept(`b${marks}.txt`)).toMatchObject({ name: expect.stringMatching(/^b[\u0315\u0300]{195}\.txt$/) as unknown })
    expect(kept(`${'\u1100\u1161\u11a8'.repeat(250)}.txt`)).toMatchObject({ name: `${'\uac01'.repeat(196)}.txt` })
  })

  it('says whether a text is a table', () => {
    expect(accepted('a.csv', 'text')).toEqual({ name: 'a.csv', kind: 'csv' })
    expect(accepted('a.TXT', 'text')).toEqual({ name: 'a.TXT', kind: 'text' })
  })

  it.each([
    ['a.pdf', 'png'],
    ['a.png', 'jpeg'],
    ['a.js', 'text'],
    ['a.html', 'text'],
    ['a.xlsm', 'workbook'],
    ['a.png.exe', 'png'],
    ['a.7z', 'pdf'],
  ] as const)('%s does not fit a %s', (name, kind) => expect(accepted(name, kind)).toHaveProperty('reason'))

  it('is never longer than 200, has no folders and no control characters, and fits into a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const taken = accepted(given, 'png')
        if ('reason' in taken) return
        const { name } = taken
        expect(name.length).toBeLessThanOrEqual(200)
        expect(name).toMatch(/^[^/\\\p{Control}\p{Surrogate}]+\.(png)$/iu)
        const header = dispositionOf(name, true)
        expect(header).toMatch(/^inline; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w%.!#$&+^`|~-]+$/)
        expect(decodeURIComponent(header.slice(header.indexOf("''") + 2))).toBe(name)
      }),
    )
  })
})

it.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=9-100', { start: 9, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['lines=0-1', null],
  ['bytes=a-b', null],
] as const)('the range %s of ten bytes', (header, range) => expect(rangeOf(header, 10)).toEqual(range))
