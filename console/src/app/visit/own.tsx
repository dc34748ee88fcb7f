import type { OwnVisit } from '@vigil/contract/gates/booking.ts'
import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { visitStatus } from '@vigil/contract/gates/visit.ts'
import { codes } from '@vigil/contract/kernel/codes.ts'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../shared/api/client.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { failureOf } from './opened.ts'
import { visitTexts } from './texts.ts'
import styles from './visit.module.css'

/** Milliseconds: many phones share the address of the gate's own wireless network, and none may look too often. */
const lookEvery = 60_000
const { code } = visitStatus

interface OwnProps {
  readonly token: string
  readonly first: OwnVisit
}

/** One's own booking: how it stands, and the safety briefing. */
export const Own = ({ token, first }: OwnProps) => {
  const t = useTexts(visitTexts)
  const { language } = useLanguage()
  const [visit, setVisit] = useState(first)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const readIn = useRef(language)
  const isOver = visit.status === code.left || visit.status === code.refused

  useEffect(() => {
    if (isOver) return undefined
    const leaving = new AbortController()
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      const { data } = await client.send(gateCalls.getOwnVisit, { token }, leaving.signal)
      if (data) setVisit(data)
    }
    const again = (): void => void look().catch((error: unknown) => logError(error, 'own visit'))
    // The briefing is told in the reader's language.
    if (language !== readIn.current) again()
    readIn.current = language
    const timer = setInterval(again, lookEvery)
    // Who takes the phone out at the gate sees how it stands now.
    document.addEventListener('visibilitychange', again)
    return () => {
      leaving.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [token, isOver, language])

  const acknowledge = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await client.send(gateCalls.ackVisitBriefing, { token })
      if (answer.code === codes.success.code && answer.data) setVisit(answer.data)
      else setProblem(answer.msg)
    } catch (error) {
      const failure = failureOf(error)
      setProblem(failure.kind === 'busy' ? t('busyHint', { n: failure.minutes }) : failure.reason)
    }
    setBusy(false)
  }
  const { visitorName, hostName, planIn, planOut, status, briefing, trainingAck } = visit
  return (
    <>
      <section className={styles['card']} data-status={status} aria-live="polite">
        <h2 className={styles['status']}>{visitStatus.name(status, language)}</h2>
        <p>{useHint(visit)}</p>
        <dl className={styles['facts']}>
          <dt>{t('name')}</dt>
          <dd>{visitorName}</dd>
          <dt>{t('host')}</dt>
          <dd>{hostName}</dd>
          <dt>{t('planned')}</dt>
          <dd>
            {t('span', { from: planIn.slice(0, 16), to: planOut.slice(planOut.startsWith(planIn.slice(0, 10)) ? 11 : 0, 16) })}
          </dd>
        </dl>
      </section>
      {!isOver && (
        <section className={styles['card']}>
          <h2>{t('briefing')}</h2>
          <p className={styles['briefing']}>{briefing}</p>
          {problem !== null && (
            <p className={styles['alert']} role="alert">
              {problem}
            </p>
          )}
          {trainingAck === null ? (
            <button type="button" className={styles['button']} disabled={busy} onClick={() => void acknowledge()}>
              {t('acknowledge')}
            </button>
          ) : (
            <p className="good" role="status">
              {t('acknowledged', { time: trainingAck.slice(0, 16) })}
            </p>
          )}
        </section>
      )}
    </>
  )
}

/** What he does next. */
const useHint = ({ status, refusedFor, trainingAck }: OwnVisit): string => {
  const t = useTexts(visitTexts)
  if (status === code.refused) return t('refusedHint', { reason: refusedFor })
  if (status === code.approved) return t(trainingAck === null ? 'approvedBriefHint' : 'approvedHint')
  const hints = { pending: 'pendingHint', inside: 'insideHint', overstayed: 'overstayedHint', left: 'leftHint' } as const
  return t(hints[status])
}
