import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { enumeration } from './enumeration.ts'
import { field, type Field } from './field.ts'
import { askedBy, codeProblem, halfPlace, problemOf, reasonFor, telling, type Issue } from './problem.ts'
import { devEuiCode } from './written-codes.ts'

const label = { zh: '甲', en: 'One' }
const flag = enumeration({ on: { code: 1, zh: '启用', en: 'On' } }, { zh: '停用', en: 'Off' })
const kind = enumeration(
  { a: { code: 'a', zh: '子', en: 'A' }, b: { code: 'b', zh: '丑', en: 'B' } },
  { zh: '其他', en: 'Other' },
)

const issueOf = (schema: z.ZodType, value: unknown): Issue => {
  const { error } = schema.safeParse(value)
  if (!error) throw new Error('it is right')
  return telling(error.issues)
}
const problemWith = (schema: z.ZodType, value: unknown, of: Field | null = null) => problemOf(issueOf(schema, value), value, of)
const saidOf = (of: Field, value: unknown): string => reasonFor(problemWith(of.sent, value, of)).en

it('names the form of a date alone: what it is said of is a date by its name', () => {
  for (const message of ['not a day as YYYY-MM-DD', 'not a time as YYYY-MM-DD HH:mm:ss', 'not a time of day as HH:mm'])
    expect(reasonFor({ kind: 'check', message }).zh).toMatch(/^格式应为 /)
})

describe('what is wrong', () => {
  it('is that it misses, for whatever is empty', () => {
    for (const value of [null, undefined, '', '  ', []]) expect(problemWith(z.number(), value)).toEqual({ kind: 'needed' })
    for (const value of [false, 'x', [0]]) expect(problemWith(z.number(), value)).toEqual({ kind: 'wrongKind', asked: 'number' })
    expect(problemWith(z.string().min(5), 0)).toEqual({ kind: 'wrongKind', asked: 'text' })
    expect(problemOf({ code: 'custom', message: 'is required', path: [], input: 'x' }, 'x', null)).toEqual({ kind: 'needed' })
  })

  it('is what kind of thing was asked for, or that it is no whole number', () => {
    expect(problemWith(z.string(), 5)).toEqual({ kind: 'wrongKind', asked: 'text' })
    expect(problemWith(z.boolean(), 5)).toEqual({ kind: 'wrongKind', asked: 'yesNo' })
    expect(problemWith(z.array(z.string()), 5)).toEqual({ kind: 'wrongKind', asked: 'list' })
    expect(problemWith(z.int(), 1.5)).toEqual({ kind: 'wholeNumber' })
    expect(problemWith(z.number(), Number.NaN)).toEqual({ kind: 'wholeNumber' })
    expect(problemWith(z.object({}), 5)).toEqual({ kind: 'wrongForm' })
    expect(problemWith(z.literal('a'), 'b')).toEqual({ kind: 'notAmong', names: [] })
  })

  it('is how long a text may be, counted without the spaces around it', () => {
    expect(problemWith(z.string().max(2), ' abc ')).toEqual({ kind: 'tooLong', most: 2, count: 3 })
  })

  it('is how many of a list there may be', () => {
    expect(problemWith(z.array(z.number()).max(1), [1, 2])).toEqual({ kind: 'tooMany', most: 1 })
    expect(problemWith(z.array(z.number()).min(3), [1, 2])).toEqual({ kind: 'tooFew', least: 3 })
  })

  it('is both ends of a field’s range, or the one that is known', () => {
    const range = field.requiredNumber(label, { min: -1, max: 5 })
    expect(problemWith(range.sent, 6, range)).toEqual({ kind: 'outOfRange', least: -1, most: 5 })
    expect(problemWith(range.sent, -2, range)).toEqual({ kind: 'outOfRange', least: -1, most: 5 })
    expect(problemWith(z.number().max(5), 6)).toEqual({ kind: 'outOfRange', least: null, most: 5 })
    expect(problemWith(z.number().min(2), 1)).toEqual({ kind: 'outOfRange', least: 2, most: null })
    // Of a part of a field its own limits say nothing.
    const list = z.object({ list: z.array(z.number().max(9)) })
    const value = { list: [10] }
    expect(problemOf(issueOf(list, value), 10, range)).toEqual({ kind: 'outOfRange', least: null, most: 9 })
  })

  it('is what a field asks for, and for a part of it what that part does', () => {
    const day = field.day(label)
    expect(saidOf(day, 'soon')).toBe('must be a date, e.g. 2026-11-20')
    const refs = field.refs(label, 'user', 2)
    expect(saidOf(refs, 'all')).toBe('must be chosen from the list')
    expect(saidOf(field.chosen(label, kind, 'a'), 'c')).toBe('must be A or B')
    expect(saidOf(field.code(label, 5), 'a\u0007b')).toBe('has control characters')
    const part: Issue = { code: 'invalid_type', expected: 'string', path: ['refs', 0], message: '', input: 1 }
    expect(problemOf(part, 1, refs)).toEqual({ kind: 'wrongKind', asked: 'text' })
    expect(problemOf({ ...part, path: ['refs'] }, 1, refs)).toEqual({ kind: 'wrongKind', asked: 'record' })
    const custom = { code: 'custom', message: 'strange', path: [] as string[], input: 'x' } as const
    expect(problemOf(custom, 'x', null)).toEqual({ kind: 'wrongForm' })
    expect(problemOf(custom, 'x', day)).toEqual({ kind: 'wrongKind', asked: 'day' })
    expect(problemOf({ ...custom, message: 'not a code' }, 'x', day)).toEqual({ kind: 'wrongKind', asked: 'day' })
    expect(problemOf({ ...custom, message: 'not a code' }, 'x', null)).toEqual({ kind: 'check', message: 'not a code' })
    const keys: Issue = { code: 'unrecognized_keys', keys: ['x'], path: [], message: '', input: {} }
    expect(problemOf(keys, { x: 1 }, null)).toEqual({ kind: 'wrongForm' })
    expect(problemOf(keys, { x: 1 }, day)).toEqual({ kind: 'wrongKind', asked: 'day' })
  })

  it('of a union is what got furthest, and rather a form than another kind of thing', () => {
    const parts = z.union([z.object({ a: z.object({ b: z.string().max(1) }) }), z.object({ c: z.literal(1) }), z.null()])
    expect(telling(parts.safeParse({ a: { b: 'long' } }).error?.issues ?? [])).toMatchObject({
      code: 'too_big',
      path: ['a', 'b'],
    })
    const form = z.union([z.literal(''), z.number(), z.string().regex(/^x/)])
    expect(issueOf(form, 'y').code).toBe('invalid_format')
    expect(issueOf(z.union([z.literal(''), z.number()]), 'y').code).toBe('invalid_type')
    expect(issueOf(z.object({ at: z.array(form) }), { at: ['y'] }).path).toEqual(['at', 0])
    // Deeper says more than better, and better than another kind.
    expect(issueOf(z.union([z.string(), z.object({ a: z.literal(1) })]), { a: 2 }).path).toEqual(['a'])
    expect(issueOf(z.union([z.number(), z.string().max(1, { abort: true })]), 'long').code).toBe('too_big')
    expect(issueOf(z.union([z.literal('x'), z.number()]), 'y').code).toBe('invalid_type')
    const none = { code: 'invalid_union', errors: [] as Issue[][], path: [] as string[], message: '', input: 1 } as const
    expect(telling([none])).toBe(none)
    expect(telling([{ ...none, errors: [[]] }]).code).toBe('invalid_union')
    expect(() => telling([])).toThrow('a failed parse without an issue')
  })
})

