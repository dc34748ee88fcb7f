import { CallFailed } from '@vigil/contract/kernel/client.ts'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import { useTitle } from '../settings/use-title.ts'
import { bareTexts } from './texts.ts'
import styles from './bare.module.css'

/** Stands where the console itself could not be opened: no server, or a chunk that is gone after an update. */
export const FailedPage = () => {
  const t = useTexts(bareTexts)
  useTitle(bareTexts.table.failed)
  const error = useRouteError()
  useEffect(() => {
    // The client has logged its own failures.
    if (!(error instanceof CallFailed)) logError(error, 'route')
  }, [error])
  return (
    <main className={styles['page']}>
      <Logo size={48} />
      <h1 className={styles['title']}>{t('failed')}</h1>
      <p className={styles['text']} role="alert">
        {failureText(error)}
      </p>
      <button type="button" className={styles['next']} onClick={() => window.location.reload()}>
        {t('retry')}
      </button>
    </main>
  )
}
