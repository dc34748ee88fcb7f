import { metresPerDegree } from '@vigil/contract/kernel/earth.ts'
import type { Point } from '@vigil/contract/hazards/entities.ts'

/** A part of a segment, as fractions of its length from its beginning. */
export type Span = readonly [from: number, to: number]

/** A first look at a way: wholly inside or outside for certain, or worth to be looked at closer. */
type Course = 'inside' | 'outside' | 'unsure'

/**
 * A closed shape on the ground, ready for many questions. Distances in metres on a plane that touches the earth at the
 * shape: over the few kilometres of a site the error stays below what any positioning can tell.
 */
export interface Shape {
  /** minLng, minLat, maxLng, maxLat. */
  readonly box: readonly [number, number, number, number]
  /** Metres to the edge: negative inside. */
  readonly distance: (lng: number, lat: number) => number
  readonly contains: (lng: number, lat: number) => boolean
  /** Quicker than the parts, and all that most ways need. */
  readonly course: (aLng: number, aLat: number, bLng: number, bLat: number) => Course
  /** The parts of the way from a to b that lie inside, in order. */
  readonly inside: (aLng: number, aLat: number, bLng: number, bLat: number) => readonly Span[]
}

const planeAt = ([lng0, lat0]: Point) => {
  const east = metresPerDegree * Math.cos((lat0 * Math.PI) / 180)
  return {
    x: (lng: number): number => (lng - lng0) * east,
    y: (lat: number): number => (lat - lat0) * metresPerDegree,
    lng: (x: number): number => lng0 + x / east,
    lat: (y: number): number => lat0 + y / metresPerDegree,
  }
}
type Plane = ReturnType<typeof planeAt>

const boxOf = (xs: readonly number[], ys: readonly number[], margin: number, plane: Plane): Shape['box'] => [
  plane.lng(Math.min(...xs) - margin),
  plane.lat(Math.min(...ys) - margin),
  plane.lng(Math.max(...xs) + margin),
  plane.lat(Math.max(...ys) + margin),
]

/** Whether the box of the way from a to b meets a box. */
const boxMeets = (box: Shape['box'], aLng: number, aLat: number, bLng: number, bLat: number): boolean =>
  (aLng >= box[0] || bLng >= box[0]) &&
  (aLng <= box[2] || bLng <= box[2]) &&
  (aLat >= box[1] || bLat >= box[1]) &&
  (aLat <= box[3] || bLat <= box[3])

const toSegment = (x: number, y: number, ax: number, ay: number, bx: number, by: number): number => {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - t * dx, y - ay - t * dy)
}

/** Rings and lines lie in typed arrays, x and y by turns: walked millions of times a second. */
const flat = (points: readonly Point[], plane: Plane): Float64Array => {
  const values = new Float64Array(points.length * 2)
  points.forEach(([lng, lat], index) => {
    values[index * 2] = plane.x(lng)
    values[index * 2 + 1] = plane.y(lat)
  })
  return values
}

const ringContains = (ring: Float64Array, x: number, y: number): boolean => {
  let inside = false
  const n = ring.length
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const yi = ring[i + 1] as number
    const yj = ring[j + 1] as number
    if (yi > y !== yj > y && x < (((ring[j] as number) - (ring[i] as number)) * (y - yi)) / (yj - yi) + (ring[i] as number))
      inside = !inside
  }
  return inside
}

const ringEdgeDistance = (ring: Float64Array, x: number, y: number): number => {
  let best = Number.POSITIVE_INFINITY
  const n = ring.length
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    best = Math.min(best, toSegment(x, y, ring[j] as number, ring[j + 1] as number, ring[i] as number, ring[i + 1] as number))
  }
  return best
}

const nowhere: readonly Span[] = []
const allTheWay: readonly Span[] = [[0, 1]]

/** Where the way from a to b meets a side of the ring, unordered. */
const ringCuts = (ring: Float64Array, ax: number, ay: number, bx: number, by: number): number[] | null => {
  const dx = bx - ax
  const dy = by - ay
  let cuts: number[] | null = null
  const n = ring.length
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const px = ring[j] as number
    const py = ring[j + 1] as number
    const ex = (ring[i] as number) - px
    const ey = (ring[i + 1] as number) - py
    const cross = dx * ey - dy * ex
    if (cross === 0) continue
    const u = ((px - ax) * dy - (py - ay) * dx) / cross
    if (!(u >= 0 && u <= 1)) continue
    const t = ((px - ax) * ey - (py - ay) * ex) / cross
    if (!(t > 0 && t < 1)) continue
    if (cuts === null) cuts = [t]
    else cuts.push(t)
  }
  return cuts
}

