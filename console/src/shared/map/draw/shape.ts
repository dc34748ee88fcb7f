import type { Point } from '@vigil/contract/hazards/entities.ts'
import type { Fence } from '@vigil/contract/hazards/fence.ts'
import { earthRadius, metresBetween } from '@vigil/contract/kernel/earth.ts'
import { areaOf, boundsOf, circleAround, corridorAround, fenceOutline, lengthOf } from '../geometry.ts'

export type ShapeKind = Fence['shape']

/** What is drawn: the points as the contract means them, with the number that goes with them. */
export interface Shape {
  readonly shape: ShapeKind
  /** Polygon: its ring without the repeated first point. Circle: its centre. Corridor: its middle line. */
  readonly points: readonly Point[]
  /** Metres; null while a number field is empty. */
  readonly radius: number | null
  readonly halfWidth: number | null
}

/** The numbers that the contract allows, metres. */
export const radiusRange = { least: 1, most: 50_000 } as const
export const halfWidthRange = { least: 1, most: 5_000 } as const
/** Digits behind the point of a coordinate: 7 are a centimetre. */
export const precision = 7

const rad = Math.PI / 180
const metresPerDegree = earthRadius * rad

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
export const roundedPoint = ([lng, lat]: readonly [number, number]): Point => [rounded(lng, precision), rounded(lat, precision)]

/** A number of metres as a drag gives it: within its range, a decimetre is enough. */
export const roundedMetres = (metres: number, { least, most }: { readonly least: number; readonly most: number }): number =>
  Math.min(most, Math.max(least, rounded(metres, 1)))

/** How many points a shape has at least, and at most. */
export const pointRange = (kind: ShapeKind): { readonly least: number; readonly most: number } =>
  kind === 'circle' ? { least: 1, most: 1 } : { least: kind === 'corridor' ? 2 : 3, most: 500 }

export const samePoints = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every(([lng, lat], at) => lng === b[at]?.[0] && lat === b[at]?.[1])

type Coordinates = readonly (readonly number[])[]
const pointOf = ([lng = 0, lat = 0]: readonly number[]): Point => roundedPoint([lng, lat])

/** The points of a ring as GeoJSON has it, which repeats its first. */
export const pointsOfRing = (ring: Coordinates): Point[] => ring.slice(0, -1).map(pointOf)
export const pointsOfLine = (line: Coordinates): Point[] => line.map(pointOf)
export const ringOfPoints = (points: readonly Point[]): number[][] =>
  [...points, ...points.slice(0, 1)].map((point) => [...roundedPoint(point)])

/** Centre and radius of a circle that was drawn as a ring of many corners. */
export const circleOfRing = (ring: Coordinates): { readonly centre: Point; readonly radius: number } => {
  const corners = ring.slice(0, -1)
  const mean = (axis: 0 | 1): number =>
    corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / Math.max(1, corners.length)
  const centre: Point = [mean(0), mean(1)]
  const radius =
    corners.reduce((sum, [lng = 0, lat = 0]) => sum + metresBetween(centre, [lng, lat]), 0) / Math.max(1, corners.length)
  return { centre: roundedPoint(centre), radius: roundedMetres(radius, radiusRange) }
}

/** Two sides of a ring that cross, by the places of their first points; null for a ring that is in order. */
export const crossing = (points: readonly Point[]): readonly [number, number] | null => {
  const side = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  const count = points.length
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 2; j < count; j += 1) {
      if (i === 0 && j === count - 1) continue
      const [a, b, c, d] = [points[i], points[(i + 1) % count], points[j], points[(j + 1) % count]]
      if (!a || !b || !c || !d) continue
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return [i, j]
    }
  }
  return null
}

