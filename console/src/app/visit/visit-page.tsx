import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { useTitle } from '../settings/use-title.ts'
import { BookingForm } from './booking-form.tsx'
import { open, type Opened } from './opened.ts'
import { Own } from './own.tsx'
import { visitTexts } from './texts.ts'
import styles from './visit.module.css'

/** 访客预约: where a visitor books himself by his phone, and sees what became of it. Drawn without antd, as the sign-in page. */
export const VisitPage = () => {
  const { token = '' } = useParams()
  useTitle(visitTexts.table.title)
  return (
    <Frame>
      <Link key={token} token={token} />
    </Frame>
  )
}

const Frame = ({ children }: { readonly children: ReactNode }) => {
  const t = useTexts(visitTexts)
  const { language, setLanguage } = useLanguage()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Logo size={32} />
        <h1>{t('title')}</h1>
        <button type="button" className="link oneLine" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {t('language')}
        </button>
      </header>
      <main className={styles['main']}>{children}</main>
    </div>
  )
}

const Link = ({ token }: { readonly token: string }) => {
  const t = useTexts(visitTexts)
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    void open(token, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setOpened(found)
    })
    return () => leaving.abort()
  }, [token, attempt])
  if (opened === null) return <p className="note">{t('loading')}</p>
  switch (opened.kind) {
    case 'booking':
      // The form is not what one comes back to: it has been sent.
      return <BookingForm token={token} link={opened.link} onBooked={(own) => navigate(`/visit/${own}`, { replace: true })} />
    case 'own':
      return <Own token={token} first={opened.visit} />
    case 'closed':
      return <Said title={t('closed')} hint={t('closedHint')} />
    case 'busy':
      return <Said title={t('busy')} hint={t('busyHint', { n: opened.minutes })} />
    case 'failed':
      return (
        <Said title={t('failed')} hint={opened.reason}>
          <button
            type="button"
            className={styles['button']}
            onClick={() => {
              setOpened(null)
              setAttempt(attempt + 1)
            }}
          >
            {t('retry')}
          </button>
        </Said>
      )
  }
}

interface SaidProps {
  readonly title: string
  readonly hint: string
  readonly children?: ReactNode
}
const Said = ({ title, hint, children }: SaidProps) => (
  <section className={styles['card']} role="alert">
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </section>
)
