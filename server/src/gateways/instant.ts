const zero = 48
const daysBeforeMonth = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const daysOfMonth = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `count` digits at a place, −1 if any of them is none. */
const digits = (text: string, at: number, count: number): number => {
  let value = 0
  for (let place = at; place < at + count; place += 1) {
    const digit = text.charCodeAt(place) - zero
    // NaN behind the end of the text fails this as well.
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/**
 * ms since 1970 of an ISO 8601 time with an offset (`2026-11-20T08:15:00.250+08:00`, `…Z`); null for anything else, impossible
 * days included. By hand, since this runs for every report and `Date.parse` takes a February 30th for March.
 */
export const parseInstant = (text: string): number | null => {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 2)
  const day = digits(text, 8, 2)
  const hour = digits(text, 11, 2)
  const minute = digits(text, 14, 2)
  const second = digits(text, 17, 2)
  const letter = text.charCodeAt(10)
  if (text[4] !== '-' || text[7] !== '-' || (letter !== 84 && letter !== 116) || text[13] !== ':' || text[16] !== ':') return null
  if (year < 1000 || month < 1 || month > 12 || day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return null
  if (second < 0 || second > 59 || day > (daysOfMonth[month] as number) + (month === 2 && isLeap(year) ? 1 : 0)) return null

  let at = 19
  let thousandths = 0
  if (text[at] === '.') {
    let scale = 100
    at += 1
    const first = at
    for (let digit = text.charCodeAt(at) - zero; digit >= 0 && digit <= 9; digit = text.charCodeAt(at) - zero) {
      thousandths += digit * scale
      scale = scale > 1 ? scale / 10 : 0
      at += 1
    }
    if (at === first || at - first > 9) return null
  }
  const offset = offsetAt(text, at)
  if (offset === null) return null

  const years = year - 1
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400) - 477
  const days = (year - 1970) * 365 + leapDays + (daysBeforeMonth[month] as number) + (month > 2 && isLeap(year) ? 1 : 0) + day - 1
  return (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + thousandths
}

/** Minutes east of Greenwich, null for what is no offset or has something behind it. */
const offsetAt = (text: string, at: number): number | null => {
  const sign = text[at]
  if ((sign === 'Z' || sign === 'z') && text.length === at + 1) return 0
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') return null
  const hours = digits(text, at + 1, 2)
  const minutes = digits(text, at + 4, 2)
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null
  return (sign === '+' ? 1 : -1) * (hours * 60 + minutes)
}