describe('what a field asks for', () => {
  it('names what can be chosen; of a flag also what it is otherwise', () => {
    const both = [
      { zh: '子', en: 'A' },
      { zh: '丑', en: 'B' },
    ]
    expect(askedBy(field.choice(label, kind))).toEqual({ kind: 'notAmong', names: both })
    expect(askedBy(field.choices(label, kind))).toEqual({ kind: 'notAmong', names: both })
    const states = [
      { zh: '启用', en: 'On' },
      { zh: '停用', en: 'Off' },
    ]
    expect(askedBy(field.flag(label, flag, 1))).toEqual({ kind: 'notAmong', names: states })
    expect(askedBy(field.switch(label, flag, true))).toEqual({ kind: 'notAmong', names: states })
    for (const one of [field.ref(label, 'user'), field.refs(label, 'user', 1), field.ids(label, 'user', 1)])
      expect(askedBy(one)).toEqual({ kind: 'wrongKind', asked: 'record' })
    expect(askedBy(field.time(label))).toEqual({ kind: 'wrongKind', asked: 'time' })
    expect(askedBy(field.picture(label))).toEqual({ kind: 'wrongKind', asked: 'picture' })
    expect(askedBy(field.text(label, 5))).toBeNull()
  })
})

describe('a code', () => {
  const of = { code: devEuiCode }
  const right = '70B3D57ED0060001'
  const wrong = { kind: 'check', message: 'not 16 hexadecimal digits' }

  it('is looked at as it is written anew, in its usual form', () => {
    expect(codeProblem(of, right, undefined)).toBeNull()
    expect(codeProblem(of, ` ${right.replace('7', '７')} `, undefined)).toBeNull()
    expect(codeProblem(of, '', undefined)).toBeNull()
    expect(codeProblem(of, '  ', undefined)).toBeNull()
    expect(codeProblem(of, '', right)).toBeNull()
    for (const odd of [right.slice(1), `${right}0`, 'G0B3D57ED0060001']) expect(codeProblem(of, odd, undefined)).toEqual(wrong)
    expect(codeProblem(of, 'Badge-1', 'Badge-2')).toEqual(wrong)
    expect(codeProblem(of, 'Badge-1', null)).toEqual(wrong)
  })

  it('stays as it stands, and is none where the field has none, or it is no text', () => {
    expect(codeProblem(of, 'Badge-1', 'Badge-1')).toBeNull()
    expect(codeProblem(of, 'Badge-1', ' Ｂadge-1 ')).toBeNull()
    expect(codeProblem({}, 'Badge-1', undefined)).toBeNull()
    expect(codeProblem(of, 5, undefined)).toBeNull()
  })
})

