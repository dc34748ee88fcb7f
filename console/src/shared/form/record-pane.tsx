import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import type { Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { EditedRecord } from './edited-record.tsx'
import { useRecordEditing, type EditingOptions } from './use-record-editing.ts'

interface RecordPaneProps extends Pick<EditingOptions, 'stored' | 'gone' | 'presets' | 'mayEdit' | 'same' | 'letPass'> {
  readonly spec: ListSpec
  /** The record is in the address by then. */
  readonly onSaved?: (record: Row) => void
  /** What was to be new is not. */
  readonly onGiveUp?: () => void
  /** Below the form. */
  readonly children?: ReactNode
}

/** One record that stays open while it is looked at and changed; another record is another pane (its `form` of `useOpenRecord` is the `key`). */
export const RecordPane = ({ spec, onSaved, onGiveUp, children, ...options }: RecordPaneProps) => {
  const t = useTexts(listTexts)
  const editing = useRecordEditing(spec, { ...options, wanted: 'stay', onSaved: (record) => onSaved?.(record) })
  const { base, dirty, saving, reset } = editing.editor
  return (
    <EditedRecord
      editing={editing}
      buttons={
        options.mayEdit &&
        (base === null ? (
          <Button onClick={onGiveUp}>{t('cancel')}</Button>
        ) : (
          <Button disabled={!dirty || saving} onClick={reset}>
            {t('leave')}
          </Button>
        ))
      }
    >
      {children}
    </EditedRecord>
  )
}
