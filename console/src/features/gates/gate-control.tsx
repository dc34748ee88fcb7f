import { gateControlCalls } from '@vigil/contract/gatecontrol/calls.ts'
import { commandOutcome, controlMake, controlScheme, gateTold, type GateControl } from '@vigil/contract/gatecontrol/entities.ts'
import { gateKind } from '@vigil/contract/gates/barrier-gate.ts'
import { paged } from '@vigil/contract/kernel/client.ts'
import type { CodeOf } from '@vigil/contract/kernel/enumeration.ts'
import { Button, Input, InputNumber, Select, Skeleton, Switch } from 'antd'
import { useId, useState } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useCall, useCallMutation } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { FormDialog } from '../../shared/ui/form-dialog.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { QuestionDialog } from '../../shared/ui/question-dialog.tsx'
import { ErrorState } from '../../shared/ui/states.tsx'
import { controlTexts } from './control-texts.ts'
import { GateLists } from './gate-lists.tsx'
import styles from './gates.module.css'

const commandsShown = 10
const usualPort = { http: 80, https: 443 } as const

interface Device {
  readonly id: string
  readonly name: string
  readonly kind: CodeOf<typeof gateKind>
}

/** How a gate is opened from here, and what it was told lately. */
export const GateControlPart = ({ record: { id, name, kind } }: { readonly record: Device }) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  const may = useCan('barrierGateMgmt:edit')
  const [asks, setAsks] = useState<'form' | 'remove' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data: control, error, isFetching, refetch } = useCall(gateControlCalls.getBsBarrierGateControl, { id })
  const { data: commands } = useCall(gateControlCalls.listGateCommand, { gateId: id, pageNum: 1, pageSize: commandsShown })
  const { mutate, isPending } = useCallMutation(gateControlCalls.deleteBsBarrierGateControl, {
    invalidates: [gateControlCalls.getBsBarrierGateControl, gateControlCalls.listOpenableGates],
    showsRefusal: true,
  })
  const close = (): void => {
    setAsks(null)
    setRefusal(null)
  }
  const list = commands ? paged(commands).list : []
  return (
    <section className={styles['control']} aria-label={t('control')}>
      <h3>{t('control')}</h3>
      {control === undefined && error && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {control === undefined && !error && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {control === null && <p className="note">{t('notControlled')}</p>}
      {control && (
        <p className={styles['controlled']}>
          {controlMake.name(control.make, language)} · {control.scheme}://{control.host}:{control.port} · {t('channel')}{' '}
          {control.channel} · {control.userName}
        </p>
      )}
      {may && control !== undefined && (
        <Row gap={8}>
          <Button autoInsertSpace={false} onClick={() => setAsks('form')}>
            {t(control ? 'edit' : 'set')}
          </Button>
          {control && (
            <Button danger autoInsertSpace={false} onClick={() => setAsks('remove')}>
              {t('remove')}
            </Button>
          )}
        </Row>
      )}
      {control?.keepsLists && <GateLists gateId={id} />}
      {control && (
        <>
          <h3>{t('commands')}</h3>
          {list.length === 0 && <p className="note">{t('noCommands')}</p>}
          <ul className="list">
            {list.map(({ id: key, at, act, text, outcome, said, by, reason }) => (
              <li key={key} className={styles['command']}>
                <time className="oneLine quiet">{at}</time>
                <span>
                  {gateTold.name(act, language)}
                  {text !== '' && ` ${t('quoted', { text })}`} ·{' '}
                  <span className={outcome === commandOutcome.code.done ? 'good' : 'bad'}>
                    {commandOutcome.name(outcome, language)}
                  </span>
                  {said !== '' && ` (${said})`}
                </span>
                <span className="quiet">{reason === '' ? by : t('by', { by, reason })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {asks === 'form' && <ControlForm id={id} name={name} kind={kind} control={control ?? null} onClose={close} />}
      {asks === 'remove' && (
        <QuestionDialog
          open
          title={t('removeTitle')}
          question={t('removeQuestion', { name })}
          refusal={refusal}
          onClose={close}
          footer={
            <>
              <Button autoInsertSpace={false} onClick={close}>
                {t('cancel')}
              </Button>
              <Button
                danger
                autoInsertSpace={false}
                loading={isPending}
                onClick={() =>
                  mutate(
                    { id },
                    {
                      onSuccess: () => {
                        notify.success(t('removed'))
                        close()
                      },
                      onError: (refused) => setRefusal(failureText(refused)),
                    },
                  )
                }
              >
                {t('remove')}
              </Button>
            </>
          }
        />
      )}
    </section>
  )
}

interface ControlFormProps extends Device {
  readonly control: GateControl | null
  readonly onClose: () => void
}

const blank = { make: 'hikvision', scheme: 'http', host: '', port: usualPort.http, channel: 1, userName: 'admin' } as const
const listsOff = { keepsLists: false }

const ControlForm = ({ id, name, kind, control, onClose }: ControlFormProps) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  const fieldId = useId()
  const [form, setForm] = useState<Form>(() => {
    if (!control) return { ...blank, ...listsOff }
    const { hasPassword: _has, ...told } = control
    return told
  })
  const [password, setPassword] = useState('')
  const isForVehicles = kind === gateKind.code.vehicle
  const [problem, setProblem] = useState<string | null>(null)
  const change = (more: Partial<Form>): void => setForm({ ...form, ...more })
  const { mutate, isPending } = useCallMutation(gateControlCalls.saveBsBarrierGateControl, {
    invalidates: [
      gateControlCalls.getBsBarrierGateControl,
      gateControlCalls.listOpenableGates,
      gateControlCalls.listGateListState,
      gateControlCalls.listGatePlate,
    ],
    showsRefusal: true,
  })
  const save = (): void => {
    if (form.host.trim() === '') {
      setProblem(t('hostNeeded'))
      return
    }
    mutate(
      { id, ...form, ...(isForVehicles ? {} : listsOff), host: form.host.trim(), ...(password === '' ? {} : { password }) },
      {
        onSuccess: () => {
          notify.success(t('saved'))
          onClose()
        },
        onError: (refused) => setProblem(failureText(refused)),
      },
    )
  }
  return (
    <FormDialog title={t('formTitle', { name })} problem={problem} busy={isPending} onClose={onClose} onSubmit={save}>
      <label htmlFor={`${fieldId}make`}>{t('make')}</label>
      <Select
        id={`${fieldId}make`}
        value={form.make}
        options={controlMake.options(language)}
        onChange={(make) => change({ make })}
      />
      <AddressFields id={fieldId} form={form} onChange={change} />
      <label htmlFor={`${fieldId}channel`}>{t('channel')}</label>
      <InputNumber
        id={`${fieldId}channel`}
        value={form.channel}
        min={1}
        max={64}
        precision={0}
        onChange={(channel) => change({ channel: channel ?? 1 })}
      />
      <p className="note">{t('channelHint')}</p>
      <label htmlFor={`${fieldId}user`}>{t('userName')}</label>
      <Input
        id={`${fieldId}user`}
        value={form.userName}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => change({ userName: target.value })}
      />
      <label htmlFor={`${fieldId}password`}>{t('password')}</label>
      <Input.Password
        id={`${fieldId}password`}
        value={password}
        maxLength={64}
        autoComplete="new-password"
        placeholder={t(control?.hasPassword ? 'passwordKept' : 'passwordHint')}
        visibilityToggle={false}
        onChange={({ target }) => setPassword(target.value)}
      />
      {isForVehicles && (
        <>
          <label htmlFor={`${fieldId}lists`}>{t('keepsLists')}</label>
          <div>
            <Switch
              id={`${fieldId}lists`}
              checked={form.keepsLists}
              aria-describedby={`${fieldId}listsHint`}
              onChange={(keepsLists) => change({ keepsLists })}
            />
          </div>
          <p id={`${fieldId}listsHint`} className="note">
            {t('keepsListsHint')}
          </p>
        </>
      )}
    </FormDialog>
  )
}

type Form = Omit<GateControl, 'hasPassword'>
interface AddressFieldsProps {
  readonly id: string
  readonly form: Form
  readonly onChange: (more: Partial<Form>) => void
}

const AddressFields = ({ id, form, onChange }: AddressFieldsProps) => {
  const t = useTexts(controlTexts)
  const { language } = useLanguage()
  return (
    <>
      <label htmlFor={`${id}host`}>{t('host')}</label>
      <Row gap={8}>
        <Select
          aria-label={t('scheme')}
          value={form.scheme}
          options={controlScheme.options(language)}
          onChange={(scheme) => onChange({ scheme, port: usualPort[scheme] })}
        />
        <Input
          id={`${id}host`}
          data-first
          value={form.host}
          placeholder="10.20.6.21"
          maxLength={45}
          onChange={({ target }) => onChange({ host: target.value })}
        />
        <InputNumber
          aria-label={t('port')}
          value={form.port}
          min={1}
          max={65_535}
          precision={0}
          onChange={(port) => onChange({ port: port ?? usualPort[form.scheme] })}
        />
      </Row>
    </>
  )
}
