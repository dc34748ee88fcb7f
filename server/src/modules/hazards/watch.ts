import { objectKind, type Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { HazardPoint } from '@vigil/contract/hazards/hazard-point.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { AreaRule } from './area-rules.ts'
import { areaOf, circle, polygon, type Shape } from './geometry.ts'
import { createGrid } from './grid.ts'
import { stretchesByLate, type Stretch } from './late-ways.ts'
import type { NearRule } from './near-rules.ts'
import {
  compile,
  contains,
  heldSince,
  holds,
  interpolateUpTo,
  isJudged,
  isPerson,
  judgedBy,
  noEffects,
  shapeOf,
  step,
  type CompiledFence,
  type Effect,
  type Fix,
  type JudgedDepts,
  type Standing,
  type Step,
  type Subject,
} from './rules.ts'

/** Where a device stands with the few fences that it is near. */
export type Standings = readonly Standing[]
/** Where a device stands after a fix, the same object while nothing changed, and what the fix raised or returned. */
interface Advanced {
  readonly standings: Standings | null
  readonly effects: readonly Effect[]
}
/** The answer to most fixes. */
const nowhere: Advanced = { standings: null, effects: noEffects }
const gone: Step = { standing: undefined, effects: noEffects }
const stands = (standings: Standings, id: string): boolean => {
  for (const standing of standings) if (standing.fence === id) return true
  return false
}
/** The way of each device is held against it; the others ask who is inside. */
export const judgesWays = ({ type }: Pick<Fence, 'type'>): boolean => type === 'noEntry' || type === 'noExit' || type === 'speed'
/** Of which vehicles are nobody, whatever else a fence applies to. */
const ofPeople: ReadonlySet<Fence['type']> = new Set(['still', 'post', 'assembly', 'patrol'])
/** At which whoever is allowed is not left out: it is his post or his round, or everybody has to come. */
const ofEverybody: ReadonlySet<Fence['type']> = new Set(['post', 'assembly', 'patrol'])
/** Whose people are asked for wherever they belong. */
const ofPost: ReadonlySet<Fence['type']> = new Set(['post', 'patrol'])
const isNamed = ({ allowUserIds, allowDeptIds }: Fence, { personId, deptIds }: Subject): boolean =>
  (personId !== null && allowUserIds.includes(personId)) ||
  (allowDeptIds.length > 0 && deptIds.some((id) => allowDeptIds.includes(id)))
const appliesTo = ({ type, deviceTypes }: Fence, subject: Subject): boolean => {
  const { kind } = subject
  if (type === 'speed') return kind === 'car'
  return ofPeople.has(type) ? isPerson(subject) : deviceTypes.length === 0 || deviceTypes.includes(kind)
}
const warnsByPlace = ({ lng, lat, radius }: HazardPoint): boolean => lng !== null && lat !== null && radius !== null
const warnsByBeacon = ({ beaconMinor, beaconRssi }: HazardPoint): boolean => beaconMinor !== null && beaconRssi !== null
/** Whether a hazard source warns of who is nearer than its radius, or hears its beacon. */
export const warns = (point: HazardPoint): boolean =>
  point.enable === 1 && point.objectKind !== objectKind.code.positioning && (warnsByPlace(point) || warnsByBeacon(point))
/** Degrees that nobody goes between two reports between which the straight way is known: a mile or more. */
const reachOfWay = 0.02
const boxOf = (way: readonly Fix[]): Shape['box'] => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { lng, lat } of way) {
    west = Math.min(west, lng)
    south = Math.min(south, lat)
    east = Math.max(east, lng)
    north = Math.max(north, lat)
  }
  return [west, south, east, north]
}
const always = (): boolean => true
const never = (): boolean => false

/** A beacon as a report tells of it: its minor, and how strong it was, dBm. */
export interface HeardBeacon {
  readonly minor: number
  readonly rssi: number
}

/** All fences and areas, indexed, as every report is held against them. */
export interface FenceWatch {
  readonly load: (
    fences: readonly Fence[],
    areas: readonly HazardArea[],
    depts?: JudgedDepts,
    points?: readonly HazardPoint[],
  ) => void
  /** One later fix of a device: where it stands now, and what that raises or returns. */
  readonly advance: (subject: Subject, standings: Standings | null, before: Fix | null, fix: Fix) => Advanced
  /** Milliseconds around fixes that came after later ones of which the way has to be known; null where no fence asks for them. */
  readonly lateReach: (subject: Subject, fixes: readonly Fix[]) => number | null
  /** What such fixes make of the way that they are of, all of which is given in its order. */
  readonly late: (subject: Subject, way: readonly Fix[], isLate: (fix: Fix) => boolean) => Stretch[]
  /** Whether any fence in force has anything to ask of somebody. */
  readonly concerns: (subject: Subject) => boolean
  /** Whether any fence in force says how fast vehicles may drive. */
  readonly limitsSpeed: () => boolean
  /** The strictest of those that hold for a vehicle where and when a fix is; null where none does. */
  readonly speedFenceAt: (subject: Subject, fix: Fix) => Fence | null
  /** The smallest hazard area that holds a point. */
  readonly areaAt: (lng: number, lat: number) => HazardArea | null
  /** Whether a point is within one of some hazard areas; null where one of them is gone. */
  readonly within: (areaIds: readonly string[], lng: number, lat: number) => boolean | null
  /** Fences in force that are judged by who is inside all at once; no report is held against them. */
  readonly areaRules: () => readonly AreaRule[]
  /** Hazard sources that warn of who is near. */
  readonly nearRules: () => readonly NearRule[]
  /** The ids of those whose beacons somebody hears strongly enough. */
  readonly heardPoints: (subject: Subject, beacons: readonly HeardBeacon[]) => string[]
}

