import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { idType } from '@vigil/contract/gates/visit.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react'
import { client } from '../../shared/api/client.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { failureOf } from './opened.ts'
import { nextHours, wireTime } from './planned.ts'
import { visitTexts } from './texts.ts'
import styles from './visit.module.css'

interface BookingFormProps {
  readonly token: string
  readonly link: DataOf<typeof gateCalls.getVisitBooking>
  readonly onBooked: (own: string) => Promise<void> | void
}

type TextName = 'name' | 'phone' | 'host' | 'reason' | 'idNo' | 'company' | 'plate' | 'goods'
type Typed = Readonly<Record<TextName | 'idType' | 'planIn' | 'planOut' | 'peers', string>>

const longest: Readonly<Record<TextName, number>> = {
  name: 64,
  phone: 20,
  host: 64,
  reason: 200,
  idNo: 32,
  company: 128,
  plate: 16,
  goods: 200,
}

/** What is typed of a booking, what of it is missing, and how it is sent. */
const useBooking = ({ token, link, onBooked }: BookingFormProps) => {
  const t = useTexts(visitTexts)
  const [typed, setTyped] = useState<Typed>(() => ({
    name: '',
    phone: '',
    host: '',
    reason: '',
    idNo: '',
    company: '',
    plate: '',
    goods: '',
    idType: idType.code.idCard,
    peers: '0',
    ...nextHours(Date.now()),
  }))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const set = (name: keyof Typed, value: string): void => setTyped({ ...typed, [name]: value })
  const needed: readonly TextName[] = ['name', 'phone', ...(link.hostName === '' ? (['host'] as const) : []), 'reason']
  const lacks = (name: TextName): boolean => needed.includes(name) && typed[name].trim() === ''
  const isBackwards = typed.planIn === '' || typed.planOut === '' || typed.planOut <= typed.planIn

  const send = async (): Promise<void> => {
    setTried(true)
    setRefusal(null)
    if (needed.some(lacks) || isBackwards) return
    setBusy(true)
    try {
      const { code, msg, data } = await client.send(gateCalls.bookVisit, {
        token,
        visitorName: typed.name,
        phone: typed.phone,
        idType: idType.codes.find((one) => one === typed.idType) ?? idType.code.other,
        idNo: typed.idNo,
        company: typed.company,
        plateNumber: typed.plate,
        hostName: typed.host.trim(),
        reason: typed.reason,
        peerCount: Number(typed.peers) || 0,
        planIn: wireTime(typed.planIn),
        planOut: wireTime(typed.planOut),
        goods: typed.goods,
      })
      if (code === codes.success.code && data) {
        await onBooked(data.token)
        return
      }
      setRefusal(msg)
    } catch (error) {
      const failure = failureOf(error)
      setRefusal(failure.kind === 'busy' ? t('busyHint', { n: failure.minutes }) : failure.reason)
    }
    // What was typed stays, to be put right.
    setBusy(false)
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void send()
  }
  return { typed, set, needed, lacks, isBackwards, tried, busy, refusal, submit }
}

export const BookingForm = (props: BookingFormProps) => {
  const t = useTexts(visitTexts)
  const { language } = useLanguage()
  const { link } = props
  const { typed, set, needed, lacks, isBackwards, tried, busy, refusal, submit } = useBooking(props)
  const text = (name: TextName, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      {...more}
      label={label}
      isNeeded={needed.includes(name)}
      value={typed[name]}
      most={longest[name]}
      problem={tried && lacks(name) ? t('needed', { what: label }) : null}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <form className={styles['card']} noValidate onSubmit={submit}>
      <p className={styles['lead']}>
        {t('visiting', { site: link.siteName })}
        {link.hostName !== '' && (
          <>
            <br />
            {t('host')} <b>{[link.hostName, link.deptName].filter(Boolean).join(' · ')}</b>
          </>
        )}
      </p>
      {text('name', t('name'), { autoComplete: 'name' })}
      {text('phone', t('phone'), { type: 'tel', autoComplete: 'tel' })}
      {link.hostName === '' && text('host', t('host'), { hint: t('hostHint') })}
      {text('reason', t('reason'))}
      <Field label={t('planIn')} isNeeded problem={null}>
        {(id) => (
          <input id={id} type="datetime-local" value={typed.planIn} onChange={({ target }) => set('planIn', target.value)} />
        )}
      </Field>
      <Field label={t('planOut')} isNeeded problem={tried && isBackwards ? t('outAfterIn') : null}>
        {(id) => (
          <input
            id={id}
            type="datetime-local"
            value={typed.planOut}
            aria-invalid={tried && isBackwards}
            onChange={({ target }) => set('planOut', target.value)}
          />
        )}
      </Field>
      {text('company', t('company'), { autoComplete: 'organization' })}
      {text('plate', t('plate'), { hint: t('plateHint') })}
      <Field label={t('peers')} problem={null}>
        {(id) => (
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={0}
            max={500}
            value={typed.peers}
            onChange={({ target }) => set('peers', target.value)}
          />
        )}
      </Field>
      <Field label={t('idType')} problem={null}>
        {(id) => (
          <select id={id} value={typed.idType} onChange={({ target }) => set('idType', target.value)}>
            {idType.codes.map((code) => (
              <option key={code} value={code}>
                {idType.name(code, language)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {text('idNo', t('idNo'))}
      {text('goods', t('goods'))}
      {refusal !== null && (
        <p className={styles['alert']} role="alert">
          {refusal}
        </p>
      )}
      <button type="submit" className={styles['button']} disabled={busy}>
        {busy ? t('sending') : t('book')}
      </button>
      <p className="note">{t('privacy')}</p>
    </form>
  )
}

interface FieldProps {
  readonly label: string
  readonly isNeeded?: boolean
  readonly problem: string | null
  readonly children: (id: string) => ReactNode
}
const Field = ({ label, isNeeded = false, problem, children }: FieldProps) => {
  const t = useTexts(visitTexts)
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        {label}
        {!isNeeded && <span className="quiet"> {t('optional')}</span>}
      </label>
      {children(id)}
      {problem !== null && (
        <span className="bad" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly isNeeded: boolean
  readonly value: string
  readonly most: number
  readonly problem: string | null
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'tel'
  readonly autoComplete?: string
  readonly hint?: string
}
const TextField = ({
  label,
  isNeeded,
  value,
  most,
  problem,
  onChange,
  type = 'text',
  autoComplete = 'off',
  hint = '',
}: TextFieldProps) => (
  <Field label={label} isNeeded={isNeeded} problem={problem}>
    {(id) => (
      <input
        id={id}
        type={type}
        value={value}
        maxLength={most}
        autoComplete={autoComplete}
        placeholder={hint}
        aria-invalid={problem !== null}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
