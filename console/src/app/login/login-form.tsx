import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { failureText } from '../../shared/api/failure.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { loginTexts } from './texts.ts'
import styles from './login.module.css'

export interface Submitting {
  /** From the first try on what is wrong is told beside the fields. */
  readonly tried: boolean
  readonly busy: boolean
  /** Why the server or the way to it said no; empty if neither did. */
  readonly refusal: string
  readonly submit: (event: SyntheticEvent) => void
}

/** Sends a form of the sign-in page once `check` finds nothing wrong; `send` answers why it was refused, or null. */
export const useSubmit = (check: () => boolean, send: () => Promise<string | null>): Submitting => {
  const t = useTexts(loginTexts)
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

interface LoginFormProps {
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

/** What every form of the sign-in page has around its fields. */
export const LoginForm = ({ submitting, title, subtitle, aside, button, below, children }: LoginFormProps) => (
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
