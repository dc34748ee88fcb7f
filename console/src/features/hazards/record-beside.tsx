import { Button } from 'antd'
import { useRef, type ReactNode, type RefObject } from 'react'
import { useOpenRecord, type OpenRecord } from '../../shared/editing/open-record.ts'
import { RecordBody, RecordQuestions } from '../../shared/form/edited-record.tsx'
import { RecordFrame } from '../../shared/form/record-frame.tsx'
import { useRecordEditing, type EditingOptions, type LetPass, type RecordEditing } from '../../shared/form/use-record-editing.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { newRecord } from '../../shared/routes/list-address.ts'
import type { Row } from '../../shared/spec/record.ts'
import type { ListSpec } from '../../shared/spec/spec.ts'
import { listTexts } from '../../shared/spec/texts.ts'

/** A record that is open in a pane and, at the same time, in something wide beside it: both hold one and the same form. */
export interface RecordBeside {
  readonly openKey: string | null
  readonly opened: OpenRecord<Row>
  readonly known: boolean
  readonly editing: RecordEditing
  readonly letPass: RefObject<LetPass | null>
}

interface BesideOptions extends Pick<EditingOptions, 'presets' | 'mayEdit' | 'same'> {
  /** The record that is open by its id, `new`, or null for none. */
  readonly openKey: string | null
  readonly stored: Row | null
  /** The answer in which it was looked for; undefined until one came. */
  readonly answer: unknown
  /** It stays open, and may have to get its address. */
  readonly onSaved: (record: Row) => void
}

/** Edits what is open, one record after the other; what stands beside the pane stays as it is meanwhile. */
export const useRecordBeside = (
  spec: ListSpec,
  { openKey, stored, answer, onSaved, ...options }: BesideOptions,
): RecordBeside => {
  const letPass = useRef<LetPass>(null)
  const opened = useOpenRecord(openKey, stored, answer)
  const editing = useRecordEditing(spec, {
    ...options,
    form: opened.form,
    stored: opened.record,
    gone: opened.gone,
    mayEdit: options.mayEdit && openKey !== null,
    wanted: 'stay',
    letPass,
    onSaved: (record) => {
      opened.saved(record)
      onSaved(record)
    },
  })
  return { openKey, opened, known: answer !== undefined, editing, letPass }
}

interface PaneProps {
  readonly beside: RecordBeside
  /** As the form is to show it, where something that is being done is no change yet. */
  readonly shown?: RecordEditing
  readonly onClose: () => void
  /** What was to be new is not. */
  readonly onGiveUp: () => void
  readonly onDeleted: (record: Row) => void
  /** Below the form. */
  readonly children?: ReactNode
}

/** The pane, wherever a screen has room for it. */
export const PaneBeside = ({ beside, shown, onClose, onGiveUp, onDeleted, children }: PaneProps) => {
  const t = useTexts(listTexts)
  const { openKey, opened, known, letPass } = beside
  const editing = shown ?? beside.editing
  const { spec, mayEdit, editor } = editing
  const { base, dirty, saving, reset } = editor
  if (openKey === null) return null
  return (
    <RecordFrame
      spec={spec}
      opened={opened}
      openKey={openKey}
      known={known}
      mayEdit={openKey === newRecord || mayEdit}
      placed="beside"
      onClose={onClose}
      onDeleted={(record) => letPass.current?.(() => onDeleted(record))}
    >
      <RecordBody
        key={opened.form}
        editing={editing}
        buttons={
          mayEdit &&
          (base === null ? (
            <Button onClick={() => letPass.current?.(onGiveUp)}>{t('cancel')}</Button>
          ) : (
            <Button disabled={!dirty || saving} onClick={reset}>
              {t('leave')}
            </Button>
          ))
        }
      >
        {children}
      </RecordBody>
    </RecordFrame>
  )
}

/** What is asked about the open record, also while its pane is out of sight. */
export const BesideQuestions = ({ beside: { editing } }: { readonly beside: RecordBeside }) => (
  <RecordQuestions editing={editing} />
)
