import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { receipt } from '@vigil/contract/devices/command.ts'
import {
  terminalFault,
  terminalParameters,
  type ParameterName,
  type TerminalAnswer,
  type TerminalParameter,
} from '@vigil/contract/devices/terminal-parameter.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { DragDialog } from '../../shared/ui/drag-dialog.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import { askingTerminal, useAskingTerminal, type OfVehicle } from './asking-terminal.ts'
import styles from './devices.module.css'
import { changesIn, settableName, toldAnew, typed, type TerminalDraft } from './terminal-draft.ts'
import { TerminalInput } from './terminal-input.tsx'
import { terminalTexts } from './terminal-texts.ts'

const width = 620

/** What the terminal of a vehicle goes by, asked over the list; nothing unless one is to be asked. */
export const TerminalDialog = () => {
  const vehicle = useAskingTerminal((state) => state.vehicle)
  useEffect(() => askingTerminal.close, [])
  return vehicle && <Terminal key={vehicle.id} vehicle={vehicle} />
}

interface Outcome {
  readonly type: 'success' | 'warning' | 'error'
  readonly words: string
}

/** In words: how far it came, and what the terminal said against it. */
const useBecame = () => {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  return ({ receipt: how, fault }: Pick<TerminalAnswer, 'receipt' | 'fault'>): string =>
    fault === null
      ? receipt.name(how, language)
      : t('withFault', { receipt: receipt.name(how, language), fault: terminalFault.name(fault, language) })
}

/** What a terminal told, what is typed instead, and what became of both. */
const useTerminal = ({ id }: OfVehicle) => {
  const t = useTexts(terminalTexts)
  const became = useBecame()
  const [parameters, setParameters] = useState<readonly TerminalParameter[] | null>(null)
  const [draft, setDraft] = useState<TerminalDraft>({})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mutateAsync: ask, isPending: isReading } = useCallMutation(deviceCalls.readBsCarTerminalById, { showsRefusal: true })
  const { mutateAsync: tell, isPending: isSetting } = useCallMutation(deviceCalls.setBsCarTerminalById, { showsRefusal: true })
  const read = useCallback(async (): Promise<void> => {
    setOutcome(null)
    try {
      const answer = await ask({ id })
      if (answer.receipt !== receipt.code.accepted) {
        setOutcome({ type: 'warning', words: t('notRead', { became: became(answer) }) })
        return
      }
      setParameters(answer.parameters)
      setDraft({})
    } catch (error) {
      setOutcome({ type: 'error', words: failureText(error) })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another language is no reason to ask a vehicle again
  }, [ask, id])
  const set = async (): Promise<void> => {
    if (parameters === null || isSetting || isReading) return
    const changes = changesIn(draft, parameters)
    const names = Object.keys(changes)
    if (names.length === 0) return
    setOutcome(null)
    try {
      const answer = await tell({ id, ...changes })
      const isDone = answer.receipt === receipt.code.accepted
      setOutcome({ type: isDone ? 'success' : 'warning', words: t('becameSet', { became: became(answer) }) })
      if (!isDone) return
      // What it goes by now is what it says, not what it was told.
      const asked = parameters.filter(({ name }) => name !== null && names.includes(name)).map(({ id: number }) => number)
      const anew = await ask({ id, parameterIds: asked })
      if (anew.receipt !== receipt.code.accepted) return
      setParameters(toldAnew(parameters, anew.parameters))
      setDraft({})
    } catch (error) {
      setOutcome({ type: 'error', words: failureText(error) })
    }
  }
  return { parameters, draft, setDraft, outcome, isReading, isSetting, read, set }
}

const Terminal = ({ vehicle }: { readonly vehicle: OfVehicle }) => {
  const t = useTexts(terminalTexts)
  const { parameters, draft, setDraft, outcome, isReading, isSetting, read, set } = useTerminal(vehicle)
  useEffect(() => void read(), [read])
  const changes = parameters === null ? 0 : Object.keys(changesIn(draft, parameters)).length
  return (
    <DragDialog
      open
      width={width}
      title={t('title', { plate: vehicle.plateNumber })}
      onClose={askingTerminal.close}
      footer={
        <>
          <Button autoInsertSpace={false} onClick={askingTerminal.close}>
            {t('close')}
          </Button>
          <Button autoInsertSpace={false} disabled={isReading || isSetting} onClick={() => void read()}>
            {t('readAgain')}
          </Button>
          <Button
            type="primary"
            autoInsertSpace={false}
            disabled={changes === 0 || isReading}
            loading={isSetting}
            onClick={() => void set()}
          >
            {changes === 0 ? t('setNone') : t('set', { n: changes })}
          </Button>
        </>
      }
    >
      <Stack gap={10}>
        <div role="status">
          {outcome && <Alert showIcon type={outcome.type} title={outcome.words} />}
          {isReading && <p className="note">{t('reading')}</p>}
        </div>
        {parameters === null && isReading && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
        {parameters?.length === 0 && <EmptyState icon="truck" title={t('nothing')} />}
        {parameters !== null && parameters.length > 0 && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void set()
            }}
          >
            <Parameters parameters={parameters} draft={draft} onDraft={setDraft} />
            {/* Of several fields none is sent by Enter where the form has no button of its own. */}
            <button type="submit" hidden />
          </form>
        )}
      </Stack>
    </DragDialog>
  )
}

interface ParametersProps {
  readonly parameters: readonly TerminalParameter[]
  readonly draft: TerminalDraft
  readonly onDraft: (draft: TerminalDraft) => void
}

const Parameters = ({ parameters, draft, onDraft }: ParametersProps) => {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  return (
    <PlainTable className={styles['parameters']}>
      <thead>
        <tr>
          <th>{t('parameter')}</th>
          <th>{t('value')}</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => {
          const { id, name } = parameter
          const settable = settableName(parameter)
          const label = name === null ? t('unknown') : parameter[language]
          return (
            <tr key={id}>
              <td>
                {label} <span className={`quiet ${styles['parameterId']}`}>{id}</span>
              </td>
              <td>
                {settable === null ? (
                  <Read parameter={parameter} />
                ) : (
                  <TerminalInput
                    label={`${label} ${id}`}
                    name={settable}
                    told={parameter}
                    value={draft[settable] ?? null}
                    onChange={(value) => onDraft(typed(draft, { name: settable, told: parameter.value, value }))}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}

/** What is only read; bytes where nobody here knows what they mean. */
const Read = ({ parameter: { name, value, hex } }: { readonly parameter: TerminalParameter }) => {
  const t = useTexts(terminalTexts)
  const { language } = useLanguage()
  const known = name === null ? null : terminalParameters[name as ParameterName]
  if (known?.isSecret) return <span className="quiet">{t('secret')}</span>
  if (value === null || value === '')
    return hex === '' ? <span className="quiet">{t('empty')}</span> : <code className="breaks">{hex}</code>
  return (
    <>
      {value} {known?.unit && <span className="quiet">{known.unit[language]}</span>}
    </>
  )
}
