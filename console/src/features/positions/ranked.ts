/** A thing that a search has found. */
export interface Found {
  /** How well it fits, 0 is best. */
  readonly rank: number
  /** The level of what is wrong with it, null where nothing is. */
  readonly level: number | null
  /** The longer it is silent, the greater; 0 has no position. */
  readonly state: number
}

const withoutAlarm = 9
const withoutPosition = 9

/** Who alarms first, the worst first; then what fits best, then what was heard last. */
export const alarmedFirst = <Thing extends Found>(found: readonly Thing[]): Thing[] =>
  [...found].sort(
    (a, b) =>
      (a.level ?? withoutAlarm) - (b.level ?? withoutAlarm) ||
      a.rank - b.rank ||
      (a.state || withoutPosition) - (b.state || withoutPosition),
  )
