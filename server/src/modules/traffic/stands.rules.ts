import { metresBetween } from './rules.ts'

/** A report of a vehicle: where it was, ms since 1970, km/h where it says so. */
export interface Report {
  readonly at: number
  readonly lng: number
  readonly lat: number
  readonly speed: number | null
}
/** Where a vehicle has been since when, and until when that is known. */
export interface Stand {
  readonly lng: number
  readonly lat: number
  readonly since: number
  readonly until: number
  /** That lasts long enough to be a stop. */
  readonly isStop: boolean
}
export interface StandLimits {
  /** ms. */
  readonly atLeast: number
  readonly metres: number
}

/** What becomes of a stand: a stop that begins, or one that is over. */
export type StandChange =
  | { readonly kind: 'began'; readonly since: number; readonly lng: number; readonly lat: number }
  | { readonly kind: 'ended'; readonly end: number }

/** km/h from which a vehicle drives, however little it gets on: a loader that works does not stand. */
const drivesFrom = 5

const begun = ({ at, lng, lat }: Report): Stand => ({ lng, lat, since: at, until: at, isStop: false })

/** Follows a vehicle through its reports, in their order; one that says nothing for a while and is still there has stood meanwhile. */
export const follow = (
  known: Stand | null,
  reports: readonly Report[],
  { atLeast, metres }: StandLimits,
): { readonly stand: Stand | null; readonly changes: readonly StandChange[] } => {
  const changes: StandChange[] = []
  let stand = known
  for (const report of reports) {
    const isDriving = report.speed !== null && report.speed >= drivesFrom
    if (stand === null) {
      stand = begun(report)
    } else if (isDriving || metresBetween(stand, report) >= metres) {
      if (stand.isStop) changes.push({ kind: 'ended', end: stand.until })
      stand = begun(report)
    } else {
      const isStop: boolean = stand.isStop || report.at - stand.since >= atLeast
      if (isStop && !stand.isStop) changes.push({ kind: 'began', since: stand.since, lng: stand.lng, lat: stand.lat })
      stand = { ...stand, until: report.at, isStop }
    }
  }
  return { stand, changes }
}
