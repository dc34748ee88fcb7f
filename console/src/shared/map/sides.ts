/** Pixels at each side. */
export interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** What the map keeps for itself, however much floats above it, pixels. */
const leastRoom = 160
const leastAir = 16

/** Of two sides as much as leaves the map some room, each in its part. */
const leaving = (first: number, second: number, size: number, air: number): readonly [number, number] => {
  const most = Math.max(0, size - leastRoom - 2 * air)
  const part = Math.min(1, most / Math.max(1, first + second))
  return [first * part + air, second * part + air]
}

/** The padding with some air, as much of it as leaves room for the map. */
export const spacedSides = (padding: Sides, width: number, height: number, air = leastAir): Sides => {
  const [left, right] = leaving(padding.left, padding.right, width, air)
  const [top, bottom] = leaving(padding.top, padding.bottom, height, air)
  return { left, right, top, bottom }
}
