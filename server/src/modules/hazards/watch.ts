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

/** Where a device stands with the few fences that it is near. */
export type Standings = readonly Standing[]
/** Degrees; some thirty metres. */
const cell = 0.0003
const cellRows = 2 ** 21
const cellsKept = 100_000
const nothing: number[] = []
const noEffects: Effect[] = []
const gone = { standing: undefined, effects: noEffects }
const stands = (standings: Standings, id: string): boolean => {
  for (const standing of standings) if (standing.fence === id) return true
  return false
}
const boxMeets = (box: Shape['box'], a: Fix, b: Fix): boolean =>
  (a.lng >= box[0] || b.lng >= box[0]) &&
  (a.lng <= box[2] || b.lng <= box[2]) &&
  (a.lat >= box[1] || b.lat >= box[1]) &&
  (a.lat <= box[3] || b.lat <= box[3])
const always = (): boolean => true
const never = (): boolean => false

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
  const cells = new Map<number, readonly number[]>()

  const watches = ({ fence }: CompiledFence, subject: Subject): boolean =>
    fence.enable === 1 &&
    (fence.deviceTypes.length === 0 || fence.deviceTypes.includes(subject.kind)) &&
    !(subject.personId !== null && fence.allowUserIds.includes(subject.personId)) &&
    (fence.allowDeptIds.length === 0 || !subject.deptIds.some((id) => fence.allowDeptIds.includes(id)))
  const activeFor = (fence: CompiledFence, subject: Subject): ((time: number) => boolean) => {
    if (!watches(fence, subject)) return never
    return fence.fence.schedule.length === 0 ? always : (time) => holds(fence.fence.schedule, clock.weekTime(time))
  }
  /** Fences whose box meets the way: a device mostly stays within one cell, whose few candidates are looked up once. */
  const near = (from: Fix, b: Fix): readonly number[] => {
    if (!index) return nothing
    const x = Math.floor(b.lng / cell)
    const y = Math.floor(b.lat / cell)
    if (x === Math.floor(from.lng / cell) && y === Math.floor(from.lat / cell)) {
      const key = x * cellRows + y
      const known = cells.get(key)
      if (known) return known
      const found = index.search(x * cell, y * cell, (x + 1) * cell, (y + 1) * cell)
      if (cells.size >= cellsKept) cells.clear()
      cells.set(key, found)
      return found
    }
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
      cells.clear()
      areas = allAreas.map((area) => {
        const points = area.points as [Point, ...Point[]]
        return { area, shape: polygon(points), size: areaOf(points) }
      })
      areaIndex = indexOf(areas.map(({ shape }) => shape.box))
    },
    advance: (subject, standings, before, fix) => {
      const from = before && fix.time - before.time <= interpolateUpTo ? before : fix
      const candidates = near(from, fix)
      let next: Standing[] | null = null
      let effects = noEffects
      if (standings !== null) {
        for (const standing of standings) {
          const fence = byId.get(standing.fence)
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
        if (!boxMeets(fence.shape.box, from, fix) || !fence.shape.meets(from.lng, from.lat, fix.lng, fix.lat)) continue
        const result = step(fence, undefined, before, fix, activeFor(fence, subject))
        if (result.effects.length > 0) effects = [...effects, ...result.effects]
        if (result.standing) next = [...(next ?? standings ?? []), result.standing]
      }
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
      const held = (areaIndex?.search(lng, lat, lng, lat) ?? [])
        .map((candidate) => areas[candidate] as (typeof areas)[number])
        .filter(({ shape }) => shape.distance(lng, lat) <= 0)
        .sort((a, b) => a.size - b.size)
      return held[0]?.area ?? null
    },
  }
}
