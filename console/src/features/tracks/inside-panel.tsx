import { nameOfThing } from '../../shared/moving/thing-name.ts'
import type { DataOf, SentBodyOf } from '@vigil/contract/kernel/call.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { insideLimits } from '@vigil/contract/positions/track-columns.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../shared/api/queries.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts, type Language } from '../../shared/i18n/texts.ts'
import { serverNow } from '../../shared/live/live.ts'
import type { Shape } from '../../shared/map/draw/shape.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { formatDuration } from '../../shared/time/format.ts'
import { TextButton } from '../../shared/ui/bare-buttons.tsx'
import { Stack } from '../../shared/ui/layout.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import type { Span } from './address.ts'
import { SpanFields, spanOf, type Ends } from './span-fields.tsx'
import { hoursOf, openLimits, presets } from './spans.ts'
import { trackTexts } from './texts.ts'
import styles from './tracks.module.css'

interface InsidePanelProps {
  readonly shape: Shape
  readonly complete: boolean
  readonly span: Span | null
  /** Opens the tracks of these. */
  readonly onOpen: (devices: readonly string[], span: Span) => void
  readonly onBack: () => void
}

type Asked = SentBodyOf<typeof positionCalls.listHisInside>
type Found = DataOf<typeof positionCalls.listHisInside>['list'][number]

const bodyOf = ({ shape, points, radius }: Shape, { from, to }: Span): Asked => {
  const [centre] = points
  const copied = points.map(([lng, lat]): [number, number] => [lng, lat])
  return {
    area:
      shape === 'circle' && centre
        ? { shape: 'circle', centre: [...centre], radius: radius ?? 1 }
        : { shape: 'polygon', points: copied },
    startTime: from,
    endTime: to,
  }
}
const nothing: Asked = { area: { shape: 'polygon', points: [] }, startTime: '', endTime: '' }

/** Who was at a place that is drawn on the map, between two times. */
export const InsidePanel = ({ shape, complete, span: before, onOpen, onBack }: InsidePanelProps) => {
  const t = useTexts(trackTexts)
  const [ends, setEnds] = useState<Ends>(() => before ?? presets.lastHour(serverNow()))
  const span = spanOf(ends)
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = useCall(positionCalls.listHisInside, asked ?? nothing, { enabled: asked !== null, staleTime: Infinity })
  const body = complete && span ? bodyOf(shape, span) : null
  // Of another shape or another time nothing is known yet.
  const isAnswered = asked !== null && JSON.stringify(asked) === JSON.stringify(body)
  const found = isAnswered ? answer.data : undefined
  const why = !complete
    ? t('needShape')
    : span === null
      ? t('needSpan')
      : hoursOf(span) > insideLimits.hours
        ? t('tooManyInsideHours', { most: insideLimits.hours })
        : null
  const all = found?.list.map(deviceKey) ?? []
  return (
    <section className={styles['panel']} aria-label={t('inside')}>
      <header className={styles['head']}>
        <h2 className="grow">{t('inside')}</h2>
        <TextButton onClick={onBack}>{t('byDevice')}</TextButton>
      </header>
      <Stack className="fixed ruled" gap={8} pad={12}>
        <SpanFields value={ends} onChange={setEnds} />
        {why !== null && <p className="note">{why}</p>}
        <Button
          type="primary"
          block
          disabled={why !== null}
          loading={isAnswered && answer.isFetching}
          onClick={() => setAsked(body)}
        >
          {t('find')}
        </Button>
      </Stack>
      {isAnswered && answer.error && (
        <ErrorState error={answer.error} retrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
      {found?.list.length === 0 && (
        <EmptyState icon="user" title={t('nobodyInside')} hint={t('nobodyInsideHint', { n: found.looked })} />
      )}
      {found && span && found.list.length > 0 && (
        <>
          <div className={`fixed ruled ${styles['about']}`}>
            {t('foundInside', { n: found.list.length, looked: found.looked })}{' '}
            {all.length <= openLimits.devices && <TextButton onClick={() => onOpen(all, span)}>{t('openFound')}</TextButton>}
          </div>
          <ul className="list scroll">
            {found.list.map((one) => (
              <FoundRow
                key={one.id}
                found={one}
                oneDay={span.from.slice(0, 10) === span.to.slice(0, 10)}
                onOpen={() => onOpen([deviceKey(one)], span)}
              />
            ))}
          </ul>
        </>
      )}
      <footer className={styles['foot']}>
        <p className="note">{t('insideNote')}</p>
      </footer>
    </section>
  )
}

/** Stays that are listed of one; the rest is counted. */
const mostStays = 5

interface FoundRowProps {
  readonly found: Found
  /** All of it was on one day: days are not written. */
  readonly oneDay: boolean
  readonly onOpen: () => void
}

const FoundRow = ({ found, oneDay, onOpen }: FoundRowProps) => {
  const t = useTexts(trackTexts)
  const { language } = useLanguage()
  const { stays } = found
  const name = nameOfThing(found)
  const total = stays.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <li className={styles['found']}>
      <TextButton onClick={onOpen}>{name === found.label ? name : `${name} ${found.label}`}</TextButton>
      <span className="quiet">{lasted(total, language)}</span>
      <ol className={styles['stays']}>
        {stays.slice(0, mostStays).map(({ enterTime, leaveTime, entryKnown, exitKnown, seconds }) => {
          const [from, to] = [enterTime, leaveTime].map((time) => (oneDay ? time.slice(11) : time.slice(5)))
          const entered = entryKnown ? from : t('orEarlier', { time: from ?? '' })
          const left = exitKnown ? to : t('orLater', { time: to ?? '' })
          return (
            <li key={enterTime}>
              {entered} – {left}
              {stays.length > 1 && ` · ${lasted(seconds, language)}`}
            </li>
          )
        })}
        {stays.length > mostStays && <li>{t('moreStays', { n: stays.length - mostStays })}</li>}
      </ol>
    </li>
  )
}
const lasted = (seconds: number, language: Language): string => formatDuration(seconds * 1_000, language)
