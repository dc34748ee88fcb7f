import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  byDepartment,
  countCall,
  day,
  deleteCall,
  id,
  isAccountName,
  listCall,
  nameText,
  pageCall,
  requiredName,
  requiredText,
  saveCall,
  text,
  time,
} from './shapes.ts'
import { paged, whole } from './client.ts'
import { fill } from './text.ts'

const common = { path: '/x/y', describe: { zh: '甲', en: 'a' }, needs: 'signedIn' } as const
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

describe('time', () => {
  it.each(['2026-11-20 08:15:00', '2024-02-29 23:59:59', '2000-02-29 00:00:00', '9999-12-31 23:59:59', '1000-01-01 00:00:00'])(
    'takes %s',
    (value) => expect(time.parse(value)).toBe(value),
  )
  it.each([
    '2023-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2026-02-30 00:00:00',
    '2026-04-31 00:00:00',
    '2026-13-01 00:00:00',
    '2026-00-10 00:00:00',
    '2026-01-00 00:00:00',
    '2026-01-32 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 00:60:00',
    '2026-01-01 00:00:60',
    '0000-01-01 00:00:00',
    '0999-01-01 00:00:00',
    '2026-1-1 00:00:00',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    ' 2026-01-01 00:00:00',
    '2026-01-01 00:00:00\n',
    '２０２６-01-01 00:00:00',
    '2026-01-01',
    '',
  ])('refuses %j', (value) => expect(accepts(time, value)).toBe(false))

  it('takes every day that the calendar has and no other', () => {
    const digits = (value: number, width: number): string => String(value).padStart(width, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, date) => {
          const real = new Date(Date.UTC(year, month - 1, date))
          const exists = real.getUTCFullYear() === year && real.getUTCMonth() === month - 1 && real.getUTCDate() === date
          const value = `${digits(year, 4)}-${digits(month, 2)}-${digits(date, 2)}`
          expect(accepts(day, value)).toBe(exists)
          expect(accepts(time, `${value} 12:00:00`)).toBe(exists)
        },
      ),
    )
  })

  it('refuses whatever else a caller makes up', () => {
    fc.assert(fc.property(fc.string(), (value) => !accepts(time, value) && !accepts(day, value)))
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof value === 'string' || !accepts(time, value)))
  })
})

describe('id', () => {
  it.each(['1', '42', '999999999999999999'])('takes %s', (value) => expect(id.parse(value)).toBe(value))
  it.each(['', '0', '-1', '01', '1.0', '1e3', ' 1', '1\n', '١', '1000000000000000000', '9'.repeat(400), 1, null])(
    'refuses %j',
    (value) => expect(accepts(id, value)).toBe(false),
  )
  it('fits a 64-bit integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        if (accepts(id, String(value))) expect(value > 0n && value < 2n ** 63n).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string(), (value) => !accepts(id, value) || /^[1-9][0-9]*$/.test(value)))
  })
})

describe('text', () => {
  it('is trimmed before it is measured', () => {
    expect(text(3).parse('  abc \t')).toBe('abc')
    expect(accepts(text(3), 'abcd')).toBe(false)
    expect(text(3).parse('   ')).toBe('')
    expect(accepts(requiredText(3), '   ')).toBe(false)
    expect(requiredText(3).parse(' 水泥磨 ')).toBe('水泥磨')
  })

  it('keeps line breaks, tabs and every language', () => {
    for (const value of ['一\n二', 'a\tb', 'a\r\nb', '😀', 'ü', 'ع']) expect(text(10).parse(value)).toBe(value)
  })

  it('refuses control characters', () => {
    const bad = [...Array(32).keys(), 127, 0x80, 0x9f].filter((unit) => ![9, 10, 13].includes(unit))
    for (const unit of bad) expect(accepts(text(10), `a${String.fromCharCode(unit)}b`)).toBe(false)
  })

  it('refuses half characters', () => {
    for (const value of ['a\ud800b', '\udc00', '\udc00\ud800']) expect(accepts(text(10), value)).toBe(false)
  })

  it('never lets through what no database stores', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const result = text(20).safeParse(value)
        if (!result.success) return
        expect(result.data.isWellFormed() && !result.data.includes('\0') && result.data.length <= 20).toBe(true)
        expect(result.data.trim()).toBe(result.data)
      }),
    )
  })
})

