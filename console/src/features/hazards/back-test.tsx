import { backTestLimits } from '@vigil/contract/hazards/back-test.ts'
import { hazardCalls } from '@vigil/contract/hazards/calls.ts'
import type { DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { Alert, Button, Segmented } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../shared/api/failure.ts'
import { useCall } from '../../shared/api/queries.ts'
import { bodyOf } from '../../shared/form/draft.ts'
import type { RecordEditing } from '../../shared/form/use-record-editing.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { Row, Stack } from '../../shared/ui/layout.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'
import styles from './back-test.module.css'
import { backTestTexts } from './back-test-texts.ts'

type Asked = SentBodyOf<typeof hazardCalls.backTestBsDangArea>
type Found = DataOf<typeof hazardCalls.backTestBsDangArea>
type Source = Found['sources'][number]
type Raised = Found['alarms'][number]

const nothing: Asked = { name: '', type: 'noEntry', shape: 'polygon', points: [], level: 2, days: 1 }
/** Alarms and sources that are shown at first. */
const shownAtFirst = { alarms: 20, sources: 5 } as const
/** ms of the track around an alarm, and of it at most. */
const around = 5 * 60_000
const longestTrack = 24 * 60 * 60_000

/** 回测: what the fence as it stands in the form would have raised in the last days. */
export const BackTest = ({ editing: { spec, editor } }: { readonly editing: RecordEditing }) => {
  const t = useTexts(backTestTexts)
  const id = useId()
  const [days, setDays] = useState<Asked['days']>(1)
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useCall(hazardCalls.backTestBsDangArea, asked ?? nothing, { enabled: asked !== null, staleTime: Infinity })
  // The form holds what the server refuses in its own words.
  const body = { ...bodyOf(spec.fields, editor.draft, editor.base), days } as unknown as Asked
  // Of another fence, or another time, nothing is known yet.
  const isAnswered = asked !== null && JSON.stringify(asked) === JSON.stringify(body)
  const isRunning = asked !== null && answer.isFetching
  const isDone = isAnswered && !isRunning
  const section = useRef<HTMLElement>(null)
  // It stands at the end of a form: what it found would be below what is seen.
  useEffect(() => {
    if (isDone) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isDone])
  const run = (): void => {
    if (isAnswered) void answer.refetch()
    else setAsked(body)
  }
  return (
    <section ref={section} className={styles['backTest']} aria-labelledby={id} aria-busy={isRunning}>
      <h3 id={id}>{t('title')}</h3>
      <p className="note">{t('about')}</p>
      <Row gap={8} className="wrap">
        <Segmented
          aria-label={t('period')}
          value={days}
          disabled={isRunning}
          options={backTestLimits.days.map((value) => ({ value, label: t('days', { n: value }) }))}
          onChange={setDays}
        />
        <Button loading={isRunning} onClick={run}>
          {t(isRunning ? 'running' : 'run')}
        </Button>
        {isRunning && <Button onClick={() => setAsked(null)}>{t('stop')}</Button>}
      </Row>
      {asked !== null && !isAnswered && !isRunning && <p className="note">{t('changed')}</p>}
      {isDone && answer.error && <Alert type="warning" showIcon title={t('failed')} description={failureText(answer.error)} />}
      {isDone && !answer.error && answer.data && <Result found={answer.data} days={days} />}
    </section>
  )
}

const Result = ({ found, days }: { readonly found: Found; readonly days: number }) => {
  const t = useTexts(backTestTexts)
  const { would, looked, raised, sources, sourcesTotal } = found
  const [all, setAll] = useState(false)
  const compared = raised && <p className="note">{t('raised', { alarms: raised.alarms, times: raised.times })}</p>
  if (would.times === 0)
    return (
      <EmptyState icon="bell" title={t('none', { days })} hint={t('noneHint', { n: looked })}>
        {compared}
      </EmptyState>
    )
  const [first] = sources
  const most = Math.max(...found.days.map(({ count }) => count))
  const alarms = all ? found.alarms : found.alarms.slice(0, shownAtFirst.alarms)
  return (
    <Stack gap={12} role="status">
      <div>
        <p className={styles['total']}>{t('total', { ...would, days })}</p>
        {first && sourcesTotal > 1 && first.count * 2 > would.times && (
          <p className={styles['mostOf']}>{t('mostOf', { n: first.count, name: nameOf(first, t('ofFence')) })}</p>
        )}
        {would.times > would.alarms && <p className="note">{t('countedWithin')}</p>}
        {compared}
        <p className="note">{t('looked', { n: looked })}</p>
      </div>
      <h4>{t('perDay')}</h4>
      <ul className={styles['bars']}>
        {found.days.map(({ day, count }) => (
          <li key={day}>
            <span>{day.slice(5)}</span>
            <span className={styles['bar']} style={{ inlineSize: `${most === 0 ? 0 : (100 * count) / most}%` }} />
            <span className={styles['count']}>{count}</span>
          </li>
        ))}
      </ul>
      {!found.named && <p className="note">{t('unnamed')}</p>}
      {found.named && <h4>{t('perSource')}</h4>}
      <ul className={styles['sources']}>
        {sources.slice(0, shownAtFirst.sources).map((source) => (
          <li key={`${source.deviceType}:${source.deviceId}`}>
            <span className="breaks">{nameOf(source, t('ofFence'))}</span>
            <span className={styles['count']}>{source.count}</span>
          </li>
        ))}
      </ul>
      {found.named && sourcesTotal > shownAtFirst.sources && (
        <p className="note">{t('moreSources', { n: sourcesTotal - shownAtFirst.sources })}</p>
      )}
      {found.named && <h4>{t('alarms')}</h4>}
      <ol className={styles['alarms']}>
        {alarms.map((alarm, at) => (
          <AlarmRow key={at} alarm={alarm} />
        ))}
      </ol>
      {alarms.length < found.alarms.length && (
        <TextButton onClick={() => setAll(true)}>{t('showAll', { n: found.alarms.length })}</TextButton>
      )}
      {all && found.alarms.length < would.times && <p className="note">{t('newestOnly', { n: found.alarms.length })}</p>}
    </Stack>
  )
}

/** Who or what it is: a person by his name and what he wears, a vehicle by its plate. */
const nameOf = ({ label, userName, deviceId }: Source, ofFence: string): string =>
  deviceId === null ? ofFence : userName === null ? label : `${userName} ${label}`

const AlarmRow = ({ alarm }: { readonly alarm: Raised }) => {
  const t = useTexts(backTestTexts)
  const { language } = useLanguage()
  const seesTracks = useCan('trackHisMgmt')
  const { result, startTime, endTime, seconds, deviceType, deviceId } = alarm
  const lasted = formatDuration(seconds * 1_000, language)
  return (
    <li>
      <span className="breaks">{result}</span>
      <span className="quiet">
        {startTime.slice(5)} · {endTime === null ? t('goesOn', { time: lasted }) : lasted}
        {seesTracks && deviceId !== null && (
          <>
            {' · '}
            <Link to={trackOf(`${deviceType}:${deviceId}`, alarm)} target="_blank">
              {t('track')}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}

const trackOf = (devices: string, { startTime, seconds }: Raised): string => {
  const start = fromSiteTime(startTime)
  const to = start + Math.min(seconds * 1_000, longestTrack) + around
  return addressOf('trackHisMgmt', { devices, from: toSiteTime(start - around), to: toSiteTime(to) })
}
