import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { commandOutcome, longestSpoken, speakWhere, type GateCommand } from '@vigil/contract/gatecontrol/entities.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
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
import { newCommandId } from './command-id.ts'
import { controlTexts } from './control-texts.ts'
import { useOwnGate } from './own-gate.ts'

type Where = CodeOf<typeof speakWhere>
type Gates = DataOf<typeof gateControlCalls.listOpenableGates>

/** 喊话: for who may open a gate, where there is one with a speaker or a screen. */
export const SpeakAtGate = () => {
  const t = useTexts(controlTexts)
  const may = useCan('gate:open')
  const { data: gates } = useCall(gateControlCalls.listOpenableGates, undefined, { enabled: may })
  const [isOpen, setOpen] = useState(false)
  const speaking = (gates ?? []).filter(({ speaks }) => speaks.length > 0)
  if (!may || speaking.length === 0) return null
  return (
    <>
      <Button autoInsertSpace={false} onClick={() => setOpen(true)}>
        {t('speak')}
      </Button>
      {isOpen && <SpeakDialog gates={speaking} onClose={() => setOpen(false)} />}
    </>
  )
}

interface SpeakDialogProps {
  readonly gates: Gates
  readonly onClose: () => void
}

const SpeakDialog = ({ gates, onClose }: SpeakDialogProps) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  const id = useId()
  const own = useOwnGate(({ gateId }) => gateId)
  const [gateId, setGateId] = useState(
    gates.find((gate) => gate.id === own)?.id ?? (gates.length === 1 ? gates[0]?.id : undefined),
  )
  const offered = gates.find((gate) => gate.id === gateId)?.speaks ?? speakWhere.codes
  const [chosen, setChosen] = useState<Where>('speaker')
  const where = offered.includes(chosen) ? chosen : (offered[0] ?? chosen)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [maybeSaid, setMaybeSaid] = useState(false)
  // Until it is answered the same words are the same command, whatever the line does meanwhile.
  const command = useRef<{ readonly id: string; readonly said: string } | null>(null)
  const { mutate, isPending } = useCallMutation(gateControlCalls.speakAtGate, {
    invalidates: [gateControlCalls.listGateCommand],
    showsRefusal: true,
  })
  const heard = ({ gateName: name, act, outcome, said }: GateCommand): void => {
    if (outcome !== commandOutcome.code.sent) command.current = null
    if (outcome === commandOutcome.code.done) {
      notify.success(t(act === 'screen' ? 'shown' : 'said', { name }))
      onClose()
      return
    }
    const words = { name, outcome: commandOutcome.name(outcome, language) }
    setProblem(said === '' ? t('notDone', words) : t('notDoneSaid', { ...words, said }))
    setMaybeSaid(outcome !== commandOutcome.code.refused && outcome !== commandOutcome.code.unreachable)
  }
  const send = (): void => {
    if (isPending) return
    const words = text.trim()
    if (gateId === undefined || words === '') {
      setProblem(t(gateId === undefined ? 'chooseGate' : 'wordsNeeded'))
      return
    }
    setProblem(null)
    setMaybeSaid(false)
    const said = JSON.stringify([gateId, where, words])
    if (command.current?.said !== said) command.current = { id: newCommandId(), said }
    mutate(
      { commandId: command.current.id, gateId, where, text: words },
      { onSuccess: heard, onError: (refused) => setProblem(failureText(refused)) },
    )
  }
  return (
    <FormDialog
      title={t('speakTitle')}
      problem={problem}
      advice={maybeSaid ? t('maybeSaid') : null}
      busy={isPending}
      ok={t('send')}
      onClose={onClose}
      onSubmit={send}
    >
      <label htmlFor={`${id}gate`}>{t('gate')}</label>
      <Select
        id={`${id}gate`}
        placeholder={t('chooseGate')}
        value={gateId}
        options={gates.map((gate) => ({ value: gate.id, label: gate.name }))}
        onChange={setGateId}
      />
      <label htmlFor={`${id}where`}>{t('where')}</label>
      <Select
        id={`${id}where`}
        value={where}
        options={speakWhere.options(language).filter(({ value }) => offered.includes(value))}
        onChange={setChosen}
      />
      <label htmlFor={`${id}text`}>{t('words')}</label>
      <Input
        id={`${id}text`}
        data-first
        value={text}
        maxLength={longestSpoken}
        showCount
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
