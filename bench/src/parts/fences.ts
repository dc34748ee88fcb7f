import Flatbush from 'flatbush'
import type { Point } from '@vigil/contract/hazards/entities.ts'
import { fence, type Fence } from '@vigil/contract/hazards/fence.ts'
import { createSiteClock } from '../../../server/src/kernel/time.ts'
import type { Fix, Standings } from '../../../server/src/modules/hazards/index.ts'
import { createFenceWatch } from '../../../server/src/modules/hazards/watch.ts'
import { against, interleave } from '../measure.ts'
import type { Part } from '../part.ts'
import { at, star } from '../site.ts'

const fences = 2_000
const devices = 2_000
/** Metres of a square site. */
const side = 3_000

/** A record with what a save presets. */
const storedFence = fence.record.extend(fence.saved)
/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const makeFences = (): Fence[] => {
  const random = dice(1)
  return Array.from({ length: fences }, (_, index) =>
    storedFence.parse({
      id: String(index + 1),
      version: 1,
      name: `fence ${index}`,
      type: 'noEntry',
      shape: 'polygon',
      points: star(random() * side, random() * side, 10 + random() * 20),
      level: 2,
      deptName: null,
      areaName: null,
    }),
  )
}

/** Devices that walk on, a fix each every three seconds. */
const walk = (steps: number): Fix[][] => {
  const random = dice(2)
  const places = Array.from({ length: devices }, () => ({ east: random() * side, north: random() * side, course: random() * 7 }))
  return Array.from({ length: steps }, (_, step) =>
    places.map((place) => {
      place.course += random() - 0.5
      place.east = (place.east + 4 * Math.cos(place.course) + side) % side
      place.north = (place.north + 4 * Math.sin(place.course) + side) % side
      return { time: 1_760_000_000_000 + step * 3_000, ...at(place.east, place.north), accuracy: 2, floor: null }
    }),
  )
}

/** The least that has to be done: which boxes hold the point, which of their rings do. */
const createFloor = (list: readonly Fence[]) => {
  const index = new Flatbush(list.length)
  const rings = list.map(({ points }) => {
    const lngs = points.map(([lng]) => lng)
    const lats = points.map(([, lat]) => lat)
    index.add(Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats))
    return Float64Array.from(points.flatMap((point: Point) => point))
  })
  index.finish()
  const holds = (ring: Float64Array, x: number, y: number): boolean => {
    let inside = false
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const yi = ring[i + 1] as number
      const yj = ring[j + 1] as number
      const xi = ring[i] as number
      if (yi > y !== yj > y && x < (((ring[j] as number) - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
    }
    return inside
  }
  return (lng: number, lat: number): number => {
    let count = 0
    for (const candidate of index.search(lng, lat, lng, lat)) if (holds(rings[candidate] as Float64Array, lng, lat)) count += 1
    return count
  }
}

export const part: Part = {
  about: `Fixes of ${devices} walking devices against ${fences} fences of 12 corners, 10 to 30 m around, on 3 × 3 km: FenceWatch.advance, which keeps standings and looks at the way between two fixes, against flatbush and a point-in-ring test alone.`,
  order: 30,
  run: async (deps) => {
    const list = makeFences()
    const steps = walk(deps.quick ? 100 : 300)
    const watch = createFenceWatch(createSiteClock('Asia/Shanghai'))
    watch.load(list, [])
    const floor = createFloor(list)
    let effects = 0
    let held = 0

    const standings: (Standings | null)[] = Array.from({ length: devices }, () => null)
    const before: (Fix | null)[] = Array.from({ length: devices }, () => null)
    const subject = { kind: 'badge', deptIds: ['1'], personId: null } as const
    /** The walk goes round by turns; at its beginning nobody stands anywhere yet. */
    const ours = (slice: number): Promise<number> => {
      if (slice === 0) {
        standings.fill(null)
        before.fill(null)
      }
      const step = steps[slice] ?? []
      for (let device = 0; device < devices; device += 1) {
        const fix = step[device] as Fix
        const advanced = watch.advance(subject, standings[device] ?? null, before[device] ?? null, fix)
        standings[device] = advanced.standings
        before[device] = fix
        effects += advanced.effects.length
      }
      return Promise.resolve(devices)
    }
    const peer = (slice: number): Promise<number> => {
      for (const { lng, lat } of steps[slice] ?? []) held += floor(lng, lat)
      return Promise.resolve(devices)
    }
    await interleave(2, steps.length, ours, peer)
    const rates = await interleave(deps.rounds, steps.length, ours, peer)
    if (effects === 0 || held === 0) throw new Error('nobody entered a fence: nothing was measured')
    return [
      against({
        what: 'fixes judged a second',
        ...rates,
        peerName: 'flatbush + ring test',
        unit: 'fixes/s',
        limit: { atLeast: 0.5 },
      }),
    ]
  },
}
