const zero = 48
const daysBeforeMonth = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const daysOfMonth = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const letters = { dash: 45, colon: 58, dot: 46, plus: 43, t: 84, z: 90, lowerCase: 32 } as const

/** Two digits at a place, −1 if any of them is none. */
const twoDigits = (bytes: Uint8Array, at: number): number => {
  const tens = (bytes[at] as number) - zero
  const ones = (bytes[at + 1] as number) - zero
  // NaN behind the end fails this as well.
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/**
 * ms since 1970 of an ISO 8601 time with an offset (`2026-11-20T08:15:00.250+08:00`, `…Z`) that stands in `bytes` from `from` up
 * to `to`; null for anything else, impossible days included. By hand, since this runs for every report and `Date.parse` takes a
 * February 30th for March.
 */
export const instantIn = (bytes: Uint8Array, from: number, to: number): number | null => {
  // The shortest is `2026-11-20T08:15:00Z`.
  if (to - from < 20) return null
  const centuries = twoDigits(bytes, from)
  const years = twoDigits(bytes, from + 2)
  const month = twoDigits(bytes, from + 5)
  const day = twoDigits(bytes, from + 8)
  const hour = twoDigits(bytes, from + 11)
  const minute = twoDigits(bytes, from + 14)
  const second = twoDigits(bytes, from + 17)
  if (bytes[from + 4] !== letters.dash || bytes[from + 7] !== letters.dash) return null
  if (((bytes[from + 10] as number) & ~letters.lowerCase) !== letters.t) return null
  if (bytes[from + 13] !== letters.colon || bytes[from + 16] !== letters.colon) return null
  if (centuries < 10 || years < 0 || month < 1 || month > 12 || day < 1) return null
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null
  const year = centuries * 100 + years
  if (day > (daysOfMonth[month] as number) + (month === 2 && isLeap(year) ? 1 : 0)) return null

  let at = from + 19
  let thousandths = 0
  if (bytes[at] === letters.dot) {
    let scale = 100
    at += 1
    const first = at
    for (let digit = (bytes[at] as number) - zero; at < to && digit >= 0 && digit <= 9; digit = (bytes[at] as number) - zero) {
      thousandths += digit * scale
      scale = scale > 1 ? scale / 10 : 0
      at += 1
    }
    if (at === first || at - first > 9) return null
  }
  const offset = offsetIn(bytes, at, to)
  if (offset === null) return null

  const passed = year - 1
  const leapDays = Math.floor(passed / 4) - Math.floor(passed / 100) + Math.floor(passed / 400) - 477
  const days = (year - 1970) * 365 + leapDays + (daysBeforeMonth[month] as number) + (month > 2 && isLeap(year) ? 1 : 0) + day - 1
  return (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + thousandths
}

/** The same of a text. */
export const parseInstant = (text: string): number | null => {
  const bytes = Buffer.from(text)
  return instantIn(bytes, 0, bytes.length)
}

/** Minutes east of Greenwich, null for what is no offset or has something behind it. */
const offsetIn = (bytes: Uint8Array, at: number, to: number): number | null => {
  const sign = bytes[at] as number
  if ((sign & ~letters.lowerCase) === letters.z) return to === at + 1 ? 0 : null
  if ((sign !== letters.plus && sign !== letters.dash) || to !== at + 6 || bytes[at + 3] !== letters.colon) return null
  const hours = twoDigits(bytes, at + 1)
  const minutes = twoDigits(bytes, at + 4)
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null
  return (sign === letters.plus ? 1 : -1) * (hours * 60 + minutes)
}
