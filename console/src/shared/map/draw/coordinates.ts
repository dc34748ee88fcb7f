import type { Point } from '@vigil/contract/hazards/entities.ts'
import { roundedPoint, shifted, type ShapeKind } from './shape.ts'

/** A typed number of degrees, null while it is none. */
export const coordinateOf = (text: string, limit: number): number | null => {
  const trimmed = text.trim()
  if (!/^-?\d+(\.\d*)?$/.test(trimmed)) return null
  const value = Number(trimmed)
  return Math.abs(value) <= limit ? Number(value.toFixed(7)) : null
}

/** `118.36, 31.17` or `118.36 31.17`: both numbers of a point at once, longitude first. */
export const pastedPoint = (text: string): Point | null => {
  const parts = text.trim().split(/[\s,，;；]+/)
  if (parts.length !== 2) return null
  const [lng, lat] = [coordinateOf(parts[0] ?? '', 180), coordinateOf(parts[1] ?? '', 90)]
  return lng === null || lat === null ? null : [lng, lat]
}

const apart = 20

/** Where a new point goes: between its neighbours, beside the last one, or to the middle of the map. */
export const pointAfter = (points: readonly Point[], at: number, home: Point, kind: ShapeKind): Point => {
  const before = points[at]
  if (!before) return roundedPoint(home)
  const next = points[at + 1] ?? (kind === 'polygon' && points.length > 2 ? points[0] : undefined)
  if (next) return roundedPoint([(before[0] + next[0]) / 2, (before[1] + next[1]) / 2])
  // The third corner must not lie on the line of the first two.
  return points.length % 2 === 0 ? shifted(before, 0, -apart) : shifted(before, apart, 0)
}
