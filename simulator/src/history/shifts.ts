import { createRandom } from '../world/random.ts'
import { day, hour, isWeekend, minute } from './calendar.ts'

/** A stretch of time that somebody is at work, ms since 1970. */
export interface Shift {
  readonly from: number
  readonly to: number
}

/** Somebody, or a vehicle, as the roster knows him. */
export interface Member {
  readonly key: string
  /** He is at work at the end of the history, where ordinary life takes over. */
  readonly onNow: boolean
  /** He has weekends; others work in turns. */
  readonly office: boolean
}

const begins = 7.75 * hour
const ends = 17.5 * hour
/** Who is on at the end has been there for so long at least, at whatever hour a demo is started. */
const atLeast = 2.5 * hour
/** One in so many who are off works at night. */
const nightWatch = 9
const restDays = 2 / 7

/** When a member works on the day that begins at `midnight`, in order; a night is that of the day on which it begins. */
export const shiftsOf = (member: Member, midnight: number, now: number, timeZone: string): Shift[] => {
  const random = createRandom(`${member.key}/${Math.round(midnight / day)}`)
  const from = midnight + begins + random.between(-15, 15) * minute
  const to = midnight + ends + random.between(-10, 25) * minute
  const isLast = now < midnight + day
  if (isLast && member.onNow) {
    const came = from < now - atLeast && now < to ? from : now - atLeast - random.between(0, 20) * minute
    return [{ from: came, to: now }]
  }
  const rests = member.office ? isWeekend(midnight, timeZone) : random.chance(restDays)
  // Who will be on at the end was not there until just before it; who is off then has been gone for long.
  const until = now - (member.onNow ? 4 : 1) * hour
  if (!rests && !isLast) return to < until ? [{ from, to }] : []
  const night = { from: midnight + 19.8 * hour, to: midnight + day + 6 * hour }
  return rests && !member.office && random.whole(1, nightWatch) === 1 && night.to < until ? [night] : []
}
