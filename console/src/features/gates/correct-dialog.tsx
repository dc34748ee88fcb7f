import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { InsideEntry } from '@vigil/contract/gates/inside.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Button, Input, Radio } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { Odd } from './entry-words.tsx'
import { gateTexts } from './texts.ts'

const longestReason = 200

interface CorrectDialogProps {
  /** As it stood when it was opened. */
  readonly entry: InsideEntry
  /** The same as it stands now; null where it is listed no more. */
  readonly present: InsideEntry | null
  readonly onClose: () => void
}

/** Says of somebody whether he is inside, with the reason; or takes that back. */
export const CorrectDialog = ({ entry, present, onClose }: CorrectDialogProps) => {
  const t = useTexts(gateTexts)
  const id = useId()
  const [isInside, setInside] = useState(!entry.isInside)
  const [reason, setReason] = useState('')
  const [version, setVersion] = useState(entry.version)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(gateCalls.correctInside, {
    invalidates: [gateCalls.listNowInside],
    showsRefusal: true,
  })
  const { key, name } = entry
  const send = (said: boolean | null): void => {
    if (said !== null && reason.trim() === '') {
      setProblem(t('reasonNeeded'))
      return
    }
    mutate(
      { key, version, isInside: said, reason },
      {
        onSuccess: () => {
          notify.success(t(said === null ? 'tookBack' : 'corrected', { name }))
          onClose()
        },
        onError: (refused) => {
          const isLate = refused instanceof CallRefused && refused.code === codes.conflict.code
          setProblem(isLate ? t('changedMeanwhile') : failureText(refused))
          if (!isLate) return
          invalidate(gateCalls.listNowInside)
          // He has been told: what he says next is of how it stands now.
          const now = refused.data as InsideEntry | null
          if (now) setVersion(now.version)
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('correctTitle', { name })}
      problem={problem}
      busy={isPending}
      others={
        (present ?? entry).correction && (
          <Button autoInsertSpace={false} loading={isPending} onClick={() => send(null)}>
            {t('takeBack')}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() => send(isInside)}
    >
      <Odd entry={present ?? entry} />
      <Radio.Group
        value={isInside}
        options={[
          { value: true, label: t('isInside') },
          { value: false, label: t('notInside') },
        ]}
        onChange={({ target }) => setInside(target.value === true)}
      />
      <label htmlFor={`${id}reason`}>{t('reason')}</label>
      <Row gap={8}>
        <Input
          id={`${id}reason`}
          data-first
          value={reason}
          maxLength={longestReason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Row>
      <p className="note">{t('correctHint')}</p>
    </FormDialog>
  )
}
