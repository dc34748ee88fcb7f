export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Days of history that a demo begins with, today not counted. */
export const pastDays = 14

/** By how many ms the clocks of a zone are ahead of UTC at an instant. */
const aheadOf = (instant: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, date, hours, minutes) - Math.floor(instant / minute) * minute
}

/** The site's midnights, the oldest first, ms since 1970: the last one begins the day of `now`, before it come `pastDays`. */
export const midnightsBefore = (now: number, timeZone: string): number[] => {
  const ahead = aheadOf(now, timeZone)
  const today = Math.floor((now + ahead) / day) * day - ahead
  return Array.from({ length: pastDays + 1 }, (_, at) => today - (pastDays - at) * day)
}

/** Saturday or Sunday, by the noon of the day that begins at `midnight`. */
export const isWeekend = (midnight: number, timeZone: string): boolean =>
  ['Sat', 'Sun'].includes(new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(midnight + 12 * hour))
