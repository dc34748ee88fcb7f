import { useEffect, type RefObject } from 'react'
import type { Location } from 'react-router'
import { useShortcut } from '../shortcuts/shortcuts.ts'
import { useUnsavedGuard, type Leaving } from '../unsaved/unsaved-guard.ts'
import type { Row } from './record.ts'
import type { ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'
import { useRecordEditor, type EditorOptions, type RecordEditor } from './use-record-editor.ts'

/** What follows a save: the form closes, stays with the record, or begins another new one. */
export type AfterSave = 'close' | 'stay' | 'new'

export interface EditingOptions extends EditorOptions {
  readonly mayEdit: boolean
  /** What Enter and the save button ask for; Ctrl+S always stays. */
  readonly wanted: 'close' | 'stay'
  /** Whether two addresses have the same record open. */
  readonly same: (from: Location, to: Location) => boolean
  /** Whoever deletes this record has nothing more to lose: calling it lets the next change of address pass. */
  readonly letPass?: RefObject<(() => void) | null> | undefined
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
  readonly saved: (record: Row, then: AfterSave) => void
}

/** Edits one record in whatever frame; another record is another component (a `key`). */
export const useRecordEditing = (spec: ListSpec, options: EditingOptions): RecordEditing => {
  const { stored, mayEdit, wanted, same, letPass, onSaved, onUnchanged } = options
  const editor = useRecordEditor(spec, options)
  const { base, dirty } = editor
  const guard = useUnsavedGuard(dirty && mayEdit, same)
  useEffect(() => {
    if (letPass) letPass.current = guard.letPass
  })

  const saved = (record: Row, then: AfterSave): void => {
    // Only where the address changes with it: else the next one to leave would not be asked.
    if (then === 'close' || (then === 'stay' && record.id !== stored?.id)) guard.letPass()
    onSaved(record, then)
  }
  const saveAsNew = (): void => void editor.saveAsNew().then((record) => record && saved(record, 'stay'))
  const save = (then: AfterSave): void => {
    if (editor.saving || !mayEdit || editor.conflict !== null) return
    if (editor.gone) saveAsNew()
    else if (dirty || !base) void editor.save().then((record) => record && saved(record, then))
    else onUnchanged?.(then)
  }
  const describe = wanted === 'close' ? listTexts.table.saveShortcut : listTexts.table.save
  useShortcut({ keys: 'ctrl+s', describe, run: () => save('stay') })

  return { spec, editor, mayEdit, wanted, leaving: guard.leaving, save, saveAsNew, saved }
}
