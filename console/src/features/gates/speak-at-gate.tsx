import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { longestSpoken, speakWhere } from '@vigil/contract/gatecontrol/entities.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { controlTexts } from './control-texts.ts'
import { useOwnGate } from './own-gate.ts'
import { useGateCommand } from './use-gate-command.ts'

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
  const { mutate, isPending } = useCallMutation(gateControlCalls.speakAtGate, {
    invalidates: [gateControlCalls.listGateCommand],
    showsRefusal: true,
  })
  const { problem, mayBeDone, refuse, send } = useGateCommand(({ gateName: name, act }) => {
    notify.success(t(act === 'screen' ? 'shown' : 'said', { name }))
    onClose()
  })
  const speak = (): void => {
    if (isPending) return
    const words = text.trim()
    if (gateId === undefined || words === '') return refuse(t(gateId === undefined ? 'chooseGate' : 'wordsNeeded'))
    send([gateId, where, words], (commandId, answered) => mutate({ commandId, gateId, where, text: words }, answered))
  }
  return (
    <FormDialog
      title={t('speakTitle')}
      problem={problem}
      advice={mayBeDone ? t('maybeSaid') : null}
      busy={isPending}
      ok={t('send')}
      onClose={onClose}
      onSubmit={speak}
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
