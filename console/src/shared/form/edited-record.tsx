import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { titleOf } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { Icon } from '../ui/icon.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './edited-record.module.css'
import { LeaveQuestion } from './leave-question.tsx'
import { RecordForm } from './record-form.tsx'
import type { RecordEditing } from './use-record-editing.ts'

interface EditedRecordProps {
  readonly editing: RecordEditing
  /** Beside the button that saves. */
  readonly buttons: ReactNode
  /** Below the form. */
  readonly children?: ReactNode
}

/** A record's form, what the server said, and what is changed with the buttons. */
export const RecordBody = ({ editing, buttons, children }: EditedRecordProps) => {
  const t = useTexts(listTexts)
  const { spec, editor, mayEdit, wanted, save, saveAsNew } = editing
  const { base, dirty, changes, saving, gone, refusal } = editor
  const closes = wanted === 'close'
  return (
    <>
      <div className={styles['body']}>
        {spec.form.length > 0 && (
          <RecordForm
            what={spec.noun.word}
            parts={spec.form}
            editor={editor}
            readOnly={!mayEdit}
            focusFirst={base === null}
            onSubmit={() => save(wanted)}
            onSaveAsNew={saveAsNew}
          />
        )}
        {children && <div className={styles['below']}>{children}</div>}
      </div>
      {refusal !== null && (
        <div className={styles['refusal']} role="alert">
          <Icon name="danger" size={18} />
          <span>{refusal}</span>
        </div>
      )}
      <footer className={styles['foot']}>
        {/* What has no form may well be edited in its own ways. */}
        <span className={styles['state']} role="status">
          {spec.form.length === 0 ? null : !mayEdit ? (
            t('readOnly')
          ) : dirty && base ? (
            <Changed n={changes.length} />
          ) : (
            t(base ? 'upToDate' : 'unsavedNew')
          )}
        </span>
        {buttons}
        {mayEdit && (
          <Button
            type="primary"
            loading={saving}
            disabled={!closes && base !== null && !dirty && !gone}
            title={closes ? t('saveHint') : undefined}
            onClick={() => save(wanted)}
          >
            {t(gone ? 'saveAsNew' : 'save')}
          </Button>
        )}
      </footer>
    </>
  )
}

/** What is asked before something is lost: which of two versions, and whether unsaved changes may go. */
export const RecordQuestions = ({ editing: { spec, editor, wanted, leaving, saved } }: Pick<EditedRecordProps, 'editing'>) => (
  <>
    <ConflictDialog spec={spec} editor={editor} onSaved={(record) => saved(record, wanted)} />
    <LeaveQuestion what={spec.noun.word} name={editor.base && titleOf(spec, editor.base)} editor={editor} leaving={leaving} />
  </>
)

/** A record in its frame: its form, and what is asked about it. */
export const EditedRecord = (props: EditedRecordProps) => (
  <>
    <RecordBody {...props} />
    <RecordQuestions editing={props.editing} />
  </>
)

const Changed = ({ n }: { readonly n: number }): ReactNode => {
  const t = useTexts(listTexts)
  const [before = '', after = ''] = t('changed', { n: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <b>{n}</b>
      {after}
    </>
  )
}