describe('the words of it', () => {
  const saidIn = (...problem: Parameters<typeof reasonFor>) => {
    const { zh, en } = reasonFor(...problem)
    return [zh, en]
  }
  const names = Array.from({ length: 9 }, (_, at) => ({ zh: `第${at}`, en: `no. ${at}` }))

  it('say limits as far as there are any', () => {
    expect(saidIn({ kind: 'outOfRange', least: 0, most: 5 })).toEqual(['应在 0～5 之间', 'must be between 0 and 5'])
    expect(saidIn({ kind: 'outOfRange', least: null, most: 5 })).toEqual(['不能大于 5', 'must not be above 5'])
    expect(saidIn({ kind: 'outOfRange', least: 0, most: null })).toEqual(['不能小于 0', 'must not be below 0'])
    expect(saidIn({ kind: 'tooMany', most: 3 })).toEqual(['最多 3 项', 'can have at most 3'])
    expect(saidIn({ kind: 'tooFew', least: 3 })).toEqual(['至少 3 项', 'must have at least 3'])
    expect(saidIn({ kind: 'tooLong', most: 3, count: 4 })).toEqual([
      '最多 3 个字，现在是 4 个',
      'can have at most 3 characters, now 4',
    ])
  })

  it('name choices as long as they are read', () => {
    expect(saidIn({ kind: 'notAmong', names: names.slice(0, 1) })).toEqual(['应为第0', 'must be no. 0'])
    expect(saidIn({ kind: 'notAmong', names: names.slice(0, 3) })).toEqual(['应为第0、第1或第2', 'must be no. 0, no. 1 or no. 2'])
    const eight = 'must be no. 0, no. 1, no. 2, no. 3, no. 4, no. 5, no. 6 or no. 7'
    expect(saidIn({ kind: 'notAmong', names: names.slice(0, 8) })[1]).toBe(eight)
    for (const list of [names, []])
      expect(saidIn({ kind: 'notAmong', names: list })).toEqual(['不是可选的内容', 'is not one of the choices'])
  })

  it('say a form with its hint, and a check in its own words', () => {
    const hint = { zh: '四位', en: 'four digits' }
    expect(saidIn({ kind: 'wrongForm' }, hint)).toEqual(['格式不正确（四位）', 'has the wrong format (four digits)'])
    expect(saidIn({ kind: 'wrongForm' })).toEqual(['格式不正确', 'has the wrong format'])
    expect(saidIn({ kind: 'check', message: 'no such day' }, hint)).toEqual(['没有这一天', 'is not a valid date'])
    expect(saidIn({ kind: 'check', message: 'nobody knows' })).toEqual(['格式不正确', 'has the wrong format'])
    expect(saidIn({ kind: 'needed' })).toEqual(['必填', 'is required'])
    expect(saidIn({ kind: 'wholeNumber' })).toEqual(['应为整数', 'must be a whole number'])
    expect(saidIn({ kind: 'wrongKind', asked: 'picture' })).toEqual(['应为上传的图片', 'must be an uploaded picture'])
  })
})

describe('half a place', () => {
  const fields = { name: field.text(label, 9), lng: field.lng(), lat: field.lat() }
  const missing = (body: object, before: object | null = null) => halfPlace(fields, { name: '', ...body }, before as never)

  it('is told at the half that is missing', () => {
    expect(missing({ lng: 118, lat: 31 })).toBeNull()
    expect(missing({ lng: null, lat: null })).toBeNull()
    expect(missing({ lng: 0, lat: null })).toEqual({ name: 'lat', problem: { kind: 'half', other: fields.lng.label } })
    expect(missing({ lng: null, lat: 31 })).toEqual({ name: 'lng', problem: { kind: 'half', other: fields.lat.label } })
    expect(reasonFor({ kind: 'half', other: fields.lat.label })).toEqual({
      zh: '必填，纬度已填写',
      en: 'is required, since latitude is filled in',
    })
  })

  it('stays where it stood, and is nothing of what has no place', () => {
    expect(missing({ lng: 118, lat: null }, { lng: 118, lat: null })).toBeNull()
    expect(missing({ lng: 118, lat: null }, { lng: 118, lat: 31 })).toMatchObject({ name: 'lat' })
    expect(halfPlace({ name: fields.name }, { name: '' }, null)).toBeNull()
  })
})
