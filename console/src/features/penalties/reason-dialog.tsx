import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { longestPenaltyReason, penaltyKind, type PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { penaltyTexts } from './texts.ts'

interface ReasonDialogProps {
  readonly step: PenaltyStep
  readonly onClose: () => void
}

/** Takes a step back, with the reason. */
export const ReasonDialog = ({ step, onClose }: ReasonDialogProps) => {
  const t = useTexts(penaltyTexts)
  const id = useId()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const lifts = step.kind === penaltyKind.code.barred
  const { mutate, isPending } = useCallMutation(penaltyCalls.revokeZdPenaltyStep, {
    invalidates: [penaltyCalls.listZdPenaltyVehicle, penaltyCalls.listZdPenaltyStep, penaltyCalls.listZdPenaltyOfRecord],
    showsRefusal: true,
  })
  const send = (): void => {
    if (reason.trim() === '') {
      setProblem(t('reasonNeeded'))
      return
    }
    mutate(
      { id: step.id, reason },
      {
        onSuccess: () => {
          notify.success(t(lifts ? 'liftDone' : 'revokeDone'))
          onClose()
        },
        onError: (refused) => setProblem(failureText(refused)),
      },
    )
  }
  return (
    <FormDialog
      title={t(lifts ? 'liftTitle' : 'revokeTitle')}
      problem={problem}
      busy={isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <label htmlFor={`${id}reason`}>{t('reason')}</label>
      <Input
        id={`${id}reason`}
        data-first
        value={reason}
        maxLength={longestPenaltyReason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className="note">{t(lifts ? 'liftHint' : 'revokeHint')}</p>
    </FormDialog>
  )
}