const ringSpans = (ring: Float64Array, ax: number, ay: number, bx: number, by: number): readonly Span[] => {
  const dx = bx - ax
  const dy = by - ay
  const crossed = ringCuts(ring, ax, ay, bx, by)
  // Who stays on one side of the edge, as most do, is wholly inside or not at all.
  if (crossed === null) return ringContains(ring, ax + dx / 2, ay + dy / 2) ? allTheWay : nowhere
  const cuts = [0, ...crossed.sort((a, b) => a - b), 1]
  const spans: [number, number][] = []
  for (let k = 1; k < cuts.length; k += 1) {
    const from = cuts[k - 1] as number
    const to = cuts[k] as number
    if (to <= from) continue
    const middle = (from + to) / 2
    if (!ringContains(ring, ax + dx * middle, ay + dy * middle)) continue
    const last = spans.at(-1)
    if (last && last[1] === from) last[1] = to
    else spans.push([from, to])
  }
  return spans
}

const circleSpan = (cx: number, cy: number, r: number, ax: number, ay: number, bx: number, by: number): Span | null => {
  const dx = bx - ax
  const dy = by - ay
  const fx = ax - cx
  const fy = ay - cy
  const a = dx * dx + dy * dy
  const c = fx * fx + fy * fy - r * r
  if (a === 0) return c <= 0 ? [0, 1] : null
  const b = fx * dx + fy * dy
  const discriminant = b * b - a * c
  if (discriminant <= 0) return null
  const root = Math.sqrt(discriminant)
  const from = Math.max(0, (-b - root) / a)
  const to = Math.min(1, (-b + root) / a)
  return to > from ? [from, to] : null
}

const merge = (spans: Span[]): Span[] => {
  const merged: [number, number][] = []
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Two points lie for certain on one side of a line, whatever rounding does, if their cross products with it multiply to more. */
const touch = 1e-24

/**
 * Whether the way from a to b crosses a side of a ring, and if not whether b lies in it, in one walk around it. Both are the
 * same in degrees as in metres, so the ring is taken as it came. Where it ends at a side, or nearly so, the parts decide.
 */
const ringCourse = (ring: Float64Array, ax: number, ay: number, bx: number, by: number): Course => {
  let inside = false
  let touches = false
  const n = ring.length
  const dx = bx - ax
  const dy = by - ay
  const moves = dx !== 0 || dy !== 0
  let px = ring[n - 2] as number
  let py = ring[n - 1] as number
  let pSide = dx * (py - ay) - dy * (px - ax)
  for (let i = 0; i < n; i += 2) {
    const qx = ring[i] as number
    const qy = ring[i + 1] as number
    const qSide = dx * (qy - ay) - dy * (qx - ax)
    if (qy > by !== py > by && bx < ((px - qx) * (by - qy)) / (py - qy) + qx) inside = !inside
    // Unless both ends of the side lie on one side of the way, it is worth asking the other way round.
    if (moves && pSide * qSide < touch) {
      const ex = qx - px
      const ey = qy - py
      const a = ex * (ay - py) - ey * (ax - px)
      const b = ex * (by - py) - ey * (bx - px)
      if (pSide > 0 !== qSide > 0 && a > 0 !== b > 0) return 'unsure'
      if (a * b < touch) touches = true
    }
    px = qx
    py = qy
    pSide = qSide
  }
  if (!inside) return 'outside'
  return touches ? 'unsure' : 'inside'
}

export const polygon = (points: readonly [Point, ...Point[]]): Shape => {
  const plane = planeAt(points[0])
  const ring = flat(points, plane)
  const degrees = Float64Array.from(points.flat())
  const lngs = points.map(([lng]) => lng)
  const lats = points.map(([, lat]) => lat)
  const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)] as const
  return {
    box,
    distance: (lng, lat) => {
      const x = plane.x(lng)
      const y = plane.y(lat)
      const edge = ringEdgeDistance(ring, x, y)
      return ringContains(ring, x, y) ? -edge : edge
    },
    contains: (lng, lat) => boxMeets(box, lng, lat, lng, lat) && ringContains(degrees, lng, lat),
    course: (aLng, aLat, bLng, bLat) =>
      boxMeets(box, aLng, aLat, bLng, bLat) ? ringCourse(degrees, aLng, aLat, bLng, bLat) : 'outside',
    inside: (aLng, aLat, bLng, bLat) => {
      if (aLng === bLng && aLat === bLat) return ringContains(degrees, aLng, aLat) ? allTheWay : nowhere
      return ringSpans(ring, plane.x(aLng), plane.y(aLat), plane.x(bLng), plane.y(bLat))
    },
  }
}

