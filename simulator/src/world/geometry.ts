/** A place on the plan's drawing: metres to the east and to the south of its corner. */
export type Metres = readonly [x: number, y: number]

/** Not by `Math.hypot`, which guards against numbers that no plan has and takes many times as long. */
export const distance = (a: Metres, b: Metres): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  return Math.sqrt(dx * dx + dy * dy)
}

/** The place `part` of the way from `a` to `b`. */
export const between = (a: Metres, b: Metres, part: number): Metres => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]

/** Direction of travel in degrees clockwise from north, 0 up to 360. */
export const courseOf = (a: Metres, b: Metres): number => {
  const degrees = (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180) / Math.PI
  return (degrees + 360) % 360
}

export const distanceToSegment = (place: Metres, a: Metres, b: Metres): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square))
  return distance(place, [a[0] + dx * part, a[1] + dy * part])
}

export const distanceToLine = (place: Metres, line: readonly Metres[]): number =>
  Math.min(...pairs(line).map(([a, b]) => distanceToSegment(place, a, b)))

/** Each point with the one after it. */
export const pairs = <T>(list: readonly T[]): [T, T][] => {
  const found: [T, T][] = []
  let before: T | undefined
  for (const item of list) {
    if (before !== undefined) found.push([before, item])
    before = item
  }
  return found
}

/** Whether a place lies inside a ring that is given without its repeated first point. */
export const insideRing = (place: Metres, ring: readonly Metres[]): boolean => {
  let inside = false
  let before = ring.at(-1)
  for (const corner of ring) {
    if (
      before &&
      corner[1] > place[1] !== before[1] > place[1] &&
      place[0] < ((before[0] - corner[0]) * (place[1] - corner[1])) / (before[1] - corner[1]) + corner[0]
    ) {
      inside = !inside
    }
    before = corner
  }
  return inside
}

export const rectangle = (x: number, y: number, width: number, height: number): Metres[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** A ring of `corners` points around a circle, the first one in the north. */
export const circle = (x: number, y: number, radius: number, corners = 32): Metres[] =>
  Array.from({ length: corners }, (_, at): Metres => {
    const angle = (at / corners) * 2 * Math.PI
    return [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius]
  })

/** A rectangle whose short ends are half circles. */
export const stadium = (x: number, y: number, width: number, height: number): Metres[] => {
  const radius = height / 2
  const half = (centre: number, from: number): Metres[] =>
    Array.from({ length: 13 }, (_, at): Metres => {
      const angle = ((from + at * 15) * Math.PI) / 180
      return [centre + Math.sin(angle) * radius, y + radius - Math.cos(angle) * radius]
    })
  return [...half(x + width - radius, 0), ...half(x + radius, 180)]
}

/** Where two segments cross or touch, null where they do neither or run in parallel. */
export const crossing = (a: Metres, b: Metres, c: Metres, d: Metres): Metres | null => {
  const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
  if (Math.abs(cross) < 1e-9) return null
  const onFirst = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross
  const onSecond = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / cross
  const slack = 1e-6
  if (onFirst < -slack || onFirst > 1 + slack || onSecond < -slack || onSecond > 1 + slack) return null
  return between(a, b, onFirst)
}
