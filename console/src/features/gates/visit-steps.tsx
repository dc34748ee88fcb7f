import { gateCalls } from '@vigil/contract/gates/calls.ts'
import type { Visit } from '@vigil/contract/gates/visit.ts'
import { whole } from '@vigil/contract/kernel/client.ts'
import { Button, Input, Select, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { planFresh } from '../../shared/map/map-data.ts'
import { notify } from '../../shared/notices/notices.ts'
import { useCan } from '../../shared/session/session.ts'
import { Row } from '../../shared/ui/layout.tsx'
import styles from './gates.module.css'
import { useOwnGate } from './own-gate.ts'
import { steps, take, type Step } from './steps.ts'
import { gateTexts } from './texts.ts'
import { actsOf, type VisitAct } from './visit-acts.ts'

const longestReason = 200
const longestTag = 64

/** Whether the signed-in user may take steps with visits. */
export const useSteps = (): boolean => {
  const [visits, desk] = [useCan('visitRecordMgmt:edit'), useCan('guardDeskMgmt:edit')]
  return visits || desk
}

interface VisitStepsProps {
  readonly visit: Visit
  readonly size?: 'small' | 'middle'
}

/** What can be done with a visit as it stands; what has to be said with it is asked in place. */
export const VisitSteps = ({ visit: told, size = 'middle' }: VisitStepsProps) => {
  const t = useTexts(gateTexts)
  const may = useSteps()
  const { gateId } = useOwnGate()
  const [asks, setAsks] = useState<VisitAct | null>(null)
  const [busy, setBusy] = useState<VisitAct | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // Until the list is read anew: whoever takes the next step at once takes it with what his own last one led to.
  const [taken, setTaken] = useState<Visit | null>(null)
  const visit = taken !== null && taken.id === told.id && taken.version > told.version ? taken : told
  const acts = actsOf(visit)
  if (!may || acts.length === 0) return null
  const go = async (act: VisitAct, step: Step): Promise<void> => {
    setBusy(act)
    setProblem(null)
    const became = await take(step, visit)
    setBusy(null)
    if (typeof became === 'string') {
      setProblem(became)
      return
    }
    setTaken(became)
    setAsks(null)
    notify.success(t(step.told, { name: visit.visitorName }))
  }
  const press = (act: VisitAct): void => {
    setProblem(null)
    if (act === 'approve' || act === 'acknowledge' || act === 'returnTag') void go(act, steps[act]())
    else if (act === 'leave' && visit.tagNo === '') void go(act, steps.leave(true, gateId))
    else setAsks(asks === act ? null : act)
  }
  // What was asked for may be over by now.
  const asked = asks !== null && acts.includes(asks) ? asks : null
  return (
    <div className={styles['forms']}>
      <Row gap={6} className="wrap">
        {acts.map((act, at) => (
          <Button
            key={act}
            size={size}
            type={at === 0 && act !== 'acknowledge' ? 'primary' : 'default'}
            danger={act === 'refuse'}
            autoInsertSpace={false}
            loading={busy === act && asked === null}
            disabled={busy !== null && busy !== act}
            aria-expanded={asked === act}
            data-act={act}
            onClick={() => press(act)}
          >
            {t(act)}
          </Button>
        ))}
      </Row>
      {asked === 'enter' && (
        <EnterForm
          busy={busy !== null}
          onCancel={() => setAsks(null)}
          onSubmit={(tag) => void go('enter', steps.enter(tag, gateId))}
        />
      )}
      {asked === 'refuse' && (
        <RefuseForm
          busy={busy !== null}
          onCancel={() => setAsks(null)}
          onSubmit={(why) => void go('refuse', steps.refuse(why))}
        />
      )}
      {asked === 'leave' && (
        <Row className={styles['form']}>
          <span className="soft">
            {t('tagNo')} <b>{visit.tagNo}</b>
          </span>
          <Button
            size={size}
            type="primary"
            autoInsertSpace={false}
            loading={busy !== null}
            onClick={() => void go('leave', steps.leave(true, gateId))}
          >
            {t('leaveTagBack')}
          </Button>
          <Button
            size={size}
            autoInsertSpace={false}
            disabled={busy !== null}
            onClick={() => void go('leave', steps.leave(false, gateId))}
          >
            {t('leaveTagKept')}
          </Button>
        </Row>
      )}
      {problem !== null && (
        <div className="bad" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

interface FormProps {
  readonly busy: boolean
  readonly onSubmit: (text: string) => void
  readonly onCancel: () => void
}

interface AskedProps {
  readonly busy: boolean
  readonly ok: string
  readonly danger?: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** No form of its own: it stands in that of the record as well. */
const Asked = ({ busy, ok, danger = false, onSubmit, onCancel, children }: AskedProps) => {
  const t = useTexts(gateTexts)
  return (
    <div className={styles['form']} role="group" aria-label={ok}>
      {children}
      <Button size="small" type="primary" danger={danger} autoInsertSpace={false} loading={busy} onClick={onSubmit}>
        {ok}
      </Button>
      <Button size="small" autoInsertSpace={false} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}

/** What is asked in place has the focus. */
const useFocused = () => {
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
/** Enter does what was asked, Esc leaves it alone; neither does anything around it. */
const keysOf =
  (onSubmit: () => void, onCancel: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') onSubmit()
    else onCancel()
  }

const EnterForm = ({ busy, onSubmit, onCancel }: FormProps) => {
  const t = useTexts(gateTexts)
  const id = useId()
  const field = useFocused()
  const [tag, setTag] = useState('')
  const submit = (): void => onSubmit(tag.trim())
  return (
    <Asked busy={busy} ok={t('enter')} onCancel={onCancel} onSubmit={submit}>
      <label htmlFor={id}>{t('tagNo')}</label>
      <Input
        id={id}
        size="small"
        ref={field}
        onKeyDown={keysOf(submit, onCancel)}
        autoComplete="off"
        value={tag}
        maxLength={longestTag}
        placeholder={t('tagHint')}
        onChange={({ target }) => setTag(target.value)}
      />
      <GateChoice />
    </Asked>
  )
}

const RefuseForm = ({ busy, onSubmit, onCancel }: FormProps) => {
  const t = useTexts(gateTexts)
  const id = useId()
  const field = useFocused()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const lacks = tried && reason.trim() === ''
  const submit = (): void => {
    setTried(true)
    if (reason.trim() !== '') onSubmit(reason.trim())
  }
  return (
    <Asked busy={busy} ok={t('refuse')} danger onCancel={onCancel} onSubmit={submit}>
      <label htmlFor={id}>{t('refuseReason')}</label>
      <Input
        id={id}
        size="small"
        ref={field}
        onKeyDown={keysOf(submit, onCancel)}
        autoComplete="off"
        value={reason}
        maxLength={longestReason}
        aria-invalid={lacks}
        {...(lacks ? { status: 'error' as const } : {})}
        onChange={({ target }) => setReason(target.value)}
      />
      {lacks && <span className="bad">{t('reasonNeeded')}</span>}
    </Asked>
  )
}

/** At which gate this is; what was chosen holds for the next as well. */
export const GateChoice = () => {
  const t = useTexts(gateTexts)
  const { gateId, choose } = useOwnGate()
  const { data } = useCall(gateCalls.listBsBarrierGateAll, undefined, { staleTime: planFresh })
  const gates = (data ? whole(data) : []).filter(({ enable }) => enable === 1)
  const isKnown = gates.some(({ id }) => id === gateId)
  if (gates.length === 0) return null
  return (
    <Select
      size="small"
      aria-label={t('gate')}
      className={styles['gate'] ?? ''}
      popupMatchSelectWidth={false}
      value={isKnown && gateId !== null ? gateId : ''}
      options={[
        { value: '', label: `${t('gate')}: ${t('noGate')}` },
        ...gates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => choose(chosen === '' ? null : chosen)}
    />
  )
}
