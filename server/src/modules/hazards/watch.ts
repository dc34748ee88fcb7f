import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import type { HazardArea } from '@vigil/contract/hazards/hazard-area.ts'
import type { SiteClock } from '../../kernel/time.ts'
import type { AreaRule } from './area-rules.ts'
import { areaOf, polygon, type Shape } from './geometry.ts'
import { createGrid } from './grid.ts'
import {
  compile,
  holds,
  interpolateUpTo,
  noEffects,
  probeLate,
  shapeOf,
  step,
  type CompiledFence,
  type Effect,
  type Fix,
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
/** Fences and departments are read a moment apart: one that the departments do not know yet judges its own alone. */
const judgedBy = ({ id, deptId }: Fence, judged: ReadonlyMap<string, ReadonlySet<string>> | undefined) =>
  deptId === null ? null : (judged?.get(id) ?? new Set([deptId]))
/** The way of each device is held against it; the others ask who is inside. */
const judgesWays = ({ type }: Fence): boolean => type === 'noEntry' || type === 'noExit' || type === 'speed'
const always = (): boolean => true
const never = (): boolean => false

/** All fences and areas, indexed, as every report is held against them. */
export interface FenceWatch {
  /** `judged`: for each fence with a department, by its id, the departments that it judges. */
  readonly load: (
    fences: readonly Fence[],
    areas: readonly HazardArea[],
    judged?: ReadonlyMap<string, ReadonlySet<string>>,
  ) => void
  /** One later fix of a device: where it stands now, and what that raises or returns. */
  readonly advance: (subject: Subject, standings: Standings | null, before: Fix | null, fix: Fix) => Advanced
  /** A fix that came after a later one. */
  readonly late: (subject: Subject, before: Fix | null, fix: Fix, after: Fix) => Effect[]
  /** The smallest hazard area that holds a point. */
  readonly areaAt: (lng: number, lat: number) => HazardArea | null
  /** Fences in force that are judged by who is inside all at once; no report is held against them. */
  readonly areaRules: () => readonly AreaRule[]
}

export const createFenceWatch = (clock: Pick<SiteClock, 'weekTime'>): FenceWatch => {
  let fences: CompiledFence[] = []
  let byId = new Map<string, CompiledFence>()
  let grid = createGrid([])
  let areaRules: readonly AreaRule[] = []
  let areas: { area: HazardArea; shape: Shape; size: number }[] = []
  let areaGrid = createGrid([])

  const watches = ({ fence, judged }: Pick<CompiledFence, 'fence' | 'judged'>, subject: Subject): boolean =>
    fence.enable === 1 &&
    (judged === null || subject.deptIds.some((id) => judged.has(id))) &&
    (fence.type === 'speed'
      ? subject.kind === 'car'
      : fence.deviceTypes.length === 0 || fence.deviceTypes.includes(subject.kind)) &&
    !(subject.personId !== null && fence.allowUserIds.includes(subject.personId)) &&
    (fence.allowDeptIds.length === 0 || !subject.deptIds.some((id) => fence.allowDeptIds.includes(id)))
  const activeFor = (fence: CompiledFence, subject: Subject): ((time: number) => boolean) => {
    if (fence.unconditional) return always
    if (!watches(fence, subject)) return never
    return fence.fence.schedule.length === 0 ? always : (time) => holds(fence.fence.schedule, clock.weekTime(time))
  }
  /** Fences whose box meets the way. */
  const near = (a: Fix, b: Fix): readonly number[] => grid.near(a.lng, a.lat, b.lng, b.lat)
  /** Who stands somewhere with a fence is mostly near it still: looking there first is quicker than a map of them all. */
  const fenceOf = (id: string, candidates: readonly number[]): CompiledFence | undefined => {
    for (let at = 0; at < candidates.length; at += 1) {
      const fence = fences[candidates[at] as number] as CompiledFence
      if (fence.id === id) return fence
    }
    return byId.get(id)
  }

  return {
    load: (allFences, allAreas, judged) => {
      fences = allFences.filter(judgesWays).map((fence) => compile(fence, judgedBy(fence, judged)))
      areaRules = allFences
        .filter((fence) => fence.enable === 1 && !judgesWays(fence))
        .map((fence) => {
          const rule = { fence, judged: judgedBy(fence, judged) }
          return {
            fence,
            shape: shapeOf(fence),
            holdsAt: (time) => holds(fence.schedule, clock.weekTime(time)),
            watches: (subject) => watches(rule, subject),
          }
        })
      byId = new Map(fences.map((fence) => [fence.id, fence]))
      grid = createGrid(fences.map(({ shape }) => shape.box))
      areas = allAreas.map((area) => {
        const points = area.points as [Point, ...Point[]]
        return { area, shape: polygon(points), size: areaOf(points) }
      })
      areaGrid = createGrid(areas.map(({ shape }) => shape.box))
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
        const fence = fences[candidates[at] as number] as CompiledFence
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
    late: (subject, before, fix, after) => {
      const asked = new Set([...near(before ?? fix, fix), ...near(fix, after)])
      return [...asked].flatMap((candidate) => {
        const fence = fences[candidate] as CompiledFence
        return probeLate(fence, before, fix, after, activeFor(fence, subject))
      })
    },
    areaAt: (lng, lat) => {
      const held = areaGrid
        .near(lng, lat, lng, lat)
        .map((candidate) => areas[candidate] as (typeof areas)[number])
        .filter(({ shape }) => shape.distance(lng, lat) <= 0)
        .sort((a, b) => a.size - b.size)
      return held[0]?.area ?? null
    },
    areaRules: () => areaRules,
  }
}
