import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { failureText } from '../api/failure.ts'
import { invalidate, useCallMutation } from '../api/queries.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/texts.ts'
import { notify } from '../notices/notices.ts'
import type { Row } from '../spec/record.ts'
import { titleOf, type ListSpec } from '../spec/spec.ts'
import { listTexts } from '../spec/texts.ts'
import { QuestionDialog } from '../ui/question-dialog.tsx'

interface DeleteQuestionProps {
  readonly spec: ListSpec
  /** Null: nothing is asked. */
  readonly record: Row | null
  readonly onClose: () => void
  readonly onDeleted: (record: Row) => void
}

/** Asks before a record is deleted, by its name; a refusal (others still use it) is read in the same place. */
export const DeleteQuestion = ({ spec, record, onClose, onDeleted }: DeleteQuestionProps) => {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const [refusal, setRefusal] = useState<string | null>(null)
  // A list that is only looked at deletes nothing; the hook has to stand all the same.
  const mutation = useCallMutation(spec.remove ?? spec.list, { showsRefusal: true })
  const what = spec.noun.word[language]
  const close = (): void => {
    setRefusal(null)
    onClose()
  }
  const remove = async (wanted: Row): Promise<void> => {
    try {
      await mutation.mutateAsync({ id: wanted.id })
    } catch (error) {
      // Somebody was faster: it is gone all the same.
      if (!(error instanceof CallRefused) || error.code !== codes.notFound.code) {
        setRefusal(failureText(error))
        return
      }
    }
    setRefusal(null)
    notify.success(t('deleted', { what, name: titleOf(spec, wanted) }))
    onDeleted(wanted)
    invalidate(spec.list, ...(spec.options.invalidates ?? []))
  }
  return (
    <QuestionDialog
      open={record !== null}
      title={t('deleteTitle', { what })}
      question={record ? t('deleteQuestion', { what, name: titleOf(spec, record) }) : ''}
      hint={spec.options.deleteHint?.[language] ?? t('deleteHint')}
      refusal={refusal}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button danger type="primary" loading={mutation.isPending} onClick={() => record && void remove(record)}>
            {t('delete')}
          </Button>
        </>
      }
    />
  )
}
