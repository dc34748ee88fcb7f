import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { SchedulePeriod } from '@vigil/contract/kernel/period.ts'
import { circle, corridor, polygon, type Shape, type Span } from './geometry.ts'

/** One fix of a device, times in ms since 1970. */
export interface Fix {
  readonly time: number
  readonly lng: number
  readonly lat: number
  /** Metres; 0 where the device does not tell. */
  readonly accuracy: number
  readonly floor: number | null
  /** km/h, where the device tells. */
  readonly speed?: number | null
}

/** Who moves: what fences ask about a device. */
export interface Subject {
  readonly kind: 'hat' | 'badge' | 'car'
  readonly deptIds: readonly string[]
  readonly personId: string | null
}

/** A vehicle is nobody. */
export const isPerson = ({ kind }: Subject): boolean => kind !== 'car'

/** For each department that has rules of its own, by its id, the departments that these judge. */
export type JudgedDepts = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The departments whose people and devices a rule judges, null for everybody's. Rules and departments are read a moment apart: a rule
 * that the departments do not know yet judges its own alone.
 */
export const judgedBy = (deptId: string | null, depts: JudgedDepts | undefined): ReadonlySet<string> | null =>
  deptId === null ? null : (depts?.get(deptId) ?? new Set([deptId]))
export const isJudged = (judged: ReadonlySet<string> | null, { deptIds }: Subject): boolean =>
  judged === null || deptIds.some((id) => judged.has(id))

/** A fence ready to be asked. */
export interface CompiledFence {
  readonly id: string
  readonly fence: Fence
  readonly type: Fence['type']
  readonly floor: number | null
  readonly shape: Shape
  /** Milliseconds that a violation must last before it counts, and its absence before it is over. */
  readonly confirm: number
  readonly clear: number
  /** The departments whose people and devices it judges; null for everybody's. */
  readonly judged: ReadonlySet<string> | null
  /** It holds for everybody at any time: most fences do, and are spared the question. */
  readonly unconditional: boolean
}

/**
 * Where a device stands with a fence. Nothing stored means calm and, for a no-exit fence, never seen inside.
 *
 * ```
 *            violates                 lasts `confirm`
 *   calm ──────────────▶ confirming ──────────────────▶ violated   (alarm raised)
 *    ▲                       │                           │     ▲
 *    │ stops                 │                     stops │     │ violates again: the same condition
 *    ├───────────────────────┘                           ▼     │
 *    └───────────────────────────────────────────────  clearing
 *                  lasts `clear` (alarm returned)
 * ```
 */
export interface Standing {
  readonly fence: string
  readonly phase: 'calm' | 'confirming' | 'violated' | 'clearing'
  /** When the phase began. */
  readonly since: number
}

export type Effect =
  | { readonly kind: 'raise'; readonly fence: CompiledFence; readonly start: number; readonly lng: number; readonly lat: number }
  | { readonly kind: 'return'; readonly fence: CompiledFence; readonly end: number }

/** What a step makes of a standing, which stays the same object while nothing changed. */
export interface Step {
  readonly standing: Standing | undefined
  readonly effects: readonly Effect[]
}
export const noEffects: readonly Effect[] = []
const calm: Step = { standing: undefined, effects: noEffects }
const quiet = (standing: Standing | undefined): Step => (standing ? { standing, effects: noEffects } : calm)

/** Two fixes further apart than this tell nothing of the way between them: a straight line would accuse people of what they did not do. */
export const interpolateUpTo = 60_000
/** A fix less accurate than this neither enters nor leaves a fence. */
export const accuracyLimit = 100

/** What is drawn, ready to be asked. */
export const shapeOf = ({
  shape,
  points,
  radius,
  halfWidth,
}: Pick<Fence, 'shape' | 'points' | 'radius' | 'halfWidth'>): Shape => {
  const [first, ...rest] = points
  if (!first) throw new Error('a shape has no points')
  if (shape === 'circle') return circle(first, radius ?? 1)
  return shape === 'corridor' ? corridor([first, ...rest], halfWidth ?? 25) : polygon([first, ...rest])
}

