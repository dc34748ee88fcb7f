import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { commandOutcome, longestGateReason, type gateAct, type GateCommand } from '@vigil/contract/gatecontrol/entities.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { Button, Input, Select } from 'antd'
import { useId, useRef, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Icon } from '../../shared/ui/icon.tsx'
import { newCommandId } from './command-id.ts'
import { controlTexts } from './control-texts.ts'
import { useOwnGate } from './own-gate.ts'

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
  const { language } = useLanguage()
  const id = useId()
  const own = useOwnGate(({ gateId }) => gateId)
  const [gateId, setGateId] = useState(
    gates.find((gate) => gate.id === own)?.id ?? (gates.length === 1 ? gates[0]?.id : undefined),
  )
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [mayHaveMoved, setMayHaveMoved] = useState(false)
  // Until it is answered the same press is the same command, whatever the line does meanwhile.
  const command = useRef<{ readonly id: string; readonly gateId: string; readonly act: GateAct } | null>(null)
  const { mutate, isPending } = useCallMutation(gateControlCalls.commandGate, {
    invalidates: [gateControlCalls.listGateCommand],
    showsRefusal: true,
  })
  const heard = ({ gateName: name, act, outcome, said }: GateCommand): void => {
    // One that is still on its way is not sent a second time.
    if (outcome !== commandOutcome.code.sent) command.current = null
    if (outcome === commandOutcome.code.done) {
      notify.success(t(act === 'open' ? 'opened' : 'closed', { name }))
      onClose()
      return
    }
    const words = { name, outcome: commandOutcome.name(outcome, language) }
    setProblem(said === '' ? t('notDone', words) : t('notDoneSaid', { ...words, said }))
    setMayHaveMoved(outcome !== commandOutcome.code.refused && outcome !== commandOutcome.code.unreachable)
  }
  const send = (act: GateAct): void => {
    if (isPending) return
    if (gateId === undefined) {
      setProblem(t('chooseGate'))
      return
    }
    setProblem(null)
    setMayHaveMoved(false)
    if (command.current?.gateId !== gateId || command.current.act !== act) command.current = { id: newCommandId(), gateId, act }
    mutate(
      { commandId: command.current.id, gateId, act, reason },
      { onSuccess: heard, onError: (refused) => setProblem(failureText(refused)) },
    )
  }
  return (
    <FormDialog
      title={t('openTitle')}
      problem={problem}
      advice={mayHaveMoved ? t('lookThere') : null}
      busy={isPending}
      ok={t('open')}
      others={
        <Button autoInsertSpace={false} disabled={isPending} onClick={() => send('close')}>
          {t('close')}
        </Button>
      }
      onClose={onClose}
      onSubmit={() => send('open')}
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
