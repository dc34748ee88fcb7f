import type { Point } from '@vigil/contract/hazards/entities.ts'
import { shapeParts, type Fields } from '@vigil/contract/kernel/field.ts'
import type { Shape, ShapeKind } from '../map/draw/shape.ts'

/** What a form holds, or a record. */
type Values = Readonly<Record<string, unknown>>

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** What is drawn, as a record with these points holds it; null where it holds none. */
export const shapeIn = (points: unknown, { shape, radius, halfWidth }: Values): Shape | null =>
  Array.isArray(points) && typeof shape === 'string' && shape !== ''
    ? {
        shape: shape as ShapeKind,
        points: points as readonly Point[],
        radius: numberIn(radius),
        halfWidth: numberIn(halfWidth),
      }
    : null

const ownNumber: Readonly<Record<string, ShapeKind>> = { radius: 'circle', halfWidth: 'corridor' }
const pointsIn = (fields: Fields): string | null => Object.keys(fields).find((name) => fields[name]?.as.kind === 'shape') ?? null

/** A number that the shape of a draft does not have: it waits for the shape that has it, and is not saved. */
export const isOfOtherShape = (fields: Fields, draft: Values, name: string): boolean =>
  name in ownNumber && pointsIn(fields) !== null && draft['shape'] !== ownNumber[name]

/** What means nothing yet: the number of another shape, and everything about a shape before it has a point. */
export const isIdle = (fields: Fields, draft: Values, name: string): boolean => {
  const points = shapeParts.includes(name) ? pointsIn(fields) : null
  if (points === null) return false
  const drawn = draft[points]
  return !Array.isArray(drawn) || drawn.length === 0 || isOfOtherShape(fields, draft, name)
}
