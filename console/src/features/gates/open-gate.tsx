import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { longestGateReason, type gateAct } from '@vigil/contract/gatecontrol/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { controlTexts } from './control-texts.ts'
import { useOwnGate } from './own-gate.ts'
import { useGateCommand } from './use-gate-command.ts'

type GateAct = CodeOf<typeof gateAct>

/** 开闸: for who may, where there is a gate that can be opened from here. */
export const OpenGate = () => {
  const t = useTexts(controlTexts)
  const may = useCan('gate:open')
  const { data: gates } = useCall(gateControlCalls.listOpenableGates, undefined, { enabled: may })
  const [isOpen, setOpen] = useState(false)
  if (!may || !gates || gates.length === 0) return null
  return (
    <>
      <Button type="primary" icon={<Icon name="gate" size={16} />} onClick={() => setOpen(true)}>
        {t('openGate')}
      </Button>
      {isOpen && <OpenDialog gates={gates} onClose={() => setOpen(false)} />}
    </>
  )
}

interface OpenDialogProps {
  readonly gates: readonly { readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

const OpenDialog = ({ gates, onClose }: OpenDialogProps) => {
  const t = useTexts(controlTexts)
  const id = useId()
  const own = useOwnGate(({ gateId }) => gateId)
  const [gateId, setGateId] = useState(
    gates.find((gate) => gate.id === own)?.id ?? (gates.length === 1 ? gates[0]?.id : undefined),
  )
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useCallMutation(gateControlCalls.commandGate, {
    invalidates: [gateControlCalls.listGateCommand],
    showsRefusal: true,
  })
  const { problem, mayBeDone, refuse, send } = useGateCommand(({ gateName: name, act }) => {
    notify.success(t(act === 'open' ? 'opened' : 'closed', { name }))
    onClose()
  })
  const command = (act: GateAct): void => {
    if (isPending) return
    if (gateId === undefined) return refuse(t('chooseGate'))
    send([gateId, act], (commandId, answered) => mutate({ commandId, gateId, act, reason }, answered))
  }
  return (
    <FormDialog
      title={t('openTitle')}
      problem={problem}
      advice={mayBeDone ? t('lookThere') : null}
      busy={isPending}
      ok={t('open')}
      others={
        <Button autoInsertSpace={false} disabled={isPending} onClick={() => command('close')}>
          {t('close')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => command('open')}
    >
      <label htmlFor={`${id}gate`}>{t('gate')}</label>
      <Select
        id={`${id}gate`}
        placeholder={t('chooseGate')}
        value={gateId}
        options={gates.map((gate) => ({ value: gate.id, label: gate.name }))}
        onChange={setGateId}
      />
      <label htmlFor={`${id}reason`}>{t('reason')}</label>
      <Input
        id={`${id}reason`}
        data-first
        value={reason}
        maxLength={longestGateReason}
        placeholder={t('reasonHint')}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
