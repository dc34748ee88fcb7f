import { codes } from '@vigil/contract/kernel/codes.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { logError } from '../../shared/error-log/error-log.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { session, useUser } from '../../shared/session/session.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { screenLock } from '../lock/lock-state.ts'
import { landing } from '../routes/guard.ts'
import { identify } from '../session/identify.ts'
import { loadCalls } from '../session/load-calls.ts'
import { loadShell } from '../shell/load-shell.ts'
import { useTitle } from '../settings/use-title.ts'
import { FirstPasswordForm } from './first-password-form.tsx'
import { PlantPicture } from './plant-picture.tsx'
import { useServiceState, type ServiceState } from './service-state.ts'
import { SignInForm } from './sign-in-form.tsx'
import { loginTexts } from './texts.ts'
import styles from './login.module.css'

interface Welcome {
  readonly name: string
  readonly version: string
  readonly demo: boolean
}

/** Ends a session whose password was not changed yet; here it ends even where the server cannot be reached. */
const leave = async (): Promise<void> => {
  try {
    const { client, sessionCalls } = await loadCalls()
    await client.send(sessionCalls.logout, undefined)
  } catch (error) {
    logError(error, 'logout')
  }
  session.reset()
}

/** Runs what the form does without once it is in a frame, so that nothing is fetched or read before it; the answer calls it off. */
const whenPainted = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The sign-in page. It is drawn without antd, so that the form stands as early as possible. */
export const LoginPage = () => {
  const t = useTexts(loginTexts)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const user = useUser()
  const service = useServiceState()
  const [welcome, setWelcome] = useState<Welcome | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  useTitle(user?.mustChangePassword ? loginTexts.table.changeTitle : loginTexts.table.signIn)

  useEffect(() => {
    const leaving = new AbortController()
    const ask = async (calls: ReturnType<typeof loadCalls>): Promise<void> => {
      const { client, siteCalls } = await calls
      const answer = await client.send(siteCalls.getWelcome, undefined, leaving.signal)
      if (answer.code === codes.success.code) setWelcome(answer.data)
    }
    const callOff = whenPainted(() => {
      const calls = loadCalls()
      ask(calls).catch(() => setWelcome(null))
      // So that what comes next is there when the password is typed; behind the calls, which it is made of as well.
      calls.then(loadShell, () => undefined).catch((error: unknown) => logError(error, 'shell'))
    })
    return () => {
      callOff()
      leaving.abort()
    }
  }, [])

  const goOn = async (): Promise<void> => {
    const known = await identify()
    if (!known || known.mustChangePassword) return
    screenLock.unlock(known.id)
    await navigate(landing(search.get('redirect'), known, session.holder()), { replace: true })
  }

  return (
    <div className={styles['page']}>
      <header className={styles['art']}>
        <PlantPicture className={styles['picture']} />
        <div className={styles['hello']}>
          <p className={styles['brand']}>
            <Logo size={48} />
            守望 <small>Vigil</small>
          </p>
          <p className={styles['motto']}>{t('motto')}</p>
        </div>
      </header>
      <main className={styles['side']}>
        <Tools />
        <div className={styles['place']}>
          <div className={styles['small']}>
            <Logo size={36} />
            守望 Vigil
          </div>
          {user?.mustChangePassword ? (
            <FirstPasswordForm name={user.cname} oldPassword={password} onChanged={goOn} onLeave={() => void leave()} />
          ) : (
            <SignInForm
              siteName={welcome?.name ?? ''}
              demo={welcome?.demo ?? false}
              onSignedIn={(used) => {
                setPassword(used)
                return goOn()
              }}
            />
          )}
        </div>
        <footer className={styles['foot']}>
          <Service state={service} />
          {welcome && <span>{t('version', { version: welcome.version })}</span>}
        </footer>
      </main>
    </div>
  )
}

const Tools = () => {
  const t = useTexts(loginTexts)
  const { language, setLanguage } = useLanguage()
  const { mode, toggle } = useThemeMode()
  const themeText = mode === 'dark' ? t('lightTheme') : t('darkTheme')
  return (
    <div className={styles['tools']}>
      <button
        type="button"
        className={styles['tool']}
        title={t('language')}
        onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        <Icon name="language" />
        {language === 'zh' ? '中文' : 'English'}
      </button>
      <button type="button" className={styles['tool']} title={themeText} aria-label={themeText} onClick={toggle}>
        <Icon name={mode === 'dark' ? 'sun' : 'moon'} />
      </button>
    </div>
  )
}

const serviceTexts = {
  checking: 'serviceChecking',
  ready: 'serviceReady',
  notReady: 'serviceNotReady',
  unreachable: 'serviceUnreachable',
} as const satisfies Readonly<Record<ServiceState, string>>

const Service = ({ state }: { readonly state: ServiceState }) => {
  const t = useTexts(loginTexts)
  return (
    <span className={styles['state']} role="status">
      <i className={`${styles['dot']} ${styles[state] ?? ''}`} />
      {t(serviceTexts[state])}
    </span>
  )
}
