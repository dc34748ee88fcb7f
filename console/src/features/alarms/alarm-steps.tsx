import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useServerNow } from '../../shared/live/hooks.ts'
import { useCan } from '../../shared/session/session.ts'
import { toSiteTime } from '../../shared/time/site-time.ts'
import { ListWaits } from './cockpit-waits.tsx'
import { shortTime } from './describe.ts'
import { stepIn } from './describe-step.ts'
import { alarmTexts } from './texts.ts'
import styles from './alarm-steps.module.css'

interface AlarmStepsProps {
  readonly alarm: Alarm
  /** As low as can be, the newest in sight. */
  readonly few?: boolean
}

/** What became of an alarm, from its raising on: when, who, what. Nothing for who may not see lists of alarms. */
export const AlarmSteps = ({ alarm: { id }, few = false }: AlarmStepsProps) => {
  const t = useTexts(alarmTexts)
  const { language } = useLanguage()
  const [live, past] = [useCan('alarmRealMgmt'), useCan('alarmHisMgmt')]
  const may = live || past
  const { data, error, refetch } = useCall(alarmCalls.listAlarmStep, { id }, { enabled: may })
  const steps = data ?? []
  const today = toSiteTime(useServerNow()).slice(0, 10)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (few) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [few, steps.length])
  // Where it is to be low, nothing takes room that may not be needed.
  if (may && !data && (error || !few)) return <ListWaits error={error} onRetry={() => void refetch()} />
  // That it was raised stands beside it already.
  if (steps.length < (few ? 2 : 1)) return null
  return (
    <ol ref={list} className={`${styles['steps']} ${few ? styles['few'] : ''}`} aria-label={t('steps')}>
      {steps.map((step, at) => (
        // Steps are only ever added, so that their place names them.
        <li key={at} className={styles['step']}>
          <time title={step.at}>{shortTime(step.at, today)}</time>
          <span>
            {stepIn(step, language)}
            {step.note && <span className="soft"> “{step.note}”</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
