import { Button } from 'antd'
import { useRef, type RefObject } from 'react'
import type { Location } from 'react-router'
import { useOpenRecord, type OpenRecord as Opened } from '../editing/open-record.ts'
import { useTexts } from '../i18n/texts.ts'
import { AlarmStrip } from '../live/alarm-strip.tsx'
import type { Draft, Row } from '../spec/record.ts'
import type { ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { EditedRecord } from './edited-record.tsx'
import { RecordFrame } from './record-frame.tsx'
import { useRecordEditing, type AfterSave, type LetPass } from './use-record-editing.ts'

interface RecordDrawerProps {
  readonly spec: ListSpec
  /** The record that is open by its id, or `new`. */
  readonly openKey: string
  /** The record as it is stored now; null while it is not known, or there is none. */
  readonly stored: Row | null
  /** The answer in which it was looked for; undefined until one came. */
  readonly answer: unknown
  readonly mayEdit: boolean
  /** What a new one begins with. */
  readonly presets?: Draft
  readonly onClose: () => void
  readonly onSaved: (record: Row, then: AfterSave) => void
  readonly onDeleted: (record: Row) => void
  /** Absent: there is no list to go through; null: it ends there. */
  readonly onPrevious?: (() => void) | null
  readonly onNext?: (() => void) | null
  /** Whether two addresses have the same record open. */
  readonly same: (from: Location, to: Location) => boolean
}

/** Opens, looks at and changes one record beside the list, which stays in view and in use. */
export const RecordDrawer = (props: RecordDrawerProps) => {
  const { spec, openKey, answer, mayEdit, onClose, onPrevious, onNext } = props
  /** What was deleted leaves nothing behind to ask about. */
  const letPass = useRef<LetPass>(null)
  const opened = useOpenRecord(openKey, props.stored, answer)
  return (
    <RecordFrame
      spec={spec}
      opened={opened}
      openKey={openKey}
      known={answer !== undefined}
      mayEdit={mayEdit}
      placed="over"
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      onDeleted={(record) => letPass.current?.(() => props.onDeleted(record))}
    >
      <OpenRecord {...props} key={opened.form} opened={opened} letPass={letPass} />
    </RecordFrame>
  )
}

interface OpenRecordProps extends RecordDrawerProps {
  readonly opened: Opened<Row>
  readonly letPass: RefObject<LetPass | null>
}

const OpenRecord = ({ spec, opened, onClose, onSaved, ...options }: OpenRecordProps) => {
  const t = useTexts(listTexts)
  const { mayEdit } = options
  const isNew = opened.record === null
  const editing = useRecordEditing(spec, {
    ...options,
    stored: opened.record,
    gone: opened.gone,
    wanted: 'close',
    onSaved: (record, then) => {
      if (then === 'new') opened.another()
      else if (then === 'stay') opened.saved(record)
      onSaved(record, then)
    },
    onUnchanged: (then) => {
      if (then === 'close') onClose()
    },
  })
  const { base, saving } = editing.editor
  const { alarmed, below: Below } = spec.options
  return (
    <>
      {base && alarmed && <AlarmStrip alarmed={alarmed} id={base.id} word={spec.noun.word} />}
      <EditedRecord
        editing={editing}
        buttons={
          <>
            <Button onClick={onClose}>{t(mayEdit ? 'cancel' : 'close')}</Button>
            {mayEdit && isNew && (
              <Button onClick={() => editing.save('new')} disabled={saving}>
                {t('saveAndNew')}
              </Button>
            )}
          </>
        }
      >
        {base && Below && <Below record={base} />}
      </EditedRecord>
    </>
  )
}