/** Where two sides of a ring cross. */
export const crossingPoint = (points: readonly Point[], [i, j]: readonly [number, number]): Point | null => {
  const [a, b, c, d] = [points[i], points[(i + 1) % points.length], points[j], points[(j + 1) % points.length]]
  if (!a || !b || !c || !d) return null
  const [ex, ey, fx, fy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const t = ((c[0] - a[0]) * fy - (c[1] - a[1]) * fx) / (ex * fy - ey * fx)
  return [a[0] + t * ex, a[1] + t * ey]
}

/** Whether a shape has all it takes to be drawn on a map. */
export const isComplete = ({ shape, points, radius, halfWidth }: Shape): boolean =>
  points.length >= pointRange(shape).least &&
  (shape !== 'circle' || radius !== null) &&
  (shape !== 'corridor' || halfWidth !== null)

export interface Measured {
  /** Metres around it. */
  readonly around: number
  /** Metres of a corridor's middle line. */
  readonly length: number
  /** Square metres. */
  readonly area: number
}

/** Length and area of a shape, null while it is not complete. */
export const measure = (shape: Shape): Measured | null => {
  if (!isComplete(shape)) return null
  const length = shape.shape === 'corridor' ? lengthOf(shape.points) : 0
  if (shape.shape === 'circle') {
    const radius = shape.radius ?? 0
    return { around: 2 * Math.PI * radius, length, area: Math.PI * radius ** 2 }
  }
  const outline = fenceOutline({ ...shape, points: [...shape.points] })
  return { around: lengthOf([...outline, ...outline.slice(0, 1)]), length, area: areaOf(outline) }
}

/** Moves a point by metres to the east and to the north. */
export const shifted = ([lng, lat]: Point, east: number, north: number): Point =>
  roundedPoint([lng + east / (metresPerDegree * Math.cos(lat * rad)), lat + north / metresPerDegree])

/** The middle of a shape: by it the whole is moved. */
export const middleOf = (points: readonly Point[]): Point | null => {
  const bounds = boundsOf(points)
  return bounds && [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2]
}

/** The same points around another middle. */
export const movedTo = (points: readonly Point[], [lng, lat]: Point): Point[] => {
  const middle = middleOf(points)
  return middle ? points.map((point) => roundedPoint([point[0] + lng - middle[0], point[1] + lat - middle[1]])) : []
}

const flat = ([lng, lat]: Point, [lng0, lat0]: Point): readonly [number, number] => [
  (lng - lng0) * metresPerDegree * Math.cos(lat0 * rad),
  (lat - lat0) * metresPerDegree,
]

/** The leg of a line at which its width is held: the longest. */
const widthLeg = (points: readonly Point[]): readonly [Point, Point] | null => {
  let best: readonly [Point, Point] | null = null
  for (const [at, to] of points.entries()) {
    const from = points[at - 1]
    if (from && (!best || metresBetween(from, to) > metresBetween(...best))) best = [from, to]
  }
  return best
}

/** Where the handle of a corridor's half width stands: beside the middle of its longest leg. */
export const widthHandle = (points: readonly Point[], halfWidth: number): Point | null => {
  const leg = widthLeg(points)
  if (!leg) return null
  const [x, y] = flat(leg[1], leg[0])
  const length = Math.hypot(x, y)
  if (length === 0) return null
  return shifted(leg[0], x / 2 - (y / length) * halfWidth, y / 2 + (x / length) * halfWidth)
}

/** The half width that a handle dragged to a place asks for. */
export const halfWidthAt = (points: readonly Point[], place: Point): number | null => {
  const leg = widthLeg(points)
  if (!leg) return null
  const [x, y] = flat(leg[1], leg[0])
  const [px, py] = flat(place, leg[0])
  const length = Math.hypot(x, y)
  return length === 0 ? null : roundedMetres(Math.abs(x * py - y * px) / length, halfWidthRange)
}

export const radiusAt = (centre: Point, place: Point): number => roundedMetres(metresBetween(centre, place), radiusRange)

/** Corners of a circle that becomes a polygon. */
const cornersOfCircle = 12

/** The same place in another kind of shape, as near as it goes; what had no points yet has none then. */
export const converted = (shape: Shape, kind: ShapeKind): Shape => {
  const { points, radius, halfWidth } = shape
  const middle = middleOf(points)
  if (kind === shape.shape || !middle) return { ...shape, shape: kind }
  if (kind === 'circle') {
    const reach = points.reduce((sum, point) => sum + metresBetween(middle, point), 0) / points.length
    return { ...shape, shape: kind, points: [roundedPoint(middle)], radius: radius ?? roundedMetres(reach, radiusRange) }
  }
  if (shape.shape === 'circle') {
    const reach = radius ?? 0
    const ring =
      kind === 'polygon' ? circleAround(middle, reach, cornersOfCircle) : [shifted(middle, -reach, 0), shifted(middle, reach, 0)]
    return { ...shape, shape: kind, points: reach > 0 ? ring.map(roundedPoint) : [] }
  }
  if (kind === 'corridor') return { ...shape, shape: kind, points }
  const ring = points.length > 1 && halfWidth !== null ? corridorAround(points, halfWidth) : points
  return { ...shape, shape: kind, points: ring.map(roundedPoint) }
}
