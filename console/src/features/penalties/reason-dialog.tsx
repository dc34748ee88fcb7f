import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { longestPenaltyReason, penaltyKind, type PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { penaltyTexts } from './texts.ts'

const width = 460

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
    <DragDialog
      open
      width={width}
      title={t(lifts ? 'liftTitle' : 'revokeTitle')}
      onClose={onClose}
      footer={
        <>
          <Button autoInsertSpace={false} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="primary" autoInsertSpace={false} loading={isPending} onClick={send}>
            {t('ok')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap={10}>
          {problem !== null && <Alert type="error" showIcon title={problem} />}
          <label htmlFor={`${id}reason`}>{t('reason')}</label>
          <Input
            id={`${id}reason`}
            data-first
            value={reason}
            maxLength={longestPenaltyReason}
            onChange={({ target }) => setReason(target.value)}
          />
          <p className="note">{t(lifts ? 'liftHint' : 'revokeHint')}</p>
        </Stack>
      </form>
    </DragDialog>
  )
}
