import Flatbush from 'flatbush'
import type { Fence, HazardArea, Point } from '@vigil/contract/hazards/entities.ts'
import type { SiteClock } from '../../kernel/time.ts'
import { areaOf, polygon, type Shape } from './geometry.ts'
import {
  compile,
  holds,
  interpolateUpTo,
  probeLate,
  step,
  type CompiledFence,
  type Effect,
  type Fix,
  type Standing,
} from './rules.ts'

/** Who moves: what fences ask about a device. */
export interface Subject {
  readonly kind: 'hat' | 'badge' | 'car'
  readonly deptIds: readonly string[]
  readonly personId: string | null
}

export type Standings = ReadonlyMap<string, Standing>
const none: Standings = new Map()
const nothing: number[] = []
const noEffects: Effect[] = []

/** All fences and areas, indexed, as every report is held against them. */
export interface FenceWatch {
  readonly load: (fences: readonly Fence[], areas: readonly HazardArea[]) => void
  /** One later fix of a device: where it stands now, and what that raises or returns. */
  readonly advance: (
    subject: Subject,
    standings: Standings | null,
    before: Fix | null,
    fix: Fix,
  ) => { standings: Standings | null; effects: Effect[] }
  /** A fix that came after a later one. */
  readonly late: (subject: Subject, before: Fix | null, fix: Fix, after: Fix) => Effect[]
  /** The smallest hazard area that holds a point. */
  readonly areaAt: (lng: number, lat: number) => HazardArea | null
}

const indexOf = (boxes: readonly Shape['box'][]): Flatbush | null => {
  if (boxes.length === 0) return null
  const index = new Flatbush(boxes.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  return index
}

export const createFenceWatch = (clock: Pick<SiteClock, 'weekTime'>): FenceWatch => {
  let fences: CompiledFence[] = []
  let byId = new Map<string, CompiledFence>()
  let index: Flatbush | null = null
  let areas: { area: HazardArea; shape: Shape; size: number }[] = []
  let areaIndex: Flatbush | null = null

  const watches = ({ fence }: CompiledFence, subject: Subject): boolean =>
    fence.enable === 1 &&
    (fence.deviceTypes.length === 0 || fence.deviceTypes.includes(subject.kind)) &&
    !(subject.personId !== null && fence.allowUserIds.includes(subject.personId)) &&
    !subject.deptIds.some((id) => fence.allowDeptIds.includes(id))
  const activeFor = (fence: CompiledFence, subject: Subject): ((time: number) => boolean) => {
    if (!watches(fence, subject)) return () => false
    return fence.fence.schedule.length === 0 ? () => true : (time) => holds(fence.fence.schedule, clock.weekTime(time))
  }
  const near = (from: Fix, b: Fix): number[] => {
    if (!index) return nothing
    return index.search(
      Math.min(from.lng, b.lng),
      Math.min(from.lat, b.lat),
      Math.max(from.lng, b.lng),
      Math.max(from.lat, b.lat),
    )
  }

  return {
    load: (allFences, allAreas) => {
      fences = allFences.map(compile)
      byId = new Map(fences.map((fence) => [fence.id, fence]))
      index = indexOf(fences.map(({ shape }) => shape.box))
      areas = allAreas.map((area) => {
        const points = area.points as [Point, ...Point[]]
        return { area, shape: polygon(points), size: areaOf(points) }
      })
      areaIndex = indexOf(areas.map(({ shape }) => shape.box))
    },
    advance: (subject, standings, before, fix) => {
      const from = before && fix.time - before.time <= interpolateUpTo ? before : fix
      const candidates = near(from, fix)
      let next: Map<string, Standing> | null = null
      let effects: Effect[] = noEffects
      const judge = (fence: CompiledFence, standing: Standing | undefined): void => {
        const result = step(fence, standing, before, fix, activeFor(fence, subject))
        if (result.effects.length > 0) effects = [...effects, ...result.effects]
        if (result.standing === standing) return
        next ??= new Map(standings ?? none)
        if (result.standing) next.set(fence.id, result.standing)
        else next.delete(fence.id)
      }
      for (const candidate of candidates) {
        const fence = fences[candidate] as CompiledFence
        if (standings?.has(fence.id)) continue
        if (fence.shape.meets(from.lng, from.lat, fix.lng, fix.lat)) judge(fence, undefined)
      }
      if (standings) {
        for (const [id, standing] of standings) {
          const fence = byId.get(id)
          if (fence) judge(fence, standing)
          else {
            // A fence that is gone has had its alarms returned when it went.
            next ??= new Map(standings)
            next.delete(id)
          }
        }
      }
      // What `judge` has put there is out of the compiler's sight.
      const stands = next as Map<string, Standing> | null
      return { standings: stands === null ? standings : stands.size === 0 ? null : stands, effects }
    },
    late: (subject, before, fix, after) => {
      const asked = new Set([...near(before ?? fix, fix), ...near(fix, after)])
      return [...asked].flatMap((candidate) => {
        const fence = fences[candidate] as CompiledFence
        return probeLate(fence, before, fix, after, activeFor(fence, subject))
      })
    },
    areaAt: (lng, lat) => {
      const held = (areaIndex?.search(lng, lat, lng, lat) ?? [])
        .map((candidate) => areas[candidate] as (typeof areas)[number])
        .filter(({ shape }) => shape.distance(lng, lat) <= 0)
        .sort((a, b) => a.size - b.size)
      return held[0]?.area ?? null
    },
  }
}
