import { nameFieldOf } from '@vigil/contract/kernel/noun.ts'
import type { Draft } from './draft.ts'
import type { Row } from './record.ts'
import type { ShownName } from './sketch.ts'

/** A record that is open, as it is stored and as it is being changed. */
export interface EditorState {
  readonly base: Row | null
  /** What the form held when it was opened. */
  readonly initial: Draft
  readonly draft: Draft
  /** Fields that were left: their problems are said. */
  readonly touched: readonly string[]
  /** Fields in which something stands that is no value yet. */
  readonly unfinished: readonly string[]
  /** Saving was tried: every problem is said. */
  readonly tried: boolean
  /** Why it was not saved; `field` is null where it concerns no single one. */
  readonly refusal: { readonly field: string | null; readonly text: string } | null
  readonly failures: number
}

export type EditorAction =
  | { readonly kind: 'open'; readonly base: Row | null; readonly draft: Draft }
  | { readonly kind: 'set'; readonly name: string; readonly value: unknown; readonly shownName: ShownName | undefined }
  | { readonly kind: 'touch'; readonly name: string }
  | { readonly kind: 'unfinished'; readonly name: string; readonly on: boolean }
  | { readonly kind: 'refused'; readonly field: string | null; readonly text: string }
  /** Go on with what was put together on top of another version. */
  | { readonly kind: 'rebase'; readonly base: Row; readonly initial: Draft; readonly draft: Draft }

export const opened = (base: Row | null, draft: Draft): EditorState => ({
  base,
  initial: draft,
  draft,
  touched: [],
  unfinished: [],
  tried: false,
  refusal: null,
  failures: 0,
})

export const reduceEditor = (state: EditorState, action: EditorAction): EditorState => {
  switch (action.kind) {
    case 'open':
      return opened(action.base, action.draft)
    case 'set': {
      const { name, value, shownName } = action
      const { refusal } = state
      return {
        ...state,
        draft: { ...state.draft, [name]: value, ...(shownName === undefined ? {} : { [nameFieldOf(name)]: shownName }) },
        // A refusal is over once its field is changed, one without a field with any change.
        refusal: refusal && (refusal.field === null || refusal.field === name) ? null : refusal,
      }
    }
    case 'touch':
      return state.touched.includes(action.name) ? state : { ...state, touched: [...state.touched, action.name] }
    case 'unfinished': {
      const others = state.unfinished.filter((name) => name !== action.name)
      if (!action.on && others.length === state.unfinished.length) return state
      return { ...state, unfinished: action.on ? [...others, action.name] : others }
    }
    case 'refused':
      return {
        ...state,
        tried: true,
        refusal: { field: action.field, text: action.text },
        failures: state.failures + 1,
      }
    case 'rebase':
      return { ...state, base: action.base, initial: action.initial, draft: action.draft, refusal: null }
  }
}
