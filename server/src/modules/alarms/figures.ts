import { floodBounds, isFlood } from '@vigil/contract/alarms/flood.ts'
import { fewAlarms, type AlarmFigure } from '@vigil/contract/alarms/statistics.ts'

/** Minutes of the windows in which alarms are counted. */
export const windowMinutes = 10
/** Of levels one, two and three, in per cent. */
const goodMix = [5, 15, 80] as const

/** A window by its number, with how many alarms it has. */
export interface AlarmWindow {
  readonly at: number
  readonly total: number
}
/** Those in a flood, by their numbers: it begins with one that has more than ten, and ends with one that has fewer than five, or none. */
export const windowsInFlood = (windows: readonly AlarmWindow[]): number[] => {
  let last: number | null = null
  return windows.flatMap(({ at, total }) => {
    const lasts = isFlood(last === at - 1, total)
    if (lasts) last = at
    return lasts ? [at] : []
  })
}

/**
 * Windows of ten minutes from one instant up to another, each as often as somebody was on duty in it: who handled alarms in the shift that it
 * begins in. Where nobody handled any, one was on duty all the same. `shifts`: when they begin, the first with the period, and who was there.
 */
export const dutyOf = (
  { from, until }: { readonly from: number; readonly until: number },
  shifts: readonly { readonly start: number; readonly people: number }[],
): number => {
  const windowsBefore = (instant: number): number =>
    Math.max(0, Math.ceil((Math.min(instant, until) - from) / (windowMinutes * 60_000)))
  return shifts.reduce((duty, { start, people }, at) => {
    const windows = windowsBefore(shifts[at + 1]?.start ?? until) - windowsBefore(start)
    return duty + windows * Math.max(1, people)
  }, 0)
}

/** What was counted of a period. */
export interface Counted {
  /** Of levels one, two and three. */
  readonly levels: readonly [number, number, number]
  /** Of the period that are over or under way. */
  readonly windows: number
  /** Those of them that have alarms, in their order. */
  readonly filled: readonly AlarmWindow[]
  /** Windows of ten minutes of each operator who was on duty in them: two operators of one window are two. */
  readonly duty: number
  /** Of the ten sources with most. */
  readonly busiest: number
  readonly chattering: number
  readonly fleeting: number
  readonly stale: number
}

const round = (value: number): number => Math.round(value * 100) / 100

/** What each figure comes to, and how many alarms it is made of. */
export const figuresOf = (
  counted: Counted,
): { readonly figures: Record<AlarmFigure, number | null>; readonly behind: Record<AlarmFigure, number> } => {
  const { levels, windows, filled, duty, busiest, chattering, fleeting, stale } = counted
  const total = levels[0] + levels[1] + levels[2]
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : round((100 * part) / whole))
  const enough = total >= fewAlarms
  const crowded = filled.filter(({ total: n }) => n > floodBounds.from)
  const flooded = new Set(windowsInFlood(filled))
  const alarmsIn = (some: readonly AlarmWindow[]): number => some.reduce((sum, { total: n }) => sum + n, 0)
  return {
    figures: {
      perOperator: duty === 0 ? null : round(total / duty),
      crowded: share(crowded.length, windows),
      flood: share(flooded.size, windows),
      busiest: enough ? share(busiest, total) : null,
      chattering,
      fleeting,
      stale,
      levelMix: enough ? round(Math.max(...goodMix.map((good, at) => Math.abs((100 * (levels[at] ?? 0)) / total - good)))) : null,
    },
    behind: {
      perOperator: total,
      crowded: alarmsIn(crowded),
      flood: alarmsIn(filled.filter(({ at }) => flooded.has(at))),
      busiest,
      chattering,
      fleeting,
      stale,
      levelMix: total,
    },
  }
}