export const circle = (centre: Point, radius: number): Shape => {
  const plane = planeAt(centre)
  return {
    box: boxOf([0], [0], radius, plane),
    distance: (lng, lat) => Math.hypot(plane.x(lng), plane.y(lat)) - radius,
    contains: (lng, lat) => Math.hypot(plane.x(lng), plane.y(lat)) <= radius,
    course: (aLng, aLat, bLng, bLat) =>
      toSegment(0, 0, plane.x(aLng), plane.y(aLat), plane.x(bLng), plane.y(bLat)) <= radius ? 'unsure' : 'outside',
    inside: (aLng, aLat, bLng, bLat) => {
      const span = circleSpan(0, 0, radius, plane.x(aLng), plane.y(aLat), plane.x(bLng), plane.y(bLat))
      return span ? [span] : []
    },
  }
}

/** Everything within `halfWidth` metres of a line. */
export const corridor = (points: readonly [Point, ...Point[]], halfWidth: number): Shape => {
  const plane = planeAt(points[0])
  const line = flat(points, plane)
  const legs: (readonly [number, number, number, number])[] = []
  for (let i = 2; i < line.length; i += 2) {
    legs.push([line[i - 2] as number, line[i - 1] as number, line[i] as number, line[i + 1] as number])
  }
  if (legs.length === 0) legs.push([0, 0, 0, 0])
  /** A leg with its round ends is convex, so a segment meets it in one span. */
  const legSpan = ([px, py, qx, qy]: (typeof legs)[number], ax: number, ay: number, bx: number, by: number): Span | null => {
    const length = Math.hypot(qx - px, qy - py)
    const spans = [circleSpan(px, py, halfWidth, ax, ay, bx, by), circleSpan(qx, qy, halfWidth, ax, ay, bx, by)].filter(
      (span) => span !== null,
    )
    if (length > 0) {
      const nx = (-(qy - py) / length) * halfWidth
      const ny = ((qx - px) / length) * halfWidth
      const body = Float64Array.of(px + nx, py + ny, qx + nx, qy + ny, qx - nx, qy - ny, px - nx, py - ny)
      spans.push(...(ax === bx && ay === by ? [] : ringSpans(body, ax, ay, bx, by)))
    }
    if (spans.length === 0) return null
    return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, to]) => to))]
  }
  const distance = (lng: number, lat: number): number => {
    const x = plane.x(lng)
    const y = plane.y(lat)
    return Math.min(...legs.map(([px, py, qx, qy]) => toSegment(x, y, px, py, qx, qy))) - halfWidth
  }
  return {
    // The box of a corridor is little larger than it is: there is nothing quicker than the question itself.
    contains: (lng, lat) => distance(lng, lat) <= 0,
    course: () => 'unsure',
    box: boxOf(
      legs.flatMap(([px, , qx]) => [px, qx]),
      legs.flatMap(([, py, , qy]) => [py, qy]),
      halfWidth,
      plane,
    ),
    distance,
    inside: (aLng, aLat, bLng, bLat) => {
      if (aLng === bLng && aLat === bLat) return distance(aLng, aLat) <= 0 ? allTheWay : nowhere
      const [ax, ay, bx, by] = [plane.x(aLng), plane.y(aLat), plane.x(bLng), plane.y(bLat)]
      return merge(legs.map((leg) => legSpan(leg, ax, ay, bx, by)).filter((span) => span !== null))
    },
  }
}

/** Square metres of a ring; tells the smaller of two areas that both hold a point. */
export const areaOf = (points: readonly [Point, ...Point[]]): number => {
  const ring = flat(points, planeAt(points[0]))
  let twice = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += (ring[j] as number) * (ring[i + 1] as number) - (ring[i] as number) * (ring[j + 1] as number)
  }
  return Math.abs(twice) / 2
}

/** Square metres that somebody can be in; less is a line or a point. */
const leastArea = 0.01
/** Whether a ring holds no ground: its points are one, or lie on one line. */
export const isFlat = (points: readonly Point[]): boolean => {
  const [first, ...rest] = points
  return first === undefined || areaOf([first, ...rest]) < leastArea
}

/** Whether a ring crosses itself, which makes what is inside it a matter of opinion. */
export const crossesItself = (points: readonly Point[]): boolean => {
  const n = points.length
  const side = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
  for (let i = 0; i < n; i += 1) {
    const a = points[i] as Point
    const b = points[(i + 1) % n] as Point
    for (let j = i + 2; j < n; j += 1) {
      if (i === 0 && j === n - 1) continue
      const c = points[j] as Point
      const d = points[(j + 1) % n] as Point
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true
    }
  }
  return false
}
