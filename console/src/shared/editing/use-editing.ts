import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createEditing, type Editing, type Saved, type Sending } from './editing.ts'
import { changesIn, type Editable, type EditingState, type Kept } from './editing-state.ts'

export interface UseEditing<R extends Kept, D> {
  /** Another number edits another record, from the beginning. */
  readonly form?: number | undefined
  /** The record as it is stored now; null for a new one, or while it is not known. */
  readonly stored: R | null
  /** It was there and is no longer. */
  readonly gone: boolean
  /** What a new one begins with. */
  readonly begin: () => D
  readonly how: Sending<R, D>
}

/** One record being edited, as a component shows it. */
export interface EditedNow<R extends Kept, D> {
  readonly editing: Editing<R, D>
  readonly state: EditingState<R, D>
  readonly changes: readonly string[]
  readonly dirty: boolean
  /** The stored record is newer than the one that was opened, and something was changed here. */
  readonly newer: R | null
  /** The stored record is gone. */
  readonly gone: boolean
  readonly saving: boolean
  /** Forgets what was changed. */
  readonly reset: () => void
  /** Null: it was not saved, or what is shown by now is something else. */
  readonly save: () => Promise<Saved<R> | null>
  readonly saveAsNew: () => Promise<Saved<R> | null>
  /** Saves what was put together of mine and theirs. */
  readonly resolve: (draft: D) => Promise<Saved<R> | null>
  readonly takeTheirs: () => void
  readonly compare: () => void
  readonly closeConflict: () => void
}

/** Edits one record of a kind. */
export const useEditing = <R extends Kept, D>(
  kind: Editable<R, D>,
  { form = 0, stored, gone, begin, how }: UseEditing<R, D>,
): EditedNow<R, D> => {
  const start = () => ({ form, editing: createEditing(kind, stored, stored ? kind.draftOf(stored) : begin()) })
  const [at, setAt] = useState(start)
  // An answer that comes later finds the editing that sent it, and not what is open by then.
  if (at.form !== form) setAt(start())
  const { editing } = at
  const state = useStore(editing.store)
  const { base, conflict } = state
  const changes = useMemo(() => changesIn(kind, state), [kind, state])
  const dirty = changes.length > 0
  const saving = state.sent !== null
  // While a save is under way a newer one may well be that.
  const newer = !saving && base && stored?.id === base.id && stored.version > base.version ? stored : null

  // What nobody has changed here follows what others save.
  useEffect(() => {
    if (newer && !dirty) editing.follow(newer)
  }, [newer, dirty, editing])

  const shown = useRef<Editing<R, D>>(null)
  useEffect(() => {
    shown.current = editing
    return () => {
      shown.current = null
    }
  }, [editing])
  const whileShown = async (outcome: Promise<Saved<R> | null>): Promise<Saved<R> | null> => {
    const saved = await outcome
    return shown.current === editing ? saved : null
  }

  return {
    editing,
    state,
    changes,
    dirty,
    newer: dirty ? newer : null,
    gone: base !== null && (state.gone || (gone && (stored === null || stored.id === base.id))),
    saving,
    reset: () => {
      const from = newer ?? base
      if (from) editing.open(from)
      else editing.startOver()
    },
    save: () => whileShown(editing.save(how)),
    saveAsNew: () => whileShown(editing.saveAsNew(how)),
    resolve: async (draft) => (conflict ? await whileShown(editing.resolve(how, conflict, draft)) : null),
    takeTheirs: () => {
      if (conflict) editing.open(conflict)
    },
    compare: () => editing.setConflict(newer),
    closeConflict: () => editing.setConflict(null),
  }
}