type RulesByBeacon = ReadonlyMap<number | null, readonly NearRule[]>
/** Of each beacon as strong as it was at its strongest, however often a report names it. */
const heardOf = (byBeacon: RulesByBeacon, subject: Subject, beacons: readonly HeardBeacon[]): string[] => {
  const strongest = new Map<number, number>()
  for (const { minor, rssi } of beacons)
    if (byBeacon.has(minor)) strongest.set(minor, Math.max(rssi, strongest.get(minor) ?? Number.NEGATIVE_INFINITY))
  return [...strongest].flatMap(([minor, rssi]) =>
    (byBeacon.get(minor) ?? [])
      .filter(({ point, watches }) => rssi >= (point.beaconRssi ?? Number.POSITIVE_INFINITY) && watches(subject))
      .map(({ point }) => point.id),
  )
}

const createAreaIndex = () => {
  let areas: { area: HazardArea; shape: Shape; size: number }[] = []
  let grid = createGrid([])
  return {
    load: (all: readonly HazardArea[]): void => {
      areas = all.map((area) => {
        const points = area.points as [Point, ...Point[]]
        return { area, shape: polygon(points), size: areaOf(points) }
      })
      grid = createGrid(areas.map(({ shape }) => shape.box))
    },
    at: (lng: number, lat: number): HazardArea | null => {
      const held = grid
        .near(lng, lat, lng, lat)
        .map((candidate) => areas[candidate] as (typeof areas)[number])
        .filter(({ shape }) => shape.distance(lng, lat) <= 0)
        .sort((a, b) => a.size - b.size)
      return held[0]?.area ?? null
    },
    within: (areaIds: readonly string[], lng: number, lat: number): boolean | null => {
      const asked = areas.filter(({ area }) => areaIds.includes(area.id))
      return asked.length < areaIds.length ? null : asked.some(({ shape }) => shape.distance(lng, lat) <= 0)
    },
  }
}

const limitsSpeed = ({ fence }: CompiledFence): boolean => fence.type === 'speed' && fence.enable === 1
/** Of those that limit a speed where a fix is, and are in force, the strictest. */
const strictestOf = (candidates: readonly CompiledFence[], fix: Fix, isActive: (fence: CompiledFence) => boolean): Fence | null =>
  candidates
    .filter((fence) => fence.type === 'speed' && contains(fence, fix) && isActive(fence))
    .map(({ fence }) => fence)
    .toSorted((one, other) => (one.speedLimit ?? Infinity) - (other.speedLimit ?? Infinity))[0] ?? null