export const compile = (fence: Fence, judged: ReadonlySet<string> | null = null): CompiledFence => {
  const entry = fence.type === 'noEntry' && fence.level === 1 ? 0 : fence.minInside * 1000
  const leave = fence.minOutside * 1000
  const unconditional =
    fence.enable === 1 &&
    fence.type !== 'speed' &&
    judged === null &&
    [fence.schedule, fence.deviceTypes, fence.allowUserIds, fence.allowDeptIds].every(({ length }) => length === 0)
  const forbidsExit = fence.type === 'noExit'
  return {
    id: fence.id,
    fence,
    type: fence.type,
    floor: fence.floor,
    shape: shapeOf(fence),
    confirm: forbidsExit ? leave : entry,
    clear: forbidsExit ? entry : leave,
    judged,
    unconditional,
  }
}

/** A weekday (1 Monday … 7 Sunday) and minutes since its midnight. */
interface WeekTime {
  readonly day: number
  readonly minute: number
}
const minutesPerDay = 24 * 60
/** Minutes that a period has lasted, null where it does not; one over midnight belongs to the day it begins on. */
const lasted = ({ days, from, to }: SchedulePeriod, { day, minute }: WeekTime): number | null => {
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const before = day === 1 ? 7 : day - 1
  const start = minutes(from)
  const end = minutes(to)
  if (days.includes(day) && minute >= start && (end <= start || minute < end)) return minute - start
  return end <= start && days.includes(before) && minute < end ? minutesPerDay + minute - start : null
}

/** Whether a schedule holds. */
export const holds = (schedule: readonly SchedulePeriod[], at: WeekTime): boolean =>
  schedule.length === 0 || schedule.some((period) => lasted(period, at) !== null)

/** Minutes of the longest hours in which a schedule holds without a pause; infinite where it never pauses. */
export const longestHeld = (schedule: readonly SchedulePeriod[]): number => {
  let longest = 0
  let lasts = 0
  // Twice a week: hours may go on from Sunday to Monday.
  for (let at = 0; at < 14 * minutesPerDay; at += 1) {
    const isHeld = holds(schedule, { day: (Math.floor(at / minutesPerDay) % 7) + 1, minute: at % minutesPerDay })
    lasts = isHeld ? lasts + 1 : 0
    longest = Math.max(longest, lasts)
  }
  return longest >= 7 * minutesPerDay ? Number.POSITIVE_INFINITY : longest
}

/**
 * When the hours began, ms since 1970, in which a schedule holds at a time: periods that meet are one. One that always holds has
 * held without an end before.
 */
export const heldSince = (schedule: readonly SchedulePeriod[], time: number, weekTime: (time: number) => WeekTime): number => {
  if (schedule.length === 0) return Number.NEGATIVE_INFINITY
  let since = time
  for (let at = time; time - at <= 7 * minutesPerDay * 60_000; at = since - 1) {
    const now = weekTime(at)
    const longest = schedule.reduce<number | null>((most, period) => {
      const minutes = lasted(period, now)
      return minutes === null ? most : Math.max(most ?? 0, minutes)
    }, null)
    if (longest === null) return since
    since = Math.floor(at / 60_000) * 60_000 - longest * 60_000
  }
  return Number.NEGATIVE_INFINITY
}

/**
 * One step of one device at one fence: from fix `a` (null when it is the first, or too long ago) to the later fix `b`.
 * `active` tells whether the fence holds for this device at a time.
 */
export const step = (
  fence: CompiledFence,
  standing: Standing | undefined,
  a: Fix | null,
  b: Fix,
  active: (time: number) => boolean,
): Step => {
  if (!active(b.time)) return over(fence, standing, b.time)
  if (b.accuracy > accuracyLimit) return quiet(standing)
  const from = a && b.time - a.time <= interpolateUpTo && active(a.time) ? a : null
  if (fence.type === 'speed') return stepSpeed(fence, standing, from, b)
  return fence.type === 'noEntry' ? stepNoEntry(fence, standing, from, b) : stepNoExit(fence, standing, from, b)
}

