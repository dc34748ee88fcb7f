import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  answered,
  changed,
  changesIn,
  followed,
  opened,
  rebased,
  refused,
  sending,
  touched,
  unfinished,
  type Editable,
  type EditingState,
  type Kept,
  type Refusal,
} from './editing-state.ts'

/** What became of a save. */
export interface Saved<R extends Kept> {
  readonly record: R
  /** False: something was changed since it was sent, and is not saved yet. */
  readonly settled: boolean
}

/** Why a save failed: another's record stands against it, the record is gone, or the server says no. */
export type Failure<R extends Kept> =
  | { readonly kind: 'conflict'; readonly theirs: R }
  | { readonly kind: 'refused' | 'gone'; readonly refusal: Refusal }

/** How one kind of record is sent. */
export interface Sending<R extends Kept, D> {
  /** What keeps it from being sent; null while nothing does. */
  readonly problem: (state: EditingState<R, D>) => string | null
  /** The record as the server stored it; on top of a stored one, or as a new one. */
  readonly ask: (draft: D, on: R | null) => Promise<R>
  readonly failure: (thrown: unknown) => Failure<R>
  /** It is stored: lists are told, and whoever looks on. */
  readonly onStored: (record: R, on: R | null) => void
}

/**
 * One record being edited. It outlives every answer: what comes in while somebody types or ticks changes only what he has
 * not touched, and saves go out one after the other, each on top of the version that the one before it made.
 */
export interface Editing<R extends Kept, D> {
  readonly store: StoreApi<EditingState<R, D>>
  /** Nothing is changed that is not saved, as it is now and not as it was drawn last. */
  readonly isSettled: () => boolean
  readonly change: (names: readonly string[], change: (draft: D) => D) => void
  readonly touch: (name: string) => void
  readonly setUnfinished: (name: string, on: boolean) => void
  /** Forgets what was changed: the form stands on this record. */
  readonly open: (record: R) => void
  /** Forgets what was changed in a new record. */
  readonly startOver: () => void
  readonly follow: (record: R) => void
  /** Something else than a save was not done, and why. */
  readonly refuse: (refusal: Refusal) => void
  readonly setConflict: (theirs: R | null) => void
  /** The save, or null when it failed. */
  readonly save: (how: Sending<R, D>) => Promise<Saved<R> | null>
  readonly saveAsNew: (how: Sending<R, D>) => Promise<Saved<R> | null>
  /** Saves a draft on top of another version. */
  readonly resolve: (how: Sending<R, D>, theirs: R, draft: D) => Promise<Saved<R> | null>
}

export const createEditing = <R extends Kept, D>(kind: Editable<R, D>, base: R | null, initial: D): Editing<R, D> => {
  type State = EditingState<R, D>
  type Outcome = Promise<Saved<R> | null>
  const store = createStore<State>(() => opened<R, D>(base, initial))
  const now = store.getState
  const become = (next: State): void => store.setState(next, true)
  const isSettled = (): boolean => changesIn(kind, now()).length === 0

  const fail = (failure: Failure<R>): null => {
    const after = { ...now(), sent: null }
    if (failure.kind === 'conflict') become({ ...after, conflict: failure.theirs })
    else become({ ...refused(after, failure.refusal), conflict: null, gone: after.gone || failure.kind === 'gone' })
    return null
  }
  const send = async (how: Sending<R, D>, on: R | null): Outcome => {
    const problem = how.problem(now())
    if (problem !== null) return fail({ kind: 'refused', refusal: { field: null, text: problem } })
    become(sending(now()))
    let record: R
    try {
      record = await how.ask(now().draft, on)
    } catch (thrown) {
      return fail(how.failure(thrown))
    }
    become(answered(kind, now(), record))
    how.onStored(record, on)
    return { record, settled: isSettled() }
  }

  let last: Outcome | null = null
  /** One after the other. What the one before was refused for stands in the way of the next one too. */
  const inTurn = (how: Sending<R, D>, first: () => Outcome): Outcome => {
    const before = last
    const run = async (): Outcome => {
      if (before === null) return await first()
      const done = await before
      if (done === null || isSettled()) return done && { record: done.record, settled: true }
      return await send(how, now().base)
    }
    const mine = run().finally(() => {
      if (last === mine) last = null
    })
    last = mine
    return mine
  }

  return {
    store,
    isSettled,
    change: (names, change) => become(changed(now(), names, change(now().draft))),
    touch: (name) => become(touched(now(), name)),
    setUnfinished: (name, on) => become(unfinished(now(), name, on)),
    open: (record) => become(opened<R, D>(record, kind.draftOf(record))),
    startOver: () => become(opened<R, D>(null, now().initial)),
    follow: (record) => become(followed(kind, now(), record)),
    refuse: (refusal) => become(refused(now(), refusal)),
    setConflict: (theirs) => become({ ...now(), conflict: theirs }),
    save: (how) => inTurn(how, () => send(how, now().base)),
    saveAsNew: (how) => inTurn(how, () => send(how, null)),
    resolve: (how, theirs, draft) =>
      inTurn(how, () => {
        become(rebased(kind, now(), theirs, draft))
        return send(how, theirs)
      }),
  }
}
