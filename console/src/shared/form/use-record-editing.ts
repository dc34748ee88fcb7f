import { useEffect, type RefObject } from 'react'
import type { Location } from 'react-router'
import type { Saved } from '../editing/editing.ts'
import { useAfterSave } from '../editing/use-after-save.ts'
import { useShortcut } from '../shortcuts/shortcuts.ts'
import type { Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { useUnsavedGuard, type Leaving, type UnsavedGuard } from '../unsaved/unsaved-guard.ts'
import { useRecordEditor, type EditorOptions, type RecordEditor } from './use-record-editor.ts'

/** What follows a save: the form closes, stays with the record, or begins another new one. */
export type AfterSave = 'close' | 'stay' | 'new'

/** Does what changes the address without asking about unsaved changes; for whoever deletes the record that is open. */
export type LetPass = UnsavedGuard['letPass']

export interface EditingOptions extends EditorOptions {
  readonly mayEdit: boolean
  /** What Enter and the save button ask for; Ctrl+S always stays. */
  readonly wanted: 'close' | 'stay'
  /** Whether two addresses have the same record open. */
  readonly same: (from: Location, to: Location) => boolean
  readonly letPass?: RefObject<LetPass | null> | undefined
  /** What is not saved yet keeps the form: `then` is `stay` when something was changed since the save was sent. */
  readonly onSaved: (record: Row, then: AfterSave) => void
  /** There was nothing to save, which is as good as saved. */
  readonly onUnchanged?: (then: AfterSave) => void
}

/** One record that is edited: its form, what saving it does, and who is asked before its changes are lost. */
export interface RecordEditing extends Pick<EditingOptions, 'mayEdit' | 'wanted'> {
  readonly spec: ListSpec
  readonly editor: RecordEditor
  readonly leaving: Leaving | null
  readonly save: (then: AfterSave) => void
  readonly saveAsNew: () => void
  /** It was saved in another way, as what was put together of mine and theirs. */
  readonly saved: (saved: Saved<Row>, then: AfterSave) => void
}

/** Edits one record in whatever frame; another record is another component (a `key`). */
export const useRecordEditing = (spec: ListSpec, options: EditingOptions): RecordEditing => {
  const { mayEdit, wanted, same, letPass, onSaved, onUnchanged } = options
  const editor = useRecordEditor(spec, options)
  const { base, dirty } = editor
  const guard = useUnsavedGuard(dirty && mayEdit, () => mayEdit && !editor.isSettled(), same)
  useEffect(() => {
    if (letPass) letPass.current = guard.letPass
  })
  const saved = useAfterSave<Row, AfterSave>(guard, ({ record, settled }, then) => onSaved(record, settled ? then : 'stay'))
  const saveAsNew = (): void => void editor.saveAsNew().then((outcome) => outcome && saved(outcome, 'stay'))
  const save = (then: AfterSave): void => {
    if (!mayEdit || editor.conflict !== null) return
    if (editor.gone) saveAsNew()
    else if (dirty || !base) void editor.save().then((outcome) => outcome && saved(outcome, then))
    else onUnchanged?.(then)
  }
  const describe = wanted === 'close' ? listTexts.table.saveShortcut : listTexts.table.save
  useShortcut({ keys: 'ctrl+s', describe, run: () => save('stay') })

  return { spec, editor, mayEdit, wanted, leaving: guard.leaving, save, saveAsNew, saved }
}
