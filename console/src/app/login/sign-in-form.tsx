import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { passwordLength, sessionCalls } from '@vigil/contract/session/calls.ts'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { client } from '../../shared/api/client.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { session } from '../../shared/session/session.ts'
import { sound } from '../../shared/sound/sound.ts'
import { stored } from '../../shared/storage.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { PasswordField, TextField } from './fields.tsx'
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
  const [account, setAccount] = useState(() => keptAccount.read() ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => keptAccount.read() !== null)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [forgot, setForgot] = useState(false)
  const accountField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const first = keptAccount.read() ? passwordField : accountField
    first.current?.focus()
  }, [])

  const enter = async (): Promise<void> => {
    const answer = await client.send(sessionCalls.login, { userName: account.trim(), password })
    if (answer.code !== codes.success.code || answer.data === null) {
      setRefusal(answer.msg)
      passwordField.current?.select()
      return
    }
    keptAccount.write(remember ? account.trim() : null)
    session.begin(answer.data)
    await onSignedIn(password)
  }

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setRefusal('')
    // The submit is the click that the browser wants before it lets a page sound.
    void sound.unlock()
    if (!account.trim()) return accountField.current?.focus()
    if (!password) return passwordField.current?.focus()
    setBusy(true)
    try {
      await enter()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setRefusal(t('failed', { reason: error.message }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={styles['title']}>
        {t('signIn')}
        {demo && <span className={styles['tag']}>{t('demo')}</span>}
      </h1>
      <p className={styles['subtitle']}>{siteName ? `${siteName} · ${t('subtitle')}` : t('subtitle')}</p>
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
        label={t('password')}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        maxLength={passwordLength.max}
        error={tried && !password ? t('passwordMissing') : undefined}
      />
      <div className={styles['row']}>
        <label className={styles['check']}>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('remember')}
        </label>
        <button type="button" className={styles['link']} aria-expanded={forgot} onClick={() => setForgot(!forgot)}>
          {t('forgot')}
        </button>
      </div>
      {refusal && (
        <p className={styles['alert']} role="alert">
          <Icon name="sos" />
          {refusal}
        </p>
      )}
      <button type="submit" className={styles['submit']} disabled={busy}>
        {busy ? t('signingIn') : t('signInButton')}
      </button>
      {forgot && (
        <p className={styles['hint']} role="status">
          <Icon name="help" />
          {t('forgotHint')}
        </p>
      )}
      <SoundHint />
    </form>
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
        <button type="button" className={styles['link']} onClick={() => void listen()}>
          {t('tryOut')}
        </button>
      </span>
    </div>
  )
}
