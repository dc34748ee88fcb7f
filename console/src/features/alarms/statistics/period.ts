import { statisticsInterval } from '@vigil/contract/alarms/entities.ts'

const { realTime, day: byDay, week } = statisticsInterval.code
/** By month, as every code that is none of the others. */
const month = 3
export const intervals: readonly number[] = [realTime, byDay, week, month]

const dayLength = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const written = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What the address says, as far as it makes sense. */
export const readPeriod = (params: URLSearchParams): { readonly interval: number; readonly day: string | null } => {
  const interval = Number(params.get('interval') ?? byDay)
  const day = params.get('day') ?? ''
  return {
    interval: intervals.includes(interval) ? interval : byDay,
    day: /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(at(day)) && written(at(day)) === day ? day : null,
  }
}

/** A day in the period before or after that of a day. */
export const stepped = (interval: number, day: string, by: -1 | 1): string => {
  if (interval === byDay) return written(at(day) + by * dayLength)
  if (interval === week) return written(at(day) + by * 7 * dayLength)
  const first = new Date(at(`${day.slice(0, 7)}-01`))
  first.setUTCMonth(first.getUTCMonth() + by)
  return written(first.getTime())
}

/** Whether the parts of a period are hours, and not days: what is shown may still be of the period before. */
export const isInHours = ([first, second]: readonly { readonly startTime: string }[]): boolean => {
  if (first === undefined || second === undefined) return false
  const [from, to] = [first, second].map(({ startTime }) => Date.parse(`${startTime.replace(' ', 'T')}Z`))
  return (to ?? 0) - (from ?? 0) < dayLength / 2
}

/** The second before a time of the site. */
export const lastSecondOf = (time: string): string =>
  new Date(Date.parse(`${time.replace(' ', 'T')}Z`) - 1_000).toISOString().slice(0, 19).replace('T', ' ')

/** A period's alarms as the lists of alarms take it: both ends are in it. */
export const listedAs = ({ startTime, endTime }: { readonly startTime: string; readonly endTime: string }) => ({
  startTime,
  endTime: lastSecondOf(endTime),
})
