// Values as a workbook keeps them, and the texts that people see in their place. Pure.

/** How a number is to be shown, as far as reading cares. */
export type NumberFormat =
  | { readonly kind: 'number' /** Digits that are shown at least, leading zeros among them. */; readonly digits: number }
  | { readonly kind: 'date'; readonly date: boolean; readonly time: boolean }

const plainNumber: NumberFormat = { kind: 'number', digits: 0 }
const dateOnly: NumberFormat = { kind: 'date', date: true, time: false }
const dateAndTime: NumberFormat = { kind: 'date', date: true, time: true }
const timeOnly: NumberFormat = { kind: 'date', date: false, time: true }

/** Formats that every workbook knows by number; from 27 on those of East Asian Excels. */
const builtIn = (id: number): NumberFormat => {
  if (id === 22) return dateAndTime
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56) return timeOnly
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return dateOnly
  return plainNumber
}

/** What a format code makes of a number; `code` is absent for the built-in ones. */
export const numberFormatOf = (id: number, code: string | undefined): NumberFormat => {
  if (code === undefined) return builtIn(id)
  if (/^0+$/.test(code)) return { kind: 'number', digits: code.length }
  // What stands in quotes, behind a backslash or in brackets is shown as it is; but [h], [m] and [s] count hours on.
  const letters = code
    .replaceAll(/"[^"]*"|[\\_*]./g, '')
    .replaceAll(/\[(?![hms]+\])[^[\]]*\]/gi, '')
    .replaceAll(/General|AM\/PM|A\/P/gi, '')
  const date = /[yd年月日]|mmm/i.test(letters)
  const time = /[hs时分秒]/i.test(letters)
  return date || time || /m/i.test(letters) ? { kind: 'date', date: date || !time, time } : plainNumber
}

const day = 86_400
/** The last second of the year 9999, the end of Excel's calendar. */
const lastSerial = 2_958_466

const two = (value: number): string => String(value).padStart(2, '0')

/** A time of more days than this is a moment; of less, it is hours that were counted on. */
const longestCount = 366

/**
 * Days since the end of 1899 as `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, or `HH:mm` (with seconds where there are any) for a time
 * of day; null for what is outside the calendar.
 */
export const dateText = (serial: number, format: NumberFormat & { kind: 'date' }, epoch1904: boolean): string | null => {
  if (!(serial >= 0 && serial < lastSerial)) return null
  const seconds = Math.round(serial * day)
  const clock = seconds % day
  const hoursAndMinutes = (of: number): string => `${two(Math.floor(of / 3600))}:${two(Math.floor(of / 60) % 60)}`
  if (!format.date && seconds < longestCount * day) {
    return clock % 60 === 0 ? hoursAndMinutes(seconds) : `${hoursAndMinutes(seconds)}:${two(clock % 60)}`
  }
  const days = Math.floor(seconds / day)
  // The calendar of 1900 has a 29 February that never was: before it, days are one further on.
  const since1900 = epoch1904 ? days + 1462 : days < 60 ? days + 1 : days
  const date = new Date((since1900 - 25_569) * day * 1000).toISOString().slice(0, 10)
  // A time that is there is told, even where the format hides it: it must not get lost on the way.
  return format.time || clock !== 0 ? `${date} ${hoursAndMinutes(clock)}:${two(clock % 60)}` : date
}

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss` as a serial of the 1900 calendar; null for another text and before March 1900. */
export const serialOf = (text: string): number | null => {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)) return null
  const instant = Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
  if (Number.isNaN(instant)) return null
  const serial = instant / 1000 / day + 25_569
  return serial >= 61 ? serial : null
}

/** A date as ISO 8601, which some programs write, in the manner of the others. */
export const isoDateText = (value: string): string => {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/.exec(value) ?? []
  return date === undefined ? value : time === undefined ? date : `${date} ${time}`
}

/** A number as a person typed it: without an exponent, and without what binary fractions add in the 16th place. */
export const numberText = (value: string, digits: number): string => {
  if (/^-?\d+$/.test(value)) return value.startsWith('-') ? value : value.padStart(digits, '0')
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  return expanded(number.toPrecision(15)).padStart(number < 0 ? 0 : digits, '0')
}

const expanded = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  const shift = Number(exponent)
  const all = whole + fraction
  const point = whole.length + shift
  const left = point > 0 ? all.slice(0, point).padEnd(point, '0') : '0'
  const right = point > 0 ? all.slice(point) : all.padStart(all.length - point, '0')
  const trimmed = right.replace(/0+$/, '')
  const amount = trimmed === '' ? left : `${left}.${trimmed}`
  return amount === '0' ? '0' : sign + amount
}

/** Characters that a workbook writes as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** Column from 0 of a reference such as `AB12`; null for none. */
export const columnOf = (reference: string): number | null => {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return at === 0 || at > 3 ? null : column - 1
}

/** `A` for 0, `AB` for 27. */
export const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
