const hour = 3_600_000

/** Site time on the wire (`YYYY-MM-DD HH:mm:ss` in the site's zone) from and to instants. */
export interface SiteClock {
  /** IANA name of the site's zone. */
  readonly timeZone: string
  /** Now, ms since 1970; tests put their own here. */
  now: () => number
  toWire: (instant: Date | number) => string
  toWireOrNull: (instant: Date | null) => string | null
  /** The instant of a wire time; of two that a clock change makes, the first. */
  fromWire: (text: string) => Date
  /** Day range `00:00:00`–`23:59:59` names its last second whole: the instant just after it. */
  endOf: (text: string) => Date
  /** Midnight that begins the day of an instant. */
  startOfDay: (instant: number) => Date
  /** 1 Monday … 7 Sunday and minutes since midnight. */
  weekTime: (instant: number) => { day: number; minute: number }
}

export const createSiteClock = (timeZone: string, now: () => number = Date.now): SiteClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Zone offsets change on full quarter hours at the finest; an hour's bucket would be wrong around Lord Howe, a quarter is not.
  const bucket = hour / 4
  const offsets = new Map<number, number>()
  const offsetAt = (instant: number): number => {
    const key = Math.floor(instant / bucket)
    const known = offsets.get(key)
    if (known !== undefined) return known
    const parts = Object.fromEntries(format.formatToParts(key * bucket).map(({ type, value }) => [type, Number(value)]))
    const local = Date.UTC(
      parts['year'] ?? 0,
      (parts['month'] ?? 1) - 1,
      parts['day'] ?? 1,
      parts['hour'] ?? 0,
      parts['minute'] ?? 0,
      parts['second'] ?? 0,
    )
    const offset = local - key * bucket
    if (offsets.size > 10_000) offsets.clear()
    offsets.set(key, offset)
    return offset
  }
  const local = (instant: number): Date => new Date(instant + offsetAt(instant))
  // The times of a track, thousands of them, share their minutes.
  let minute = Number.NaN
  let untilMinute = ''
  const toWire = (instant: Date | number): string => {
    const time = Number(instant) + offsetAt(Number(instant))
    const itsMinute = Math.floor(time / 60_000)
    if (itsMinute !== minute) {
      untilMinute = new Date(itsMinute * 60_000).toISOString().slice(0, 17).replace('T', ' ')
      minute = itsMinute
    }
    const second = Math.floor((time - itsMinute * 60_000) / 1_000)
    return `${untilMinute}${second < 10 ? '0' : ''}${second}`
  }
  const fromWire = (text: string): Date => {
    const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
    const first = asUtc - offsetAt(asUtc)
    return new Date(asUtc - offsetAt(first))
  }
  return {
    timeZone,
    now,
    toWire,
    toWireOrNull: (instant) => (instant === null ? null : toWire(instant)),
    fromWire,
    endOf: (text) => new Date(fromWire(text).getTime() + 1000),
    startOfDay: (instant) => fromWire(`${toWire(instant).slice(0, 10)} 00:00:00`),
    weekTime: (instant) => {
      const there = local(instant)
      return { day: there.getUTCDay() === 0 ? 7 : there.getUTCDay(), minute: there.getUTCHours() * 60 + there.getUTCMinutes() }
    },
  }
}
