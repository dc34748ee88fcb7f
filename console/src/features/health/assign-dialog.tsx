import { healthCalls } from '@vigil/contract/health/calls.ts'
import { faultKind, longestFaultNote } from '@vigil/contract/health/fault.ts'
import { CallRefused } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { Alert, Button, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { invalidate, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { UserPicker } from '../../shared/pick/user-picker.tsx'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { assigning, useAssigning, type DeviceFault } from './assigning.ts'
import { healthTexts } from './texts.ts'

const width = 460

/** Who sees to a fault, asked over the list; nothing unless somebody is to be named. */
export const AssignDialog = () => {
  const fault = useAssigning((state) => state.fault)
  useEffect(() => assigning.close, [])
  return fault && <Assign key={fault.id} fault={fault} />
}

interface AssignProps {
  readonly fault: DeviceFault
}

const Assign = ({ fault }: AssignProps) => {
  const t = useTexts(healthTexts)
  const { language } = useLanguage()
  const id = useId()
  const [owner, setOwner] = useState(
    fault.ownerId === null ? null : { id: fault.ownerId, name: fault.ownerName ?? `#${fault.ownerId}` },
  )
  const [note, setNote] = useState(fault.note)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(healthCalls.assignBsDeviceFault, {
    invalidates: [healthCalls.listBsDeviceFaultByDeptId],
    showsRefusal: true,
  })
  const send = (): void =>
    mutate(
      { id: fault.id, version: fault.version, userId: owner?.id ?? null, note },
      {
        onSuccess: () => {
          notify.success(owner ? t('assigned', { user: owner.name }) : t('unassigned'))
          assigning.close()
        },
        onError: (refused) => {
          const isLate = refused instanceof CallRefused && refused.code === codes.conflict.code
          setProblem(isLate ? t('changed') : failureText(refused))
          if (isLate) invalidate(healthCalls.listBsDeviceFaultByDeptId)
        },
      },
    )
  return (
    <DragDialog
      open
      width={width}
      onClose={assigning.close}
      title={`${t('assignTitle')} · ${fault.deviceName} · ${faultKind.name(fault.kind, language)}`}
      footer={
        <Row gap={10} justify="flex-end">
          <Button autoInsertSpace={false} onClick={assigning.close}>
            {t('cancel')}
          </Button>
          <Button type="primary" autoInsertSpace={false} loading={isPending} onClick={send}>
            {t('ok')}
          </Button>
        </Row>
      }
    >
      <Stack gap={8}>
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        <label htmlFor={`${id}owner`}>{t('owner')}</label>
        <UserPicker
          id={`${id}owner`}
          placeholder={t('nobody')}
          value={owner?.id ?? null}
          known={owner}
          onChange={(_, person) => setOwner(person)}
        />
        <label htmlFor={`${id}note`}>{t('note')}</label>
        <Input.TextArea
          id={`${id}note`}
          rows={3}
          maxLength={longestFaultNote}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Stack>
    </DragDialog>
  )
}
