import { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { longestPenaltyReason } from '@vigil/contract/penalties/entities.ts'
import { Button, DatePicker, Input } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { DeptPicker } from '../../shared/pick/dept-picker.tsx'
import { useCan, useUser } from '../../shared/session/session.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import styles from './penalties.module.css'
import { penaltyTexts } from './texts.ts'

const longestPlate = 20

/** Opens the form by which somebody bars a vehicle himself. */
export const BarButton = () => {
  const t = useTexts(penaltyTexts)
  const may = useCan('penaltyMgmt:edit')
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button type="primary" autoInsertSpace={false} icon={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
        {t('bar')}
      </Button>
      {open && <BarDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const BarDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts(penaltyTexts)
  const id = useId()
  const user = useUser()
  const [plateNumber, setPlateNumber] = useState('')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(null)
  const [deptId, setDeptId] = useState<string | null>(user?.belongDeptId ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(penaltyCalls.barZdPenaltyVehicle, {
    invalidates: [penaltyCalls.listZdPenaltyVehicle, penaltyCalls.listZdPenaltyStep],
    showsRefusal: true,
  })
  const send = (): void => {
    const missing = plateNumber.trim() === '' ? 'plateNeeded' : reason.trim() === '' ? 'reasonNeeded' : null
    if (missing !== null) {
      setProblem(t(missing))
      return
    }
    mutate(
      { plateNumber, reason, until, deptId },
      {
        onSuccess: (step) => {
          notify.success(t('barDone', { plate: step.plateNumber }))
          onClose()
        },
        onError: (refused) => setProblem(failureText(refused)),
      },
    )
  }
  return (
    <FormDialog title={t('bar')} problem={problem} busy={isPending} onClose={onClose} onSubmit={send}>
      <div className={styles['field']}>
        <label htmlFor={`${id}plate`}>{t('plate')}</label>
        <Input
          id={`${id}plate`}
          data-first
          value={plateNumber}
          maxLength={longestPlate}
          onChange={({ target }) => setPlateNumber(target.value)}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}reason`}>{t('reason')}</label>
        <Input
          id={`${id}reason`}
          value={reason}
          maxLength={longestPenaltyReason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}until`}>{t('until')}</label>
        <DatePicker
          id={`${id}until`}
          showTime
          placeholder={t('untilLifted')}
          onChange={(chosen) => setUntil(chosen ? chosen.format('YYYY-MM-DD HH:mm:ss') : null)}
        />
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}dept`}>{t('department')}</label>
        <DeptPicker id={`${id}dept`} value={deptId} onChange={(chosen) => setDeptId(chosen)} />
        <p className="note">{t('wholeSite')}</p>
      </div>
    </FormDialog>
  )
}
