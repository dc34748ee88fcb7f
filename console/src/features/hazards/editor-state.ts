import type { Fence } from '@vigil/contract/hazards/entities.ts'
import { begin, record, redo, undo, type History } from '../../shared/map/draw/history.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { differences, draftOf, emptyDraft, shapeOf, type FenceDraft, type FenceFields, type FieldName } from './fence-draft.ts'

/** Why the server did not save. `field` is null where it names none. */
export interface Refusal {
  readonly field: FieldName | null
  readonly text: string
}

/** The fence that is open, as it is stored and as it is being changed. */
export interface EditorState {
  /** What was last read or saved; null for a new fence. */
  readonly base: Fence | null
  readonly fields: FenceFields
  readonly shapes: History<Shape>
  /** Saving was tried: from now on every problem is shown. */
  readonly tried: boolean
  readonly refusal: Refusal | null
}

export type EditorAction =
  | { readonly kind: 'open'; readonly fence: Fence | null }
  | { readonly kind: 'set'; readonly fields: Partial<FenceFields> }
  | { readonly kind: 'draw'; readonly shape: Shape; readonly tag: string | null }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'tried' }
  | { readonly kind: 'refused'; readonly refusal: Refusal | null }
  /** Go on with what was typed on top of another record: of a newer version, or of none. */
  | { readonly kind: 'rebase'; readonly base: Fence | null }

export const opened = (fence: Fence | null): EditorState => {
  const draft = fence ? draftOf(fence) : emptyDraft
  return { base: fence, fields: draft, shapes: begin(shapeOf(draft)), tried: false, refusal: null }
}

export const draftIn = ({ fields, shapes }: EditorState): FenceDraft => ({ ...fields, ...shapes.present })

/** The fields that differ from what is stored. The kind of a new shape that has no points yet is none. */
export const changesIn = (state: EditorState): FieldName[] => {
  const draft = draftIn(state)
  const changed = differences(state.base ? draftOf(state.base) : emptyDraft, draft)
  return state.base === null && draft.points.length === 0 ? changed.filter((name) => !shapeNames.includes(name)) : changed
}

/** A refusal is over once its field is changed, one without a field with any change. */
const without = (refusal: Refusal | null, names: readonly string[]): Refusal | null =>
  refusal && (refusal.field === null || names.includes(refusal.field)) ? null : refusal
const shapeNames = ['shape', 'points', 'radius', 'halfWidth']

export const reduce = (state: EditorState, action: EditorAction): EditorState => {
  switch (action.kind) {
    case 'open':
      return opened(action.fence)
    case 'set':
      return {
        ...state,
        fields: { ...state.fields, ...action.fields },
        refusal: without(state.refusal, Object.keys(action.fields)),
      }
    case 'draw':
      return { ...state, shapes: record(state.shapes, action.shape, action.tag), refusal: without(state.refusal, shapeNames) }
    case 'undo':
      return { ...state, shapes: undo(state.shapes) }
    case 'redo':
      return { ...state, shapes: redo(state.shapes) }
    case 'tried':
      return { ...state, tried: true, refusal: null }
    case 'refused':
      return { ...state, refusal: action.refusal }
    case 'rebase':
      return { ...state, base: action.base, refusal: null }
  }
}
