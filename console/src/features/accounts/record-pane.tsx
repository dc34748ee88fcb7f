import { Button } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { Location } from 'react-router'
import { useTexts } from '../../shared/i18n/texts.ts'
import { ConflictDialog } from '../../shared/list/conflict-dialog.tsx'
import type { Draft } from '../../shared/list/draft.ts'
import { LeaveQuestion } from '../../shared/list/leave-question.tsx'
import { RecordForm } from '../../shared/list/record-form.tsx'
import type { Row } from '../../shared/list/record.ts'
import type { ListSpec } from '../../shared/list/spec.ts'
import { listTexts } from '../../shared/list/texts.ts'
import { useRecordEditor } from '../../shared/list/use-record-editor.ts'
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts'
import { useUnsavedGuard } from '../../shared/unsaved/unsaved-guard.ts'
import styles from './panes.module.css'

/** The value under which a pane's record stands in the address, and that of a new one. */
export const openParam = 'id'
export const fresh = 'new'

const same = (from: Location, to: Location): boolean =>
  from.pathname === to.pathname &&
  new URLSearchParams(from.search).get(openParam) === new URLSearchParams(to.search).get(openParam)

interface RecordPaneProps {
  readonly spec: ListSpec
  /** Null for a new one. */
  readonly stored: Row | null
  /** It was there and is no longer. */
  readonly gone: boolean
  readonly mayEdit: boolean
  readonly presets?: Draft
  /** The record is in the address by then. */
  readonly onSaved: (record: Row) => void
  /** What was to be new is not. */
  readonly onGiveUp: () => void
  /** Whoever deletes this record has nothing more to lose. */
  readonly onLetPass?: (letPass: () => void) => void
  /** Below the form. */
  readonly children?: ReactNode
}

/** One record that is looked at and changed beside what it was chosen from; another record is another pane (a `key`). */
export const RecordPane = ({ spec, stored, gone, mayEdit, presets, onSaved, onGiveUp, onLetPass, children }: RecordPaneProps) => {
  const t = useTexts(listTexts)
  const editor = useRecordEditor(spec, { stored, gone, ...(presets ? { presets } : {}) })
  const { base, dirty, changes, saving } = editor
  const guard = useUnsavedGuard(dirty && mayEdit, same)
  useEffect(() => {
    onLetPass?.(guard.letPass)
  })
  const saved = (record: Row | null): void => {
    if (!record) return
    if (record.id !== stored?.id) guard.letPass()
    onSaved(record)
  }
  const save = (): void => {
    if (saving || !mayEdit || editor.conflict !== null) return
    if (editor.gone) void editor.saveAsNew().then(saved)
    else if (dirty || !base) void editor.save().then(saved)
  }
  useShortcut({ keys: 'ctrl+s', describe: listTexts.table.saveShortcut, run: save })
  const refusal = editor.refusal ?? editor.errorOf('permissions')
  return (
    <>
      <div className={styles['body']}>
        <RecordForm
          parts={spec.form}
          editor={editor}
          readOnly={!mayEdit}
          focusFirst={base === null}
          onSubmit={save}
          onSaveAsNew={() => void editor.saveAsNew().then(saved)}
        />
        {children}
      </div>
      {refusal !== null && (
        <p className={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
      {mayEdit && (
        <footer className={styles['foot']}>
          <span className={styles['state']} role="status">
            {base === null ? t('unsavedNew') : dirty ? t('changed', { n: changes.length }) : t('upToDate')}
          </span>
          {base === null ? (
            <Button onClick={onGiveUp}>{t('cancel')}</Button>
          ) : (
            <Button disabled={!dirty} onClick={editor.reset}>
              {t('reset')}
            </Button>
          )}
          <Button type="primary" loading={saving} disabled={!dirty && base !== null} onClick={save}>
            {t(editor.gone ? 'saveAsNew' : 'save')}
          </Button>
        </footer>
      )}
      <ConflictDialog spec={spec} editor={editor} onSaved={saved} />
      <LeaveQuestion spec={spec} editor={editor} leaving={guard.leaving} />
    </>
  )
}