/** The fence holds no longer for this device: a raised condition returns at once. */
export const over = (fence: CompiledFence, standing: Standing | undefined, time: number): Step =>
  standing?.phase === 'violated' || standing?.phase === 'clearing'
    ? { standing: undefined, effects: [{ kind: 'return', fence, end: time }] }
    : calm

/** The same object while nothing changed: a standing is written only when it is another one. */
const kept = (fence: CompiledFence, standing: Standing | undefined, phase: Standing['phase'], since: number): Standing =>
  standing?.phase === phase && standing.since === since ? standing : { fence: fence.id, phase, since }

const onFloor = (fence: CompiledFence, fix: Fix): boolean =>
  fence.floor === null || fix.floor === null || fence.floor === fix.floor

interface Stay {
  readonly from: number
  readonly to: number
  readonly atStart: boolean
  readonly atEnd: boolean
  /** The middle of it. */
  readonly lng: number
  readonly lat: number
}
const noStays: readonly Stay[] = []
const stayOf = (a: Fix, b: Fix, [from, to]: Span): Stay => {
  const length = b.time - a.time
  const middle = (from + to) / 2
  return {
    from: a.time + from * length,
    to: a.time + to * length,
    atStart: from === 0,
    atEnd: to === 1,
    lng: a.lng + (b.lng - a.lng) * middle,
    lat: a.lat + (b.lat - a.lat) * middle,
  }
}

const allTheWay: Span = [0, 1]

/** The times that the way from `a` to `b` spends inside. */
const staysOf = (fence: CompiledFence, a: Fix | null, b: Fix): readonly Stay[] => {
  if (!a || !onFloor(fence, a) || !onFloor(fence, b)) return noStays
  const course = fence.shape.course(a.lng, a.lat, b.lng, b.lat)
  if (course === 'outside') return noStays
  if (course === 'inside') return [stayOf(a, b, allTheWay)]
  return fence.shape.inside(a.lng, a.lat, b.lng, b.lat).map((span) => stayOf(a, b, span))
}

export const contains = (fence: CompiledFence, fix: Fix): boolean => onFloor(fence, fix) && fence.shape.contains(fix.lng, fix.lat)
/** Out by more than the fix may be wrong. */
const clearlyOutside = (fence: CompiledFence, fix: Fix): boolean =>
  !onFloor(fence, fix) || fence.shape.distance(fix.lng, fix.lat) - fix.accuracy > 0

/** All the way to a fix that is inside. */
const isInsideFrom = (fence: CompiledFence, a: Fix, b: Fix): boolean =>
  onFloor(fence, a) && fence.shape.course(a.lng, a.lat, b.lng, b.lat) === 'inside'

const violatedAt = (fence: CompiledFence, { time }: Fix): Standing => ({ fence: fence.id, phase: 'violated', since: time })

