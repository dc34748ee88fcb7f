import { describe, expect, it } from 'vitest'
import { columnName, columnOf, dateText, isoDateText, numberFormatOf, numberText, serialOf } from './cell-value.ts'

describe('a number', () => {
  it.each([
    ['861234567890123', '861234567890123'],
    ['34020000001320000001', '34020000001320000001'],
    ['1.23456789012345E+19', '12345678901234500000'],
    ['1E5', '100000'],
    ['1E-7', '0.0000001'],
    ['-2.5E-3', '-0.0025'],
    ['1.1000000000000001', '1.1'],
    ['0.30000000000000004', '0.3'],
    ['12.50', '12.5'],
    ['-0.0', '0'],
    ['007', '007'],
    ['1e400', '1e400'],
    ['nonsense', 'nonsense'],
  ])('kept as %s reads %s', (kept, text) => expect(numberText(kept, 0)).toBe(text))

  it('keeps the leading zeros that its format shows', () => {
    expect([numberText('42', 5), numberText('123456', 5), numberText('-42', 5)]).toEqual(['00042', '123456', '-42'])
  })
})

describe('a format', () => {
  const number = { kind: 'number', digits: 0 }
  const date = { kind: 'date', date: true, time: false }
  const dateAndTime = { kind: 'date', date: true, time: true }
  const time = { kind: 'date', date: false, time: true }
  it.each([
    [0, undefined, number],
    [2, undefined, number],
    [14, undefined, date],
    [22, undefined, dateAndTime],
    [20, undefined, time],
    [31, undefined, date],
    [33, undefined, time],
    [46, undefined, time],
    [49, undefined, number],
    [57, undefined, date],
    [164, 'General', number],
    [164, '0.00', number],
    [164, '#,##0.00_ ;[Red]\\-#,##0.00', number],
    [164, '_ "¥"* #,##0.00_ ', number],
    [164, '0"days"', number],
    [164, '0.0 \\m', number],
    [164, '000000', { kind: 'number', digits: 6 }],
    [164, 'yyyy\\-mm\\-dd', date],
    [164, '[$-804]yyyy"年"m"月"d"日";@', date],
    [164, 'yyyy年m月d日', date],
    [164, 'mmm', date],
    [164, 'm"月"', date],
    [164, 'yyyy/m/d h:mm', dateAndTime],
    [164, 'yyyy\\-mm\\-dd\\ hh:mm:ss', dateAndTime],
    [164, 'h:mm AM/PM', time],
    [164, '[h]:mm:ss', time],
    [164, 'mm:ss.0', time],
  ])('%i %s', (id, code, format) => expect(numberFormatOf(id, code)).toEqual(format))

  it('of brackets that are never closed is read as fast as it is long', () => {
    expect(numberFormatOf(164, `${'['.repeat(200_000)}0.00`)).toEqual(number)
  })
})

describe('a date', () => {
  const day = { kind: 'date', date: true, time: false } as const
  const moment = { kind: 'date', date: true, time: true } as const
  const time = { kind: 'date', date: false, time: true } as const
  it.each([
    [46346, day, '2026-11-20'],
    [46346, moment, '2026-11-20 00:00:00'],
    [46346.34375, moment, '2026-11-20 08:15:00'],
    [46346.34375, day, '2026-11-20 08:15:00'],
    [46346.999999999, moment, '2026-11-21 00:00:00'],
    [1, day, '1900-01-01'],
    [59, day, '1900-02-28'],
    [61, day, '1900-03-01'],
    [2958465, day, '9999-12-31'],
    [0.34375, time, '08:15'],
    [0.34380787037, time, '08:15:05'],
    [1.25, time, '30:00'],
    [46346.34375, time, '2026-11-20 08:15:00'],
    [2958466, day, null],
    [-1, day, null],
    [Number.NaN, day, null],
  ])('%d', (serial, format, text) => expect(dateText(serial, format, false)).toBe(text))

  it('counts from 1904 where the workbook says so', () => {
    expect(dateText(44884, day, true)).toBe('2026-11-20')
    expect(dateText(0, day, true)).toBe('1904-01-01')
  })

  it('goes there and back', () => {
    for (const text of ['1900-03-01', '2000-02-29', '2026-11-20', '9999-12-31']) {
      expect(dateText(serialOf(text) ?? -1, day, false)).toBe(text)
      for (const clock of ['00:00:00', '08:15:07', '23:59:59']) {
        expect(dateText(serialOf(`${text} ${clock}`) ?? -1, moment, false)).toBe(`${text} ${clock}`)
      }
    }
    for (const text of ['1899-12-31', '2026-13-01', '2026-11-20 08:15', '20', '']) expect(serialOf(text)).toBeNull()
  })

  it('in ISO 8601 loses its letters', () => {
    expect(['2026-11-20T08:15:00.000Z', '2026-11-20', 'soon'].map(isoDateText)).toEqual([
      '2026-11-20 08:15:00',
      '2026-11-20',
      'soon',
    ])
  })
})

it('columns have names', () => {
  for (const [column, name] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ] as const) {
    expect(columnName(column)).toBe(name)
    expect(columnOf(`${name}12`)).toBe(column)
    expect(columnOf(`${name.toLowerCase()}1`)).toBe(column)
  }
  expect([columnOf(''), columnOf('12'), columnOf('AAAA1')]).toEqual([null, null, null])
})
