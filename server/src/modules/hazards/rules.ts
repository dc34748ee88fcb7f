import type { Fence, Point, SchedulePeriod } from '@vigil/contract/hazards/entities.ts'
import { circle, corridor, polygon, type Shape } from './geometry.ts'

/** One fix of a device, times in ms since 1970. */
export interface Fix {
  readonly time: number
  readonly lng: number
  readonly lat: number
  /** Metres; 0 where the device does not tell. */
  readonly accuracy: number
  readonly floor: number | null
}

/** A fence ready to be asked. */
export interface CompiledFence {
  readonly id: string
  readonly fence: Fence
  readonly shape: Shape
  /** Milliseconds that a violation must last before it counts, and its absence before it is over. */
  readonly confirm: number
  readonly clear: number
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

/** Two fixes further apart than this tell nothing of the way between them: a straight line would accuse people of what they did not do. */
export const interpolateUpTo = 60_000
/** A fix less accurate than this neither enters nor leaves a fence. */
export const accuracyLimit = 100

export const compile = (fence: Fence): CompiledFence => {
  const [first, ...rest] = fence.points
  if (!first) throw new Error(`fence ${fence.id} has no points`)
  const points: [Point, ...Point[]] = [first, ...rest]
  const shape =
    fence.shape === 'circle'
      ? circle(first, fence.radius ?? 1)
      : fence.shape === 'corridor'
        ? corridor(points, fence.halfWidth ?? 25)
        : polygon(points)
  const entry = fence.type === 'noEntry' && fence.level === 1 ? 0 : fence.minInside * 1000
  const leave = fence.minOutside * 1000
  return fence.type === 'noEntry'
    ? { id: fence.id, fence, shape, confirm: entry, clear: leave }
    : { id: fence.id, fence, shape, confirm: leave, clear: entry }
}

/** Whether a schedule holds at a weekday (1 Monday … 7 Sunday) and minute; a period over midnight belongs to the day it begins on. */
export const holds = (schedule: readonly SchedulePeriod[], { day, minute }: { day: number; minute: number }): boolean => {
  if (schedule.length === 0) return true
  const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  const before = day === 1 ? 7 : day - 1
  return schedule.some(({ days, from, to }) => {
    const start = minutes(from)
    const end = minutes(to)
    if (end > start) return days.includes(day) && minute >= start && minute < end
    return (days.includes(day) && minute >= start) || (days.includes(before) && minute < end)
  })
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
): { standing: Standing | undefined; effects: Effect[] } => {
  if (!active(b.time)) return over(fence, standing, b.time)
  if (b.accuracy > accuracyLimit) return { standing, effects: [] }
  const from = a && b.time - a.time <= interpolateUpTo && active(a.time) ? a : null
  return fence.fence.type === 'noEntry' ? stepNoEntry(fence, standing, from, b) : stepNoExit(fence, standing, from, b)
}

/** The fence holds no longer for this device: a raised condition returns at once. */
export const over = (
  fence: CompiledFence,
  standing: Standing | undefined,
  time: number,
): { standing: undefined; effects: Effect[] } => ({
  standing: undefined,
  effects: standing?.phase === 'violated' || standing?.phase === 'clearing' ? [{ kind: 'return', fence, end: time }] : [],
})

/** The same object while nothing changed: a standing is written only when it is another one. */
const kept = (fence: CompiledFence, standing: Standing | undefined, phase: Standing['phase'], since: number): Standing =>
  standing?.phase === phase && standing.since === since ? standing : { fence: fence.id, phase, since }

const onFloor = (fence: CompiledFence, fix: Fix): boolean =>
  fence.fence.floor === null || fix.floor === null || fence.fence.floor === fix.floor

interface Stay {
  readonly from: number
  readonly to: number
  readonly atStart: boolean
  readonly atEnd: boolean
  /** The middle of it. */
  readonly lng: number
  readonly lat: number
}
const noSpans: Stay[] = []

/** The times that the way from `a` to `b` spends inside. */
const spansOf = (fence: CompiledFence, a: Fix | null, b: Fix): Stay[] => {
  if (!a || !onFloor(fence, a) || !onFloor(fence, b) || !fence.shape.meets(a.lng, a.lat, b.lng, b.lat)) return noSpans
  const length = b.time - a.time
  return fence.shape.inside(a.lng, a.lat, b.lng, b.lat).map(([from, to]) => {
    const middle = (from + to) / 2
    return {
      from: a.time + from * length,
      to: a.time + to * length,
      atStart: from === 0,
      atEnd: to === 1,
      lng: a.lng + (b.lng - a.lng) * middle,
      lat: a.lat + (b.lat - a.lat) * middle,
    }
  })
}

const contains = (fence: CompiledFence, fix: Fix): boolean => onFloor(fence, fix) && fence.shape.contains(fix.lng, fix.lat)
/** Out by more than the fix may be wrong. */
const clearlyOutside = (fence: CompiledFence, fix: Fix): boolean =>
  !onFloor(fence, fix) || fence.shape.distance(fix.lng, fix.lat) - fix.accuracy > 0

const stepNoEntry = (
  fence: CompiledFence,
  standing: Standing | undefined,
  a: Fix | null,
  b: Fix,
): { standing: Standing | undefined; effects: Effect[] } => {
  const effects: Effect[] = []
  const inside = contains(fence, b)
  const violated = (): Standing => ({ fence: fence.id, phase: 'violated', since: b.time })
  const phase = standing?.phase ?? 'calm'
  // Who is inside and stays there is asked most of all, and nothing else need be known of him.
  if (inside && phase === 'violated') return { standing, effects }
  if (inside && phase === 'clearing') return { standing: violated(), effects }
  const spans = spansOf(fence, a, b)
  const lastInside = spans.at(-1)?.to
  if (standing && phase === 'clearing') {
    const since = Math.max(standing.since, lastInside ?? 0)
    const over = b.time - since >= fence.clear && clearlyOutside(fence, b)
    return over
      ? { standing: undefined, effects: [{ kind: 'return', fence, end: since }] }
      : { standing: kept(fence, standing, 'clearing', since), effects }
  }
  const clearlyOut = !inside && clearlyOutside(fence, b)
  if (phase === 'violated') {
    if (!clearlyOut) return { standing, effects }
    const since = lastInside ?? b.time
    if (b.time - since >= fence.clear) return { standing: undefined, effects: [{ kind: 'return', fence, end: since }] }
    return { standing: { fence: fence.id, phase: 'clearing', since }, effects }
  }

  // Calm or confirming: look for a stay that lasted long enough, the one under way when the segment began first.
  const began = phase === 'confirming' && standing && a ? standing.since : null
  for (const span of spans) {
    const start = span.atStart && began !== null ? began : span.from
    const stay = span.to - start
    if (span.to > span.from && stay >= fence.confirm) {
      effects.push({ kind: 'raise', fence, start, lng: span.atEnd ? b.lng : span.lng, lat: span.atEnd ? b.lat : span.lat })
      if (inside) return { standing: violated(), effects }
      if (clearlyOut && b.time - span.to >= fence.clear)
        return { standing: undefined, effects: [...effects, { kind: 'return', fence, end: span.to }] }
      return { standing: clearlyOut ? { fence: fence.id, phase: 'clearing', since: span.to } : violated(), effects }
    }
  }
  if (!inside) return { standing: undefined, effects }
  const arriving = spans.at(-1)
  const since = arriving?.atEnd ? (arriving.atStart && began !== null ? began : arriving.from) : b.time
  if (b.time - since >= fence.confirm) {
    return { standing: violated(), effects: [{ kind: 'raise', fence, start: since, lng: b.lng, lat: b.lat }] }
  }
  return { standing: kept(fence, standing, 'confirming', since), effects }
}

const stepNoExit = (
  fence: CompiledFence,
  standing: Standing | undefined,
  a: Fix | null,
  b: Fix,
): { standing: Standing | undefined; effects: Effect[] } => {
  const inside = contains(fence, b)
  const clearlyOut = !inside && clearlyOutside(fence, b)
  // Who was never seen inside is not held by a fence that forbids to leave.
  if (!standing) return { standing: inside ? { fence: fence.id, phase: 'calm', since: b.time } : undefined, effects: [] }
  if (standing.phase === 'calm' || standing.phase === 'confirming') {
    if (!clearlyOut)
      return { standing: standing.phase === 'calm' ? standing : { fence: fence.id, phase: 'calm', since: b.time }, effects: [] }
    const left = spansOf(fence, a, b).at(-1)?.to ?? b.time
    const since = standing.phase === 'confirming' ? Math.max(standing.since, spansOf(fence, a, b).at(-1)?.to ?? 0) : left
    if (b.time - since < fence.confirm) return { standing: kept(fence, standing, 'confirming', since), effects: [] }
    return {
      standing: { fence: fence.id, phase: 'violated', since: b.time },
      effects: [{ kind: 'raise', fence, start: since, lng: b.lng, lat: b.lat }],
    }
  }
  if (!inside)
    return {
      standing: standing.phase === 'violated' ? standing : { fence: fence.id, phase: 'violated', since: b.time },
      effects: [],
    }
  const since = standing.phase === 'clearing' ? standing.since : b.time
  if (b.time - since < fence.clear) return { standing: kept(fence, standing, 'clearing', since), effects: [] }
  return { standing: { fence: fence.id, phase: 'calm', since: b.time }, effects: [{ kind: 'return', fence, end: since }] }
}

/**
 * A fix that arrived after later ones: whether the way over it, unlike the straight way that was judged, held a stay in a
 * no-entry fence that counts. The stay is over by now, so its alarm is raised and returned at once.
 */
export const probeLate = (
  fence: CompiledFence,
  before: Fix | null,
  late: Fix,
  after: Fix,
  active: (time: number) => boolean,
): Effect[] => {
  if (fence.fence.type !== 'noEntry' || !active(late.time) || late.accuracy > accuracyLimit) return []
  const near = (a: Fix, b: Fix): boolean => b.time - a.time <= interpolateUpTo
  const inside = (fix: Fix): boolean => contains(fence, fix)
  if ((before && inside(before)) || inside(after)) return []
  if (before && near(before, after) && spansOf(fence, before, after).length > 0) return []
  const toward = before && near(before, late) ? spansOf(fence, before, late) : []
  const away = near(late, after) ? spansOf(fence, late, after) : []
  const start = toward.at(-1)?.atEnd ? (toward.at(-1)?.from ?? late.time) : late.time
  const end = away[0]?.atStart ? away[0].to : late.time
  const passed = [...toward, ...away].find((span) => span.to > span.from && span.to - span.from >= fence.confirm)
  if (inside(late) && end - start >= fence.confirm) {
    return [
      { kind: 'raise', fence, start, lng: late.lng, lat: late.lat },
      { kind: 'return', fence, end },
    ]
  }
  if (!passed) return []
  return [
    { kind: 'raise', fence, start: passed.from, lng: passed.lng, lat: passed.lat },
    { kind: 'return', fence, end: passed.to },
  ]
}
