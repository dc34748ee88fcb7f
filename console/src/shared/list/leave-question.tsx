import { Button } from 'antd'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'
import type { Leaving } from '../unsaved/unsaved-guard.ts'
import { titleOf, type ListSpec } from './spec.ts'
import { listTexts } from './texts.ts'
import type { RecordEditor } from './use-record-editor.ts'

interface LeaveQuestionProps {
  readonly spec: ListSpec
  readonly editor: RecordEditor
  /** Null: nobody is leaving. */
  readonly leaving: Leaving | null
}

/** Asks before the unsaved changes of a record are lost: stay, leave without them, or save and leave. */
export const LeaveQuestion = ({ spec, editor, leaving }: LeaveQuestionProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { base, saving } = editor
  const what = spec.noun.word[language]
  return (
    <QuestionDialog
      open={leaving !== null}
      title={t('leaveTitle')}
      question={base ? t('leaveText', { what, name: titleOf(spec, base) }) : t('leaveNew', { what })}
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
            onClick={() => void editor.save().then((record) => (record ? leaving?.proceed() : leaving?.stay()))}
          >
            {t('saveAndLeave')}
          </Button>
        </>
      }
    />
  )
}
