import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { logError } from '../../shared/error-log/error-log.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { wallTexts } from './texts.ts'
import { WallMessage } from './wall-message.tsx'

/** Milliseconds after which a wall display that failed opens anew, since nobody is there who would do so. */
const openAnewAfter = 30_000

/** Stands where the wall display could not be drawn, and tries again by itself once the server is there. */
export const WallFailed = () => {
  const t = useTexts(wallTexts)
  const error = useRouteError()
  useEffect(() => logError(error, 'wall'), [error])
  useEffect(() => {
    // A page that is loaded while the server is away is none of ours any more, and would never come back.
    const timer = setInterval(() => {
      fetch('/readyz', { cache: 'no-store' }).then(
        ({ ok }) => ok && window.location.reload(),
        () => undefined,
      )
    }, openAnewAfter)
    return () => clearInterval(timer)
  }, [])
  return <WallMessage title={t('failed')}>{t('failedHint')}</WallMessage>
}
