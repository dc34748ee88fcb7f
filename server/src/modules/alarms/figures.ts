import { floodBounds, isFlood } from '@vigil/contract/alarms/flood.ts'
import { fewAlarms, type AlarmFigure } from '@vigil/contract/alarms/statistics.ts'

/** Minutes of the windows in which alarms are counted. */
export const windowMinutes = 10
/** Of levels one, two and three, in per cent. */
const goodMix = [5, 15, 80] as const

/** Windows in a flood: it begins with one that has more than ten, and ends with one that has fewer than five. */
export const floodWindows = (counts: readonly number[]): number => {
  let lasts = false
  let windows = 0
  for (const count of counts) {
    lasts = isFlood(lasts, count)
    if (lasts) windows += 1
  }
  return windows
}

/** What was counted of a period. */
export interface Counted {
  /** Of levels one, two and three. */
  readonly levels: readonly [number, number, number]
  /** Of every window of the period that is over or under way. */
  readonly windows: readonly number[]
  readonly operators: number
  /** Of the ten sources with most. */
  readonly busiest: number
  readonly chattering: number
  readonly fleeting: number
  readonly stale: number
}

const round = (value: number): number => Math.round(value * 100) / 100

export const figuresOf = (counted: Counted): Record<AlarmFigure, number | null> => {
  const { levels, windows, operators, busiest, chattering, fleeting, stale } = counted
  const total = levels[0] + levels[1] + levels[2]
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : round((100 * part) / whole))
  const enough = total >= fewAlarms
  return {
    // Where nobody handled any, one was on duty all the same.
    perOperator: windows.length === 0 ? null : round(total / windows.length / Math.max(1, operators)),
    crowded: share(windows.filter((count) => count > floodBounds.from).length, windows.length),
    flood: share(floodWindows(windows), windows.length),
    busiest: enough ? share(busiest, total) : null,
    chattering,
    fleeting,
    stale,
    levelMix: enough ? round(Math.max(...goodMix.map((good, at) => Math.abs((100 * (levels[at] ?? 0)) / total - good)))) : null,
  }
}
