import type { Fence } from '@vigil/contract/hazards/entities.ts'
import type { Editable, EditingState } from '../../shared/editing/editing-state.ts'
import { begin, type History } from '../../shared/map/draw/history.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { differences, draftOf, emptyDraft, shapeOf, type FenceDraft, type FenceFields, type FieldName } from './fence-draft.ts'

/** What the form and the map hold of a fence: what was typed, and the shape with the steps that made it. */
export interface FenceSheet {
  readonly fields: FenceFields
  readonly shapes: History<Shape>
}

/** The fence that is open, as it is stored and as it is being changed. */
export type FenceState = EditingState<Fence, FenceSheet>

const sheetOf = (draft: FenceDraft): FenceSheet => ({ fields: draft, shapes: begin(shapeOf(draft)) })
export const emptySheet = sheetOf(emptyDraft)

export const draftIn = ({ fields, shapes }: FenceSheet): FenceDraft => ({ ...fields, ...shapes.present })

export const shapeNames: readonly FieldName[] = ['shape', 'points', 'radius', 'halfWidth']

/** The fields that differ from what is stored. The kind of a new shape that has no points yet is none. */
const changesIn = ({ base, initial, draft }: Pick<FenceState, 'base' | 'initial' | 'draft'>): FieldName[] => {
  const changed = differences(draftIn(initial), draftIn(draft))
  return base === null && draft.shapes.present.points.length === 0
    ? changed.filter((name) => !shapeNames.includes(name))
    : changed
}

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A shape that was drawn on since keeps all its steps. */
const carried = (from: FenceSheet, mine: FenceSheet, onto: FenceSheet): FenceSheet => {
  const names = Object.keys(mine.fields) as (keyof FenceFields)[]
  const typed = names.filter((name) => !isAlike(from.fields[name], mine.fields[name]))
  return {
    fields: { ...onto.fields, ...Object.fromEntries(typed.map((name) => [name, mine.fields[name]])) },
    shapes: isAlike(from.shapes.present, mine.shapes.present) ? onto.shapes : mine.shapes,
  }
}

/** A fence, as it is edited. */
export const editableFence: Editable<Fence, FenceSheet> = {
  draftOf: (fence) => sheetOf(draftOf(fence)),
  changes: changesIn,
  carried,
}
