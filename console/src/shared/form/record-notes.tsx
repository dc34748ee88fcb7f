import type { Text } from '@vigil/contract/kernel/text.ts'
import { Alert, Button } from 'antd'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { listTexts } from '../spec/texts.ts'
import styles from './record-notes.module.css'

interface RecordNotesProps {
  /** What kind of record it is. */
  readonly what: Text
  readonly editor: {
    /** The stored record is newer than the one that was opened; null while it is not. */
    readonly newer: object | null
    /** The stored record is gone. */
    readonly gone: boolean
    /** Another's save was taken over, since nothing was changed here. */
    readonly isOvertaken: boolean
    readonly saving: boolean
    readonly compare: () => void
  }
  /** Nothing can be done about it here. */
  readonly readOnly: boolean
  readonly onSaveAsNew: () => void
}

/** What happened to a record while it was open. */
export const RecordNotes = ({ what: kind, editor, readOnly, onSaveAsNew }: RecordNotesProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { newer, gone, isOvertaken, saving, compare } = editor
  const what = kind[language]
  if (!gone && !newer)
    return isOvertaken ? <Alert type="info" showIcon className={styles['note'] ?? ''} title={t('overtaken', { what })} /> : null
  return (
    <Alert
      type="warning"
      showIcon
      className={styles['note'] ?? ''}
      title={t(gone ? 'goneTitle' : 'newerTitle', { what })}
      {...(readOnly
        ? {}
        : {
            description: t(gone ? 'goneHint' : 'newerHint'),
            action: (
              <Button size="small" onClick={gone ? onSaveAsNew : compare} loading={gone && saving}>
                {t(gone ? 'saveAsNew' : 'compare')}
              </Button>
            ),
          })}
    />
  )
}
