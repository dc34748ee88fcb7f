import { metresPerDegree } from '@vigil/contract/kernel/earth.ts'
import { accuracyLimit, type Fix } from './rules.ts'

/** What begins, lasts and is over, and whoever stands still meanwhile: how fences that ask who is inside and the silent are judged. */

/** Metres beyond the edge up to which somebody may still be there, if his fix does not say more: positions tremble. */
export const margin = 10
/** Milliseconds that somebody must be away from where he stood to have moved: one fix may be wrong about it. */
export const movedFor = 20_000
/** Where somebody stood was one fix, which trembled as well: what is raised is over once he is further than this times as far. */
const loosenedPlace = 1.5

/** Something that has begun. Times in ms since 1970. */
export interface Lasting {
  readonly raised: boolean
  readonly since: number
  /** Since when it does not hold any more, null while it does. */
  readonly gone: number | null
}

/** Between `holds` and `over` nobody can tell: what was, stays. */
export type State = 'holds' | 'over' | 'unsure'
export const stateOf = (holds: boolean, over: boolean): State => (holds ? 'holds' : over ? 'over' : 'unsure')

export interface Times {
  /** Milliseconds that a condition must last before it is raised, may be interrupted before that, and must be gone to be over. */
  readonly confirm: number
  readonly forgive: number
  readonly clear: number
  /** It is no matter until it has lasted its limit: that is when its alarm begins, and another limit makes it another. */
  readonly isLimit: boolean
}

/** How it stands now, null where it is over, and what of that is told: when it began, or ended. */
interface Turned<One> {
  readonly lasting: One | null
  readonly told: 'raise' | 'return' | null
  readonly at: number
}

/** More is allowed by now than when it was raised. */
export const isTooLong = ({ raised, since }: Lasting, confirm: number, now: number): boolean => raised && now - since < confirm

/**
 * ```
 *           holds                    lasts `confirm`
 *   (none) ───────▶ not raised yet ──────────────────▶ raised   (alarm raised)
 *     ▲                   │                               │
 *     │ gone for `forgive`│                               │ gone for `clear` (alarm returned)
 *     └───────────────────┴───────────────────────────────┘
 * ```
 */
export const turn = <One extends Lasting>(begun: One, state: State, times: Times, now: number): Turned<One> => {
  const { confirm, forgive, clear, isLimit } = times
  const gone = state === 'over' ? (begun.gone ?? now) : state === 'holds' ? null : begun.gone
  if (gone !== null && now - gone >= (begun.raised ? clear : forgive))
    return { lasting: null, told: begun.raised ? 'return' : null, at: gone }
  const lasting = begun.gone === gone ? begun : { ...begun, gone }
  if (isLimit && isTooLong(begun, confirm, now)) return { lasting: { ...lasting, raised: false }, told: 'return', at: now }
  if (begun.raised || state !== 'holds' || now - begun.since < confirm) return { lasting, told: null, at: now }
  return { lasting: { ...lasting, raised: true }, told: 'raise', at: isLimit ? begun.since + confirm : begun.since }
}

/** Of who stands still for so many minutes. */
export const stillTimes = (minutes: number, clear: number): Times => ({
  confirm: minutes * 60_000,
  forgive: movedFor,
  clear: Math.max(movedFor, clear),
  isLimit: true,
})

/** Whether somebody is elsewhere than where he stood; a fix that tells no place from another says of nobody that he is. */
export const isAway = (
  { lng, lat, raised }: { readonly lng: number | null; readonly lat: number | null; readonly raised: boolean },
  fix: Fix,
): boolean =>
  fix.accuracy <= accuracyLimit &&
  lng !== null &&
  lat !== null &&
  Math.hypot((fix.lng - lng) * Math.cos((lat * Math.PI) / 180), fix.lat - lat) * metresPerDegree >
    Math.max(margin, fix.accuracy) * (raised ? loosenedPlace : 1)
