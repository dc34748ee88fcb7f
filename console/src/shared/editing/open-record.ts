import { useState } from 'react'
import type { Kept } from './editing-state.ts'

interface Opened<R extends Kept> {
  readonly what: string | null
  readonly form: number
  readonly record: R | null
  /** The answer in which the record was last found. */
  readonly foundIn: unknown
}

/** It was stored after the answer that is known: only a later one can lack it. */
const justSaved = Symbol('just saved')

/** What is open, once the address says `what` and `answer` holds `present`. */
export const reopened = <R extends Kept>(at: Opened<R>, what: string | null, present: R | null, answer: unknown): Opened<R> => {
  const { form, record } = at
  if (what !== at.what) {
    // A new one that was saved gets its address: the same thing is open.
    if (record !== null && what === record.id) return { ...at, what }
    return { what, form: form + 1, record: present, foundIn: answer }
  }
  if (present === null) return at.foundIn === justSaved ? { ...at, foundIn: answer } : at
  if (record === null) return { what, form: form + 1, record: present, foundIn: answer }
  if (record.id !== present.id) return at
  const newest = record.version > present.version ? record : present
  return newest === record && at.foundIn === answer ? at : { ...at, record: newest, foundIn: answer }
}

/** It stays open as it was saved just now. */
export const saved = <R extends Kept>(at: Opened<R>, record: R): Opened<R> => ({ ...at, record, foundIn: justSaved })

/** It was found or saved, and an answer that came since lacks it. */
export const isGone = <R extends Kept>({ what, record, foundIn }: Opened<R>, present: R | null, answer: unknown): boolean =>
  record !== null && record.id === what && present === null && answer !== undefined && foundIn !== answer

/** What is open for editing, as far as it is known. */
export interface OpenRecord<R extends Kept> {
  /** The key of its form: another for everything else, the same when a new record that was saved gets its address. */
  readonly form: number
  /** The newest that was found or saved, also when it is gone; null for a new one, or while it is not known. */
  readonly record: R | null
  /** It was there, and an answer that came since lacks it. */
  readonly gone: boolean
  /** It was saved: it stays open. */
  readonly saved: (record: R) => void
  /** Begins another new one. */
  readonly another: () => void
}

/**
 * Keeps apart what is edited and its address. `what` is the id of the record, or anything else for a new one; `present` the
 * record in the last `answer`, which is undefined until one came.
 */
export const useOpenRecord = <R extends Kept>(what: string | null, present: R | null, answer: unknown): OpenRecord<R> => {
  const [at, setAt] = useState<Opened<R>>({ what, form: 0, record: present, foundIn: answer })
  const next = reopened(at, what, present, answer)
  if (next !== at) setAt(next)
  return {
    form: next.form,
    record: next.record,
    gone: isGone(next, present, answer),
    saved: (record) => setAt((old) => saved(old, record)),
    another: () => setAt((old) => ({ ...old, form: old.form + 1, record: null })),
  }
}
