import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { earthRadius, metresBetween } from '@vigil/contract/kernel/earth.ts'
import { mercatorX, mercatorY, unitsPerMetre } from '../geo/mercator.ts'

const rad = Math.PI / 180

/** Length of a line in metres. */
export const lengthOf = (line: readonly Point[]): number =>
  line.reduce((sum, point, at) => sum + (at === 0 ? 0 : metresBetween(line[at - 1] ?? point, point)), 0)

/** A ring prepared for many questions: typed coordinates and their bounds. */
export interface Ring {
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const ringOf = (points: readonly Point[]): Ring => {
  const xs = Float64Array.from(points, ([lng]) => lng)
  const ys = Float64Array.from(points, ([, lat]) => lat)
  return { xs, ys, west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) }
}

/** Whether a point lies inside a ring, by crossing number; bounds are looked at first. */
export const inside = (ring: Ring, lng: number, lat: number): boolean => {
  if (lng < ring.west || lng > ring.east || lat < ring.south || lat > ring.north) return false
  const { xs, ys } = ring
  let within = false
  for (let at = 0, before = xs.length - 1; at < xs.length; before = at, at += 1) {
    const y = ys[at] ?? 0
    const yBefore = ys[before] ?? 0
    if (y > lat === yBefore > lat) continue
    const x = xs[at] ?? 0
    if (lng < (((xs[before] ?? 0) - x) * (lat - y)) / (yBefore - y) + x) within = !within
  }
  return within
}

/** Metres from a point to the nearest edge of a ring; over the few hundred metres that matter the earth is flat. */
export const metresToEdge = ({ xs, ys }: Ring, lng: number, lat: number): number => {
  const [perLng, perLat] = [earthRadius * rad * Math.cos(lat * rad), earthRadius * rad]
  let nearest = Infinity
  for (let at = 0, before = xs.length - 1; at < xs.length; before = at, at += 1) {
    const [x, y] = [((xs[before] ?? 0) - lng) * perLng, ((ys[before] ?? 0) - lat) * perLat]
    const [alongX, alongY] = [((xs[at] ?? 0) - lng) * perLng - x, ((ys[at] ?? 0) - lat) * perLat - y]
    const length = alongX ** 2 + alongY ** 2
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / length))
    nearest = Math.min(nearest, Math.hypot(x + share * alongX, y + share * alongY))
  }
  return nearest
}

/** How large rings are beside each other, in square degrees: those of one site lie on one latitude. */
export const sizeOf = ({ xs, ys }: Ring): number => {
  let twice = 0
  for (let at = 0, before = xs.length - 1; at < xs.length; before = at, at += 1)
    twice += (xs[before] ?? 0) * (ys[at] ?? 0) - (xs[at] ?? 0) * (ys[before] ?? 0)
  return Math.abs(twice) / 2
}

/** Square metres of a ring. */
export const areaOf = (points: readonly Point[]): number => {
  const first = points[0]
  if (!first) return 0
  const metre = unitsPerMetre(first[1])
  const flat = points.map(([lng, lat]) => [mercatorX(lng) / metre, mercatorY(lat) / metre] as const)
  const twice = flat.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = flat[(at + 1) % flat.length] ?? [x, y]
    return sum + (x * nextY - nextX * y)
  }, 0)
  return Math.abs(twice) / 2
}

/** Moves a point by metres to the east and to the north. */
const moved = ([lng, lat]: Point, east: number, north: number): Point => [
  lng + east / (earthRadius * rad * Math.cos(lat * rad)),
  lat + north / (earthRadius * rad),
]

export const circleAround = (centre: Point, radius: number, corners = 64): Point[] =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI
    return moved(centre, radius * Math.cos(angle), radius * Math.sin(angle))
  })

const halfCircle = 8

/** The outline of everything within `half` metres of a line. */
export const corridorAround = (line: readonly Point[], half: number): Point[] => {
  const side = (points: readonly Point[]): Point[] =>
    points.flatMap((point, at): Point[] => {
      const next = points[at + 1]
      const from = next ? point : (points[at - 1] ?? point)
      const to = next ?? point
      const east = (to[0] - from[0]) * Math.cos(point[1] * rad)
      const north = to[1] - from[1]
      const heading = Math.atan2(north, east)
      if (next) return [moved(point, half * Math.sin(heading), -half * Math.cos(heading))]
      return Array.from({ length: halfCircle + 1 }, (_, part) => {
        const angle = heading - Math.PI / 2 + (part / halfCircle) * Math.PI
        return moved(point, half * Math.cos(angle), half * Math.sin(angle))
      })
    })
  return [...side(line), ...side([...line].reverse())]
}

/** The outline of a fence, whatever its shape. */
export const fenceOutline = ({
  shape,
  points,
  radius,
  halfWidth,
}: Pick<Fence, 'shape' | 'points' | 'radius' | 'halfWidth'>): Point[] => {
  const centre = points[0]
  if (shape === 'circle' && centre) return circleAround(centre, radius ?? 0)
  return shape === 'corridor' ? corridorAround(points, halfWidth ?? 0) : points
}

export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const boundsOf = (points: readonly (readonly [number, number])[]): Bounds | null => {
  if (points.length === 0) return null
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of points) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { west, south, east, north }
}
