import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { statisticsInterval } from '@vigil/contract/alarms/entities.ts'
import { endOfShift, shiftParts } from '@vigil/contract/alarms/statistics.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { AlarmContext, Body } from './context.ts'
import { dutyOf, figuresOf, windowMinutes } from './figures.ts'
import type { Handling } from './figures.store.ts'
import type { Period } from './statistics.store.ts'

const second = 1_000
const hour = 3_600_000
const day = 24 * hour
const shiftHours = 24 / shiftParts.length

const beyondCalendar = invalid(
  'day',
  { zh: '日期', en: 'Day' },
  { zh: '须使整个时段在 1000 至 9999 年之间', en: 'must be one whose whole period lies within the years 1000 to 9999' },
)
/** A day of the calendar, so many later; refused where no time of it can be written. */
const dayAfter = (text: string, days: number): string => {
  const later = new Date(Date.parse(`${text}T00:00:00Z`) + days * day)
  if (later.getUTCFullYear() < 1_000 || later.getUTCFullYear() > 9_999) throw beyondCalendar
  return later.toISOString().slice(0, 10)
}
const weekday = (text: string): number => (new Date(`${text}T00:00:00Z`).getUTCDay() + 6) % 7

/** Days of the calendar from one up to another that is not among them. */
const daysOf = (interval: number, text: string): readonly [from: string, to: string] => {
  if (interval === statisticsInterval.code.day) return [text, dayAfter(text, 1)]
  if (interval === statisticsInterval.code.week) {
    const monday = dayAfter(text, -weekday(text))
    return [monday, dayAfter(monday, 7)]
  }
  const first = `${text.slice(0, 7)}-01`
  return [first, `${dayAfter(first, 31).slice(0, 7)}-01`]
}

/** The period that is asked for, and its parts: hours, or days of the site's calendar. */
export const partsOf = (
  clock: Pick<SiteClock, 'fromWire' | 'toWire'>,
  interval: number,
  text: string | undefined,
  now: number,
): Period & { readonly by: 'hour' | 'day'; readonly starts: readonly number[] } => {
  if (interval === statisticsInterval.code.realTime) {
    const to = (Math.floor(now / hour) + 1) * hour
    const starts = Array.from({ length: 24 }, (_, at) => to - (24 - at) * hour)
    return { from: new Date(to - day), to: new Date(to), by: 'hour', starts }
  }
  const midnight = (date: string): Date => clock.fromWire(`${date} 00:00:00`)
  const [first, end] = daysOf(interval, text ?? clock.toWire(now).slice(0, 10))
  const [from, to] = [midnight(first), midnight(end)]
  if (interval === statisticsInterval.code.day) {
    // A day on which clocks are put forward or back has an hour less or more.
    const hours = Math.round((to.getTime() - from.getTime()) / hour)
    return { from, to, by: 'hour', starts: Array.from({ length: hours }, (_, at) => from.getTime() + at * hour) }
  }
  const starts: number[] = []
  for (let date = first; date < end; date = dayAfter(date, 1)) starts.push(midnight(date).getTime())
  return { from, to, by: 'day', starts }
}

/** When each shift begins that a period is made of, the first with it. */
const shiftsOf = ({ fromWire, toWire }: SiteClock, { from, to }: Period): Date[] => {
  const starts: Date[] = []
  for (let at = from.getTime(); at < to.getTime(); at = Math.max(at + hour, fromWire(endOfShift(toWire(at))).getTime()))
    starts.push(new Date(at))
  return starts
}

const handlingOf = ({ total, handled, quantiles }: Handling) => ({
  total,
  handled,
  median: quantiles?.[0] ?? null,
  most: quantiles?.[1] ?? null,
})

export const statistics = async (
  { kernel: { clock }, store }: AlarmContext,
  query: Body<'getAlarmStatistics'>,
  asked: Asked,
): Promise<DataOf<typeof alarmCalls.getAlarmStatistics>> => {
  const now = clock.now()
  const { from, to, by, starts } = partsOf(clock, query.interval ?? statisticsInterval.code.day, query.day, now)
  const until = Math.min(now, to.getTime())
  // How it stood at the end of each day; of the day that is not over, as it stands.
  const whole = Math.floor(until / second) * second
  const ends = starts.map((_, at) => Math.min(starts[at + 1] ?? to.getTime(), whole)).filter((end, at) => end > (starts[at] ?? 0))
  const instants = (by === 'day' ? ends : ends.slice(-1)).map((end) => new Date(end))
  const shifts = shiftsOf(clock, { from, to })
  const [numbers, stale] = await Promise.all([
    store.numbersIn({ from, to }, { time: by, shiftHours, shifts }, asked),
    store.staleAt(instants, asked),
  ])
  const people = new Map(numbers.onDuty.map(({ shift, people: n }) => [shift, n]))
  const mostStale = Math.max(0, ...stale)
  const levelsAt = new Map(numbers.buckets.map(({ at, levels }) => [at, levels]))
  const hours = new Map(numbers.hours.map(({ hour: of, total }) => [of, total]))
  const windows = Math.max(0, Math.ceil((until - from.getTime()) / (windowMinutes * 60_000)))
  const countOf = (level: number): number => numbers.levels.find(({ alarmLevel }) => alarmLevel === level)?.total ?? 0
  const levels = [countOf(1), countOf(2), countOf(3)] as const
  const none = { total: 0, handled: 0, quantiles: null }
  return {
    startTime: clock.toWire(from),
    endTime: clock.toWire(to),
    total: levels[0] + levels[1] + levels[2],
    buckets: starts.map((start) => ({ startTime: clock.toWire(start), levels: levelsAt.get(start) ?? [0, 0, 0] })),
    byArea: [...numbers.areas],
    byType: [...numbers.types],
    byHour: Array.from({ length: 24 }, (_, of) => hours.get(of) ?? 0),
    byLevel: [1, 2, 3].map((level) => ({
      alarmLevel: level,
      ...handlingOf(numbers.levels.find(({ alarmLevel }) => alarmLevel === level) ?? none),
    })),
    byShift: shiftParts.map(({ from: begin }) => ({
      from: begin,
      ...handlingOf(numbers.shifts.find((shift) => shift.from === begin) ?? none),
    })),
    byOperator: numbers.operators.map(({ key, name, ...rest }) => ({ key, name, ...handlingOf(rest) })),
    busiest: [...numbers.busiest],
    ...figuresOf({
      levels,
      windows,
      filled: numbers.windows,
      duty: dutyOf(
        { from: from.getTime(), until },
        shifts.map((start, at) => ({ start: start.getTime(), people: people.get(at + 1) ?? 0 })),
      ),
      busiest: numbers.busiest.reduce((sum, { total }) => sum + total, 0),
      chattering: numbers.chattering,
      fleeting: numbers.fleeting,
      stale: mostStale,
    }),
    staleAt: clock.toWireOrNull(instants[stale.indexOf(mostStale)] ?? null),
  }
}
