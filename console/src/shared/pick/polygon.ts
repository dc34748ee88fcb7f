import type { Point } from '@vigil/contract/hazards/entities.ts'
import { crossing, pointRange, type Shape } from '../map/draw/shape.ts'

export const polygonOf = (points: readonly Point[]): Shape => ({ shape: 'polygon', points, radius: null, halfWidth: null })

/** What keeps points from being what is drawn. */
export type PolygonProblem =
  | { readonly kind: 'fewPoints'; readonly least: number; readonly n: number }
  | { readonly kind: 'manyPoints'; readonly most: number; readonly n: number }
  | { readonly kind: 'sidesCross'; readonly a: number; readonly b: number }

/** Null: nothing, they are one. Sides are counted from 1. */
export const polygonProblem = (points: readonly Point[]): PolygonProblem | null => shapeProblem(polygonOf(points))

/** The same of a shape of any kind; only the sides of an area may not cross. */
export const shapeProblem = ({ shape, points }: Pick<Shape, 'shape' | 'points'>): PolygonProblem | null => {
  const { least, most } = pointRange(shape)
  const n = points.length
  if (n < least) return { kind: 'fewPoints', least, n }
  if (n > most) return { kind: 'manyPoints', most, n }
  const cross = shape === 'polygon' ? crossing(points) : null
  return cross && { kind: 'sidesCross', a: cross[0] + 1, b: cross[1] + 1 }
}
