/** What every record that people keep has. */
export interface Kept {
  readonly id: string
  readonly version: number
}

/** What a form has to know of the kind of record that it edits; `D` is what it holds. */
export interface Editable<R extends Kept, D> {
  readonly draftOf: (record: R) => D
  /** The names of what was changed, as a person counts it. */
  readonly changes: (state: Pick<EditingState<R, D>, 'base' | 'initial' | 'draft'>) => readonly string[]
  /** `onto`, and over it everything that is in `mine` no longer exactly as in `from`. */
  readonly carried: (from: D, mine: D, onto: D) => D
}

/** Why something was not saved; `field` is null where it concerns no single one. */
export interface Refusal {
  readonly field: string | null
  readonly text: string
}

/** A record that is open, as it is stored and as it is being changed. */
export interface EditingState<R extends Kept, D> {
  /** As it was last read or saved; null for a new one. */
  readonly base: R | null
  /** What the form holds while nothing is changed. */
  readonly initial: D
  readonly draft: D
  /** What is on its way to the server; null while nothing is. */
  readonly sent: D | null
  /** Another's record that stands against this one. */
  readonly conflict: R | null
  /** The server knows it no longer. */
  readonly gone: boolean
  /** Fields that were left: their problems are said. */
  readonly touched: readonly string[]
  /** Fields in which something stands that is no value yet. */
  readonly unfinished: readonly string[]
  /** Saving was tried: every problem is said. */
  readonly tried: boolean
  readonly refusal: Refusal | null
  /** Grows with every save that failed. */
  readonly failures: number
  /** Another's save came while nothing was changed here, and nothing was changed since: what is shown is another's work. */
  readonly isOvertaken: boolean
}

export const opened = <R extends Kept, D>(base: R | null, initial: D): EditingState<R, D> => ({
  base,
  initial,
  draft: initial,
  sent: null,
  conflict: null,
  gone: false,
  touched: [],
  unfinished: [],
  tried: false,
  refusal: null,
  failures: 0,
  isOvertaken: false,
})

/** What differs from what is stored; what is no value yet differs as well. */
export const changesIn = <R extends Kept, D>(kind: Editable<R, D>, state: EditingState<R, D>): readonly string[] => [
  ...new Set([...kind.changes(state), ...state.unfinished]),
]

/** A refusal is over once its field is changed, one without a field with any change. */
const withoutRefusal = (refusal: Refusal | null, names: readonly string[]): Refusal | null =>
  refusal && (refusal.field === null || names.includes(refusal.field)) ? null : refusal

/** Somebody changed the fields of these names. */
export const changed = <R extends Kept, D>(
  state: EditingState<R, D>,
  names: readonly string[],
  draft: D,
): EditingState<R, D> => ({
  ...state,
  draft,
  refusal: withoutRefusal(state.refusal, names),
  isOvertaken: false,
})

export const touched = <R extends Kept, D>(state: EditingState<R, D>, name: string): EditingState<R, D> =>
  state.touched.includes(name) ? state : { ...state, touched: [...state.touched, name] }

export const unfinished = <R extends Kept, D>(state: EditingState<R, D>, name: string, on: boolean): EditingState<R, D> =>
  state.unfinished.includes(name) === on
    ? state
    : { ...state, unfinished: on ? [...state.unfinished, name] : state.unfinished.filter((other) => other !== name) }

export const sending = <R extends Kept, D>(state: EditingState<R, D>): EditingState<R, D> => ({ ...state, sent: state.draft })

/** What was sent is stored: the form stands on the answer, and what was changed since then stays changed. */
export const answered = <R extends Kept, D>(
  { draftOf, carried }: Editable<R, D>,
  { sent, draft, unfinished: halves }: EditingState<R, D>,
  record: R,
): EditingState<R, D> => {
  const initial = draftOf(record)
  return { ...opened(record, initial), draft: sent === null ? initial : carried(sent, draft, initial), unfinished: halves }
}

/** Another saved it while nothing was changed here: the form shows theirs. A space that was just typed is no change yet, and stays. */
export const followed = <R extends Kept, D>(
  { draftOf, carried }: Editable<R, D>,
  state: EditingState<R, D>,
  record: R,
): EditingState<R, D> => {
  const initial = draftOf(record)
  return { ...opened(record, initial), draft: carried(state.initial, state.draft, initial), isOvertaken: true }
}

/** Something was not done, and why. */
export const refused = <R extends Kept, D>(state: EditingState<R, D>, refusal: Refusal): EditingState<R, D> => ({
  ...state,
  tried: true,
  refusal,
  failures: state.failures + 1,
})

/** What was put together of mine and theirs goes on on top of theirs. */
export const rebased = <R extends Kept, D>(
  { draftOf }: Editable<R, D>,
  state: EditingState<R, D>,
  base: R,
  draft: D,
): EditingState<R, D> => ({ ...state, base, initial: draftOf(base), draft, refusal: null })