export const createFenceWatch = (clock: Pick<SiteClock, 'weekTime'>): FenceWatch => {
  let fences: CompiledFence[] = []
  let byId = new Map<string, CompiledFence>()
  let grid = createGrid([])
  let areaRules: readonly AreaRule[] = []
  let nearRules: readonly NearRule[] = []
  let byBeacon: RulesByBeacon = new Map()
  const areas = createAreaIndex()

  const watches = ({ fence, judged }: Pick<CompiledFence, 'fence' | 'judged'>, subject: Subject): boolean =>
    fence.enable === 1 &&
    isJudged(judged, subject) &&
    appliesTo(fence, subject) &&
    (ofEverybody.has(fence.type) || !isNamed(fence, subject))
  const activeFor = (fence: CompiledFence, subject: Subject): ((time: number) => boolean) => {
    if (fence.unconditional) return always
    if (!watches(fence, subject)) return never
    return fence.fence.schedule.length === 0 ? always : (time) => holds(fence.fence.schedule, clock.weekTime(time))
  }
  const fenceAt = (at: number): CompiledFence => fences[at] as CompiledFence
  /** Fences whose box meets the way. */
  const near = (a: Fix, b: Fix): readonly number[] => grid.near(a.lng, a.lat, b.lng, b.lat)
  /** Fences that ask for a way by the box around it, so many degrees wider; who is kept in by one is so wherever he goes. */
  const around = (subject: Subject, way: readonly Fix[], wider: number): CompiledFence[] => {
    if (way.length === 0) return []
    const [west, south, east, north] = boxOf(way)
    const met = new Set(grid.near(west - wider, south - wider, east + wider, north + wider))
    return fences.filter((fence, at) => (fence.type === 'noExit' || met.has(at)) && activeFor(fence, subject) !== never)
  }
  /** Who stands somewhere with a fence is mostly near it still: looking there first is quicker than a map of them all. */
  const fenceOf = (id: string, candidates: readonly number[]): CompiledFence | undefined => {
    for (let at = 0; at < candidates.length; at += 1) {
      const fence = fenceAt(candidates[at] as number)
      if (fence.id === id) return fence
    }
    return byId.get(id)
  }

  return {
    load: (allFences, allAreas, depts, points = []) => {
      fences = allFences.filter(judgesWays).map((fence) => compile(fence, judgedBy(fence.deptId, depts)))
      areaRules = allFences
        .filter((fence) => fence.enable === 1 && !judgesWays(fence))
        .map((fence) => {
          const rule = { fence, judged: judgedBy(fence.deptId, depts) }
          return {
            fence,
            shape: shapeOf(fence),
            holdsAt: (time) => holds(fence.schedule, clock.weekTime(time)),
            watches: (subject) => watches(rule, subject),
            names: (subject) => isNamed(fence, subject),
            heldSince: (time) => heldSince(fence.schedule, time, clock.weekTime),
          }
        })
      nearRules = points.flatMap((point) => {
        const { lng, lat, radius, deptId } = point
        if (!warns(point)) return []
        const judged = judgedBy(deptId, depts)
        const watches = (subject: Subject): boolean => isPerson(subject) && isJudged(judged, subject)
        const shape = lng === null || lat === null || radius === null ? null : circle([lng, lat], radius)
        return [{ point, shape, watches }]
      })
      byBeacon = Map.groupBy(
        nearRules.filter(({ point }) => warnsByBeacon(point)),
        ({ point }) => point.beaconMinor,
      )
      byId = new Map(fences.map((fence) => [fence.id, fence]))
      grid = createGrid(fences.map(({ shape }) => shape.box))
      areas.load(allAreas)
    },
    advance: (subject, standings, before, fix) => {
      const from = before && fix.time - before.time <= interpolateUpTo ? before : fix
      const candidates = near(from, fix)
      if (standings === null && candidates.length === 0) return nowhere
      let next: Standing[] | null = null
      let effects = noEffects
      if (standings !== null) {
        for (const standing of standings) {
          const fence = fenceOf(standing.fence, candidates)
          // A fence that is gone has had its alarms returned when it went.
          const result = fence ? step(fence, standing, before, fix, activeFor(fence, subject)) : gone
          if (result.standing === standing) continue
          if (result.effects.length > 0) effects = [...effects, ...result.effects]
          next = (next ?? standings).filter((known) => known !== standing)
          if (result.standing) next.push(result.standing)
        }
      }
      for (let at = 0; at < candidates.length; at += 1) {
        const fence = fenceAt(candidates[at] as number)
        // One that stands somewhere with it already was asked above; of the others most are only near.
        if (standings !== null && stands(standings, fence.id)) continue
        if (fence.shape.course(from.lng, from.lat, fix.lng, fix.lat) === 'outside') continue
        const result = step(fence, undefined, before, fix, activeFor(fence, subject))
        if (result.effects.length > 0) effects = [...effects, ...result.effects]
        if (result.standing) next = [...(next ?? standings ?? []), result.standing]
      }
      if (next === null && standings === null && effects === noEffects) return nowhere
      return { standings: next === null ? standings : next.length === 0 ? null : next, effects }
    },
    lateReach: (subject, fixes) => {
      const asking = around(subject, fixes, reachOfWay)
      if (asking.length === 0) return null
      return interpolateUpTo + Math.max(...asking.map(({ confirm, clear }) => Math.max(confirm, clear)))
    },
    late: (subject, way, isLate) =>
      around(subject, way, 0).flatMap((fence) => stretchesByLate(fence, way, isLate, activeFor(fence, subject))),
    concerns: (subject) =>
      fences.some((fence) => fence.unconditional || watches(fence, subject)) ||
      areaRules.some(
        (rule) => rule.watches(subject) || (ofPost.has(rule.fence.type) && subject.kind !== 'car' && rule.names(subject)),
      ),
    limitsSpeed: () => fences.some(limitsSpeed),
    speedFenceAt: (subject, fix) => strictestOf(near(fix, fix).map(fenceAt), fix, (fence) => activeFor(fence, subject)(fix.time)),
    areaAt: areas.at,
    within: areas.within,
    areaRules: () => areaRules,
    nearRules: () => nearRules,
    heardPoints: (subject, beacons) => (byBeacon.size === 0 ? [] : heardOf(byBeacon, subject, beacons)),
  }
}
