import { codes } from '@vigil/contract/kernel/codes.ts'
import { sessionCalls, type UserInfo } from '@vigil/contract/session/calls.ts'
import { passwordLength } from '@vigil/contract/session/password-length.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createPortal } from 'react-dom'
import { client } from '../../shared/api/client.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { serverNow } from '../../shared/live/live.ts'
import { countUnhandled, waitingCalls } from '../../shared/live/unhandled.ts'
import { sound, useSoundLocked } from '../../shared/sound/sound.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { hasUnsaved } from '../../shared/unsaved/unsaved-guard.ts'
import { DiskBanner, LiveBanner } from '../bars/live-banner.tsx'
import { SoundBar } from '../bars/sound-bar.tsx'
import { CredentialsForm, useSubmit } from '../credentials/credentials-form.tsx'
import { PasswordField } from '../credentials/fields.tsx'
import { credentialsTexts } from '../credentials/texts.ts'
import { logOut } from '../session/log-out.ts'
import { hideBehind, makeCover } from './behind-cover.ts'
import styles from './lock.module.css'
import { screenLock } from './lock-state.ts'
import { lockTexts } from './texts.ts'

/** Stands over everything until its holder gives his password. That somebody calls for help is said here as well; who and where is not. */
export const LockCover = ({ user }: { readonly user: UserInfo }) => {
  const t = useTexts(lockTexts)
  const soundLocked = useSoundLocked()
  const [cover] = useState(makeCover)
  // Before anything is painted, so that nothing is seen in between.
  useLayoutEffect(() => hideBehind(cover), [cover])
  return createPortal(
    <div className={styles['cover']} role="dialog" aria-modal="true" aria-label={t('locked')}>
      <div className={styles['above']}>
        <LiveBanner />
        <DiskBanner forEverybody />
        {soundLocked && <SoundBar />}
        <Waiting />
      </div>
      <main className={styles['place']}>
        <div className={styles['brand']}>
          <Logo size={36} />
          守望 Vigil
        </div>
        <UnlockForm user={user} />
      </main>
    </div>,
    cover,
  )
}

/** The time of today, or the day and the minute of another day. */
const sinceToday = (siteTime: string): string =>
  siteTime.startsWith(toSiteTime(serverNow()).slice(0, 10)) ? siteTime.slice(11) : siteTime.slice(5, 16)

/** What waits behind the cover: a cry for help in the loudest way, everything else as a number. */
const Waiting = () => {
  const t = useTexts(lockTexts)
  const open = useOpenAlarms((book) => book.open)
  const calls = waitingCalls(open)
  const [last] = calls
    .map(({ lastTime }) => lastTime)
    .toSorted()
    .toReversed()
  const others = countUnhandled(open).total - calls.length
  return (
    <div role="status" className={styles['waiting']}>
      {last !== undefined && (
        <p className={styles['calls']}>
          <Icon name="sos" size={28} />
          <strong>{t('calls', { count: calls.length })}</strong>
          <span>{t('lastCall', { time: sinceToday(last) })}</span>
        </p>
      )}
      {others > 0 && <p className={styles['alarms']}>{t('alarms', { count: others })}</p>}
    </div>
  )
}

const UnlockForm = ({ user }: { readonly user: UserInfo }) => {
  const t = useTexts(lockTexts)
  const ofCredentials = useTexts(credentialsTexts)
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const focus = (): void => field.current?.focus()
  useEffect(focus, [])

  const check = (): boolean => {
    // Where the page was loaded anew behind the cover, this is the click that lets it sound.
    void sound.unlock()
    if (!password) focus()
    return password !== ''
  }
  const send = async (): Promise<string | null> => {
    const answer = await client.send(sessionCalls.unlockScreen, { password })
    if (answer.code === codes.success.code) {
      screenLock.unlock(user.id)
      return null
    }
    field.current?.select()
    return answer.code === codes.wrongCredentials.code ? t('wrong') : answer.msg
  }
  const submitting = useSubmit(check, send)
  const { tried, busy } = submitting
  return (
    <CredentialsForm
      submitting={submitting}
      title={t('locked')}
      subtitle={`${t('holder', { name: user.cname })}${hasUnsaved() ? t('kept') : ''}`}
      button={busy ? t('unlocking') : t('unlock')}
      below={
        <div className={styles['below']}>
          <OtherAccount onStay={focus} />
        </div>
      }
    >
      {/* For who keeps passwords in the browser. */}
      <input
        className={styles['account']}
        name="username"
        autoComplete="username"
        value={user.userName}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        ref={field}
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

/** Ends the session for somebody else, who is told before that takes unsaved work along. */
const OtherAccount = ({ onStay }: { readonly onStay: () => void }) => {
  const t = useTexts(lockTexts)
  const ofCredentials = useTexts(credentialsTexts)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const stay = (): void => {
    setAsking(false)
    onStay()
  }
  if (!asking)
    return (
      <button type="button" className="link oneLine" onClick={() => (hasUnsaved() ? setAsking(true) : void logOut(navigate))}>
        {ofCredentials('otherAccount')}
      </button>
    )
  return (
    <p className={styles['question']} role="alert">
      {t('loses')}
      <button type="button" className="link oneLine" onClick={() => void logOut(navigate)}>
        {t('goOn')}
      </button>
      <button type="button" className="link oneLine" onClick={stay}>
        {t('stay')}
      </button>
    </p>
  )
}
