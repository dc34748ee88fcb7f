import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { credentialsTexts } from './texts.ts'
import styles from './credentials.module.css'

export interface Submitting {
  /** From the first try on what is wrong is told beside the fields. */
  readonly tried: boolean
  readonly busy: boolean
  /** Why the server or the way to it said no; empty if neither did. */
  readonly refusal: string
  readonly submit: (event: SyntheticEvent) => void
}

/** Sends a form that asks for a password once `check` finds nothing wrong; `send` answers why it was refused, or null. */
export const useSubmit = (check: () => boolean, send: () => Promise<string | null>): Submitting => {
  const t = useTexts(credentialsTexts)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const submit = async (): Promise<void> => {
    setTried(true)
    setRefusal('')
    if (!check()) return
    setBusy(true)
    try {
      setRefusal((await send()) ?? '')
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setRefusal(t('failed', { reason: failureText(error) }))
    } finally {
      setBusy(false)
    }
  }
  return {
    tried,
    busy,
    refusal,
    submit: (event) => {
      event.preventDefault()
      void submit()
    },
  }
}

interface CredentialsFormProps {
  readonly submitting: Submitting
  readonly title: ReactNode
  readonly subtitle: string
  /** Between the fields and the button. */
  readonly aside?: ReactNode
  readonly button: string
  /** Below the button. */
  readonly below?: ReactNode
  /** The fields. */
  readonly children: ReactNode
}

/** What every form that asks for a password has around its fields: at signing in and on the locked screen. */
export const CredentialsForm = ({ submitting, title, subtitle, aside, button, below, children }: CredentialsFormProps) => (
  <form onSubmit={submitting.submit} noValidate>
    <h1 className={styles['title']}>{title}</h1>
    <p className={styles['subtitle']}>{subtitle}</p>
    {children}
    <div className={styles['row']}>{aside}</div>
    {submitting.refusal && (
      <p className={styles['alert']} role="alert">
        <Icon name="sos" />
        {submitting.refusal}
      </p>
    )}
    <button type="submit" className={styles['submit']} disabled={submitting.busy}>
      {button}
    </button>
    {below}
  </form>
)
