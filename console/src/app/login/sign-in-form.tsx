import { codes } from '@vigil/contract/kernel/codes.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shared/i18n/texts.ts'
import { session } from '../../shared/session/session.ts'
import { sound } from '../../shared/sound/sound.ts'
import { stored } from '../../shared/storage.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { CredentialsForm, useSubmit } from '../credentials/credentials-form.tsx'
import { PasswordField, TextField } from '../credentials/fields.tsx'
import { credentialsTexts } from '../credentials/texts.ts'
import { loadCalls } from '../session/load-calls.ts'
import { loginTexts } from './texts.ts'
import styles from './login.module.css'

const keptAccount = stored('local', 'vigil.account')
const accountLength = 64

interface SignInFormProps {
  readonly siteName: string
  readonly demo: boolean
  /** The token is stored; the password is handed on for the case that it has to be changed at once. */
  readonly onSignedIn: (password: string) => Promise<void>
}

export const SignInForm = ({ siteName, demo, onSignedIn }: SignInFormProps) => {
  const t = useTexts(loginTexts)
  const ofCredentials = useTexts(credentialsTexts)
  const [account, setAccount] = useState(() => keptAccount.read() ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => keptAccount.read() !== null)
  const [forgot, setForgot] = useState(false)
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const first = keptAccount.read() ? passwordField : accountField
    first.current?.focus()
  }, [])

  const check = (): boolean => {
    // The submit is the click that the browser wants before it lets a page sound.
    void sound.unlock()
    const missing = account.trim() ? (password ? null : passwordField) : accountField
    missing?.current?.focus()
    return missing === null
  }
  const send = async (): Promise<string | null> => {
    const { client, sessionCalls } = await loadCalls()
    const answer = await client.send(sessionCalls.login, { userName: account.trim(), password })
    if (answer.code !== codes.success.code || answer.data === null) {
      passwordField.current?.select()
      return answer.msg
    }
    keptAccount.write(remember ? account.trim() : null)
    session.begin(answer.data)
    await onSignedIn(password)
    return null
  }
  const submitting = useSubmit(check, send)
  const { tried, busy } = submitting

  return (
    <CredentialsForm
      submitting={submitting}
      title={
        <>
          {t('signIn')}
          {demo && <span className={styles['tag']}>{t('demo')}</span>}
        </>
      }
      subtitle={siteName ? `${siteName} · ${t('subtitle')}` : t('subtitle')}
      aside={
        <>
          <label className={styles['check']}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
            {t('remember')}
          </label>
          <button type="button" className="link oneLine" aria-expanded={forgot} onClick={() => setForgot(!forgot)}>
            {t('forgot')}
          </button>
        </>
      }
      button={busy ? t('signingIn') : t('signInButton')}
      below={
        <>
          {forgot && (
            <p className={styles['hint']} role="status">
              <Icon name="help" />
              {t('forgotHint')}
            </p>
          )}
          <SoundHint />
        </>
      }
    >
      <TextField
        ref={accountField}
        label={t('account')}
        name="username"
        value={account}
        onChange={setAccount}
        autoComplete="username"
        maxLength={accountLength}
        error={tried && !account.trim() ? t('accountMissing') : undefined}
      />
      <PasswordField
        ref={passwordField}
        label={ofCredentials('password')}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        error={tried && !password ? ofCredentials('passwordMissing') : undefined}
      />
    </CredentialsForm>
  )
}

const SoundHint = () => {
  const t = useTexts(loginTexts)
  const [blocked, setBlocked] = useState(false)
  const listen = async (): Promise<void> => {
    await sound.unlock()
    setBlocked(!sound.play(2))
  }
  return (
    <div className={styles['hint']}>
      <Icon name="sound" />
      <span>
        {blocked ? t('soundLocked') : t('soundHint')}{' '}
        <button type="button" className="link oneLine" onClick={() => void listen()}>
          {t('tryOut')}
        </button>
      </span>
    </div>
  )
}
