import { fenceDefaults } from '@vigil/contract/hazards/entities.ts'
import { useMemo, useState } from 'react'
import type { RecordEditor } from '../../shared/form/use-record-editor.ts'
import { begin, record, redo, undo, type History } from '../../shared/map/draw/history.ts'
import { isComplete, type Shape } from '../../shared/map/draw/shape.ts'
import type { Draft } from '../../shared/spec/record.ts'
import { shapeIn } from '../../shared/spec/shape-parts.ts'

const nothing: Shape = { shape: 'polygon', points: [], radius: null, halfWidth: null }

/** What is drawn of a fence; one that becomes a corridor has the usual width. */
export const drawnIn = (draft: Draft): Shape => {
  const shape = shapeIn(draft['points'], draft) ?? nothing
  return shape.shape === 'corridor' ? shape : { ...shape, halfWidth: shape.halfWidth ?? fenceDefaults.corridorHalfWidth }
}

/** The fields of a fence in which a shape is kept. */
export const asFields = ({ shape, points, radius, halfWidth }: Shape): Draft => ({ shape, points, radius, halfWidth })

/** The same thing on the map, whatever numbers other shapes have left behind. */
const isAlike = (a: Shape, b: Shape): boolean =>
  a.shape === b.shape &&
  JSON.stringify(a.points) === JSON.stringify(b.points) &&
  (a.shape !== 'circle' || a.radius === b.radius) &&
  (a.shape !== 'corridor' || a.halfWidth === b.halfWidth)

/** The steps that led to a shape; of one that came from elsewhere there are none. */
export const stepsTo = (known: History<Shape>, shape: Shape): History<Shape> =>
  isAlike(known.present, shape) ? known : begin(shape)

export interface ShapeSteps {
  readonly shape: Shape
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly set: (shape: Shape, tag: string | null) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** The shape in a form with the steps that made it, to be taken back one by one; `form` tells one form from another. */
export const useShapeSteps = ({ draft, set, touch }: RecordEditor, form: number): ShapeSteps => {
  const { points, shape: kind, radius, halfWidth } = draft
  // One and the same while nothing of it changes: whoever draws it begins anew with another.
  const shape = useMemo(() => drawnIn({ points, shape: kind, radius, halfWidth }), [points, kind, radius, halfWidth])
  const [kept, keep] = useState(() => ({ form, steps: begin(shape) }))
  const steps = kept.form === form ? stepsTo(kept.steps, shape) : begin(shape)
  const become = (next: History<Shape>): void => {
    if (next === steps) return
    keep({ form, steps: next })
    for (const [name, value] of Object.entries(asFields(next.present))) set(name, value)
    // What is drawn is seen: so is what is wrong with it.
    if (isComplete(next.present)) touch('points')
  }
  return {
    shape,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    set: (next, tag) => become(record(steps, next, tag)),
    undo: () => become(undo(steps)),
    redo: () => become(redo(steps)),
  }
}
