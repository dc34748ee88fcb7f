import type { Text } from '@vigil/contract/kernel/text.ts'
import { Button } from 'antd'
import type { Kept } from '../editing/editing-state.ts'
import type { Saved } from '../editing/editing.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { listTexts } from '../spec/texts.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import type { Leaving } from '../unsaved/unsaved-guard.ts'

interface LeaveQuestionProps {
  /** What kind of record it is. */
  readonly what: Text
  /** What it is called; null for a new one. */
  readonly name: string | null
  readonly editor: {
    readonly saving: boolean
    /** Null: it was not saved; unsettled: not all of it. */
    readonly save: () => Promise<Pick<Saved<Kept>, 'settled'> | null>
  }
  /** Null: nobody is leaving. */
  readonly leaving: Leaving | null
}

/** Asks before the unsaved changes of a record are lost: stay, leave without them, or save and leave. */
export const LeaveQuestion = ({ what: kind, name, editor, leaving }: LeaveQuestionProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { saving, save } = editor
  const what = kind[language]
  return (
    <QuestionDialog
      open={leaving !== null}
      title={t('leaveTitle')}
      question={name === null ? t('leaveNew', { what }) : t('leaveText', { what, name })}
      onClose={() => leaving?.stay()}
      footer={
        <>
          <Button onClick={() => leaving?.stay()}>{t('stay')}</Button>
          <Button danger onClick={() => leaving?.proceed()}>
            {t('leave')}
          </Button>
          <Button
            type="primary"
            loading={saving}
            onClick={() => void save().then((saved) => (saved?.settled ? leaving?.proceed() : leaving?.stay()))}
          >
            {t('saveAndLeave')}
          </Button>
        </>
      }
    />
  )
}