const stepNoEntry = (fence: CompiledFence, standing: Standing | undefined, a: Fix | null, b: Fix): Step => {
  const inside = contains(fence, b)
  const phase = standing?.phase ?? 'calm'
  // Who is inside and stays there is asked most of all, and nothing else need be known of him.
  if (inside && phase === 'violated') return quiet(standing)
  if (inside && phase === 'clearing') return quiet(violatedAt(fence, b))
  if (inside && standing && phase === 'confirming' && a && b.time - standing.since < fence.confirm && isInsideFrom(fence, a, b))
    return quiet(standing)
  const stays = staysOf(fence, a, b)
  const lastInside = stays.at(-1)?.to
  if (standing && phase === 'clearing') {
    const since = Math.max(standing.since, lastInside ?? 0)
    const over = b.time - since >= fence.clear && clearlyOutside(fence, b)
    return over
      ? { standing: undefined, effects: [{ kind: 'return', fence, end: since }] }
      : quiet(kept(fence, standing, 'clearing', since))
  }
  if (phase === 'violated') {
    if (!clearlyOutside(fence, b)) return quiet(standing)
    const since = lastInside ?? b.time
    if (b.time - since >= fence.clear) return { standing: undefined, effects: [{ kind: 'return', fence, end: since }] }
    return quiet({ fence: fence.id, phase: 'clearing', since })
  }

  // Calm or confirming: look for a stay that lasted long enough, the one under way when the segment began first.
  const began = phase === 'confirming' && standing && a ? standing.since : null
  for (const stay of stays) {
    const start = stay.atStart && began !== null ? began : stay.from
    if (stay.to <= stay.from || stay.to - start < fence.confirm) continue
    const place = stay.atEnd ? b : stay
    const raise: Effect = { kind: 'raise', fence, start, lng: place.lng, lat: place.lat }
    if (inside || !clearlyOutside(fence, b)) return { standing: violatedAt(fence, b), effects: [raise] }
    if (b.time - stay.to >= fence.clear) return { standing: undefined, effects: [raise, { kind: 'return', fence, end: stay.to }] }
    return { standing: { fence: fence.id, phase: 'clearing', since: stay.to }, effects: [raise] }
  }
  if (!inside) return calm
  const arriving = stays.at(-1)
  const since = arriving?.atEnd ? (arriving.atStart && began !== null ? began : arriving.from) : b.time
  if (b.time - since >= fence.confirm) {
    return { standing: violatedAt(fence, b), effects: [{ kind: 'raise', fence, start: since, lng: b.lng, lat: b.lat }] }
  }
  return quiet(kept(fence, standing, 'confirming', since))
}

const stepNoExit = (fence: CompiledFence, standing: Standing | undefined, a: Fix | null, b: Fix): Step => {
  const inside = contains(fence, b)
  // Who was never seen inside is not held by a fence that forbids to leave.
  if (!standing) return inside ? quiet({ fence: fence.id, phase: 'calm', since: b.time }) : calm
  if (standing.phase === 'calm' || standing.phase === 'confirming') {
    if (inside || !clearlyOutside(fence, b))
      return quiet(standing.phase === 'calm' ? standing : { fence: fence.id, phase: 'calm', since: b.time })
    const lastInside = staysOf(fence, a, b).at(-1)?.to
    const since = standing.phase === 'confirming' ? Math.max(standing.since, lastInside ?? 0) : (lastInside ?? b.time)
    if (b.time - since < fence.confirm) return quiet(kept(fence, standing, 'confirming', since))
    return {
      standing: { fence: fence.id, phase: 'violated', since: b.time },
      effects: [{ kind: 'raise', fence, start: since, lng: b.lng, lat: b.lat }],
    }
  }
  if (!inside) return quiet(standing.phase === 'violated' ? standing : { fence: fence.id, phase: 'violated', since: b.time })
  const since = standing.phase === 'clearing' ? standing.since : b.time
  if (b.time - since < fence.clear) return quiet(kept(fence, standing, 'clearing', since))
  return { standing: { fence: fence.id, phase: 'calm', since: b.time }, effects: [{ kind: 'return', fence, end: since }] }
}

/** One fix may be wrong about a speed: the second in a row that is too fast counts. */
const stepSpeed = (fence: CompiledFence, standing: Standing | undefined, a: Fix | null, b: Fix): Step => {
  const phase = standing?.phase ?? 'calm'
  const isTooFast = (b.speed ?? 0) > (fence.fence.speedLimit ?? Number.POSITIVE_INFINITY) && contains(fence, b)
  if (isTooFast && phase === 'violated') return quiet(standing)
  if (isTooFast && phase === 'clearing') return quiet(violatedAt(fence, b))
  if (isTooFast && standing && phase === 'confirming' && a) {
    return { standing: violatedAt(fence, b), effects: [{ kind: 'raise', fence, start: standing.since, lng: b.lng, lat: b.lat }] }
  }
  if (isTooFast) return quiet({ fence: fence.id, phase: 'confirming', since: b.time })
  if (!standing || phase === 'calm' || phase === 'confirming') return calm
  const since = phase === 'clearing' ? standing.since : b.time
  if (b.time - since >= fence.clear) return { standing: undefined, effects: [{ kind: 'return', fence, end: since }] }
  return quiet(kept(fence, standing, 'clearing', since))
}
