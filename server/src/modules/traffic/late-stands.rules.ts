import { metresBetween } from './rules.ts'
import { follow, type Report, type Stand, type StandLimits } from './stands.rules.ts'

/** A stop as a period's reports tell it; times in ms since 1970. */
export interface FoundStop {
  readonly lng: number
  readonly lat: number
  readonly since: number
  /** The last that was seen of it there. */
  readonly until: number
  /** It stood there already at the first report. */
  readonly isFirst: boolean
  /** It drove on after it. */
  readonly isOver: boolean
}
/** A stop as it is recorded; `until` null while it stands. */
export interface RecordedStop {
  readonly id: string
  /** Null where a camera told of it that has no place. */
  readonly lng: number | null
  readonly lat: number | null
  readonly since: number
  readonly until: number | null
  /** By somebody who handled it, or by a device that said so itself: it stays, whatever reports say. */
  readonly isFixed: boolean
}
/** What becomes of the records of a period. */
export interface Reconciled {
  readonly changed: readonly { readonly id: string; readonly since: number; readonly until: number | null }[]
  readonly made: readonly { readonly stop: FoundStop; readonly until: number | null }[]
  readonly gone: readonly string[]
  /** The stop that goes on: one that is recorded, or without an id the last that is made; null for none. */
  readonly open: { readonly id: string | null } | null
}

/** The stops that a period's reports tell, in their order, and how the vehicle stood at the end of them; null for none. */
export const stopsIn = (
  reports: readonly Report[],
  limits: StandLimits,
): { readonly stops: readonly FoundStop[]; readonly stand: Stand | null } => {
  const [first] = reports
  const { stand, changes } = follow(null, reports, limits)
  const stops: FoundStop[] = []
  let begun: Pick<FoundStop, 'lng' | 'lat' | 'since'> | null = null
  const take = (until: number, isOver: boolean): void => {
    if (begun !== null) stops.push({ ...begun, until, isFirst: begun.since === first?.at, isOver })
    begun = null
  }
  for (const change of changes) {
    if (change.kind === 'ended') take(change.end, true)
    else begun = { lng: change.lng, lat: change.lat, since: change.since }
  }
  if (stand !== null) take(stand.until, false)
  return { stops, stand }
}

const overlaps = (stop: FoundStop, known: RecordedStop): boolean =>
  known.since <= stop.until && (known.until === null || known.until >= stop.since)

/** Until when a stop lasted, null while it goes on; what is recorded knows of what came after the period. */
const untilOf = (stop: FoundStop, known: RecordedStop | null, isUpToNow: boolean): number | null => {
  if (stop.isOver) return stop.until
  if (isUpToNow || known?.until === null) return null
  return Math.max(stop.until, known?.until ?? 0)
}

/**
 * Compares the stops that all reports of a period tell, those that came late among them, with what is recorded of it. One that is recorded stays
 * the record of the first that it may be; one that the vehicle drove through is none. `isUpToNow`: the period ends where the vehicle is now.
 */
export const reconcile = (
  stops: readonly FoundStop[],
  recorded: readonly RecordedStop[],
  { from, to, isUpToNow }: { readonly from: number; readonly to: number; readonly isUpToNow: boolean },
  { metres }: Pick<StandLimits, 'metres'>,
): Reconciled => {
  const left = new Set(recorded)
  const changed: Reconciled['changed'][number][] = []
  const made: Reconciled['made'][number][] = []
  let open: Reconciled['open'] = null
  for (const stop of stops) {
    const known = [...left].find((one) => overlaps(stop, one) && metresBetween(stop, one) < metres) ?? null
    const until = untilOf(stop, known, isUpToNow)
    if (isUpToNow && !stop.isOver) open = { id: known?.id ?? null }
    if (known === null) {
      made.push({ stop, until })
      continue
    }
    left.delete(known)
    const since = stop.isFirst ? Math.min(known.since, stop.since) : stop.since
    if (since !== known.since || until !== known.until) changed.push({ id: known.id, since, until })
  }
  const within = [...left].filter(({ since, until }) => since >= from && (until === null ? isUpToNow : until <= to))
  for (const { id, since, until, isFixed } of within)
    if (isFixed && until === null && isUpToNow) changed.push({ id, since, until: since })
  return { changed, made, gone: within.filter(({ isFixed }) => !isFixed).map(({ id }) => id), open }
}
