import { ranges, timesOf } from '../../shared/search/time-ranges.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
const rangeOf = { day: ranges.today, week: ranges.thisWeek, month: ranges.thisMonth } as const

const dayLength = 86_400_000
const moved = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayLength).toISOString().slice(0, 10)
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && moved(text, 0) === text

/** The stretch of time that statistics are of. */
export interface Stretch {
  readonly period: Period
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** Both ends as a call takes them. */
  readonly startTime: string
  readonly endTime: string
}

const stretchOf = (period: Period, day: string): Stretch => {
  const days = rangeOf[period](day)
  const times = timesOf(days)
  return { period, ...days, startTime: times.from, endTime: times.to }
}

/** What the address says, as far as it makes sense; today otherwise. */
export const readStretch = (params: URLSearchParams, today: string): Stretch => {
  const day = params.get('day') ?? ''
  return stretchOf(periods.find((one) => one === params.get('period')) ?? 'day', isDay(day) ? day : today)
}

/** A day of the stretch before or after. */
export const dayBeside = ({ from, to }: Stretch, by: -1 | 1): string => (by < 0 ? moved(from, -1) : moved(to, 1))

/** What lists the records of a stretch. */
export const listedAs = ({ startTime, endTime }: Stretch) => ({ passTimeFrom: startTime, passTimeTo: endTime })

/** What lists the records of one hour; null where the stretch has that hour on several days, which no list can be asked for. */
export const listedAtHour = ({ period, from }: Stretch, hour: number) => {
  if (period !== 'day') return null
  const start = `${from} ${String(hour).padStart(2, '0')}`
  return { passTimeFrom: `${start}:00:00`, passTimeTo: `${start}:59:59` }
}