describe('a name', () => {
  it('is kept in one form', () => {
    for (const [typed, kept] of [
      ['ＡＢＣ１２', 'ABC12'],
      ['煤磨（一期）', '煤磨(一期)'],
      ['煤磨\u3000 一班', '煤磨 一班'],
      ['e\u0301', '\u00e9'],
      [' 皖B·Y2081 ', '皖B·Y2081'],
      ['赵永胜', '赵永胜'],
    ] as const)
      expect(requiredName(20).parse(typed)).toBe(kept)
    expect(accepts(requiredName(20), '\u3000')).toBe(false)
    expect(nameText(20).parse('\u3000')).toBe('')
  })

  it('has only characters that are seen', () => {
    const unseen = [
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u00ad',
      '\u2028',
      '\n',
      '\t',
      '\u0000',
      '\ue000',
      '\u0378',
      '\u3164',
      '\ufe0f',
      '\ud800',
    ]
    for (const bad of unseen)
      expect(nameText(20).safeParse(`a${bad}b`).error?.issues[0]?.message, bad).toBe('has characters that do not show')
  })

  it('is as long as it is kept, and stays what it is when it comes back', () => {
    expect(accepts(nameText(5), 'ﷺ')).toBe(false)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const { data } = nameText(20).safeParse(typed)
        if (data === undefined) return
        expect(data.length).toBeLessThanOrEqual(20)
        expect(nameText(20).parse(data)).toBe(data)
      }),
    )
  })

  it('of an account is of one script', () => {
    for (const good of ['admin', 'li.si-2_b', 'li@plant', '王建国', '王建国2', '007']) expect(isAccountName(good)).toBe(true)
    for (const bad of ['', '张san', 'аdmin', 'li si', 'ａdmin', 'ɑdmin', 'adm\u0131n', 'ad\u200bmin', 'ＬＩ', '<b>'])
      expect(isAccountName(bad)).toBe(false)
  })
})

describe('paging', () => {
  const item = z.object({ name: z.string() })
  const list = listCall({ ...common, filter: byDepartment, item })

  it('is optional in a list', () => {
    for (const nothing of [undefined, null, {}]) expect(list.body.parse(nothing)).toEqual({ recursive: true })
    expect(list.body.parse({ pageNum: 2, pageSize: 50, sort: '-findTime', deptId: '7', recursive: false })).toEqual({
      pageNum: 2,
      pageSize: 50,
      sort: '-findTime',
      deptId: '7',
      recursive: false,
    })
    expect(list.codes).toEqual(['tooManyRows'])
  })

  it.each([
    { pageNum: 0 },
    { pageNum: 1.5 },
    { pageNum: '1' },
    { pageNum: 1_000_001 },
    { pageSize: 0 },
    { pageSize: 1001 },
    { sort: '' },
    { sort: 'a b' },
    { sort: 'name;drop table' },
    { sort: '--name' },
    { deptId: '0' },
    { recursive: 'no' },
    [],
    'all',
  ])('refuses %j', (body) => expect(accepts(list.body, body)).toBe(false))

  it('drops unknown fields', () => {
    expect(list.body.parse({ unknown: 1 })).toEqual({ recursive: true })
  })

  it('answers the whole list or a page, and both can be read', () => {
    const rows = [{ name: 'a' }]
    expect(list.data.parse(rows)).toEqual(rows)
    expect(list.data.parse({ list: rows, total: 9 })).toEqual({ list: rows, total: 9 })
    expect(accepts(list.data, { list: rows })).toBe(false)
    expect(whole(rows)).toBe(rows)
    expect(whole({ list: rows, total: 9 })).toBe(rows)
    expect(paged(rows)).toEqual({ list: rows, total: 1 })
    expect(paged({ list: rows, total: 9 })).toEqual({ list: rows, total: 9 })
  })

  it('is a page alone in a page call and a number in a count', () => {
    expect(accepts(pageCall({ ...common, filter: {}, item }).data, [])).toBe(false)
    const count = countCall({ ...common, filter: byDepartment })
    expect(count.body.parse(null)).toEqual({ recursive: true })
    expect([accepts(count.data, 0), accepts(count.data, -1), accepts(count.data, 0.5)]).toEqual([true, false, false])
  })
})

describe('saving and deleting', () => {
  const save = saveCall({ ...common, fields: { name: requiredText(8) }, record: z.object({ id }), codes: ['inUse'] })
  it('creates without an id, changes with one', () => {
    expect(save.body.parse({ name: 'a' })).toEqual({ name: 'a' })
    expect(save.body.parse({ id: '3', version: 2, name: 'a', strange: true })).toEqual({ id: '3', version: 2, name: 'a' })
    for (const version of [0, 1.5, 2 ** 31, '1']) expect(accepts(save.body, { id: '3', version, name: 'a' })).toBe(false)
    expect(save.codes).toEqual(['notFound', 'conflict', 'notUnique', 'inUse'])
  })
  it('deletes by id', () => {
    const { body, codes } = deleteCall('/x/z', { zh: '甲', en: 'a' }, 'signedIn', ['inUse'])
    expect(accepts(body, { id: '3' })).toBe(true)
    expect(accepts(body, {})).toBe(false)
    expect(codes).toEqual(['notFound', 'inUse'])
  })
})

describe('fill', () => {
  it('puts values into their places and leaves unknown places', () => {
    expect(fill('{a} of {b} {c}', { a: 1, b: '$&' })).toBe('1 of $& {c}')
  })
})
