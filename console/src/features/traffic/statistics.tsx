import type { DataOf } from '@vigil/contract/kernel/call.ts'
import { trafficCalls } from '@vigil/contract/traffic/calls.ts'
import { Button, Segmented, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { addressOf, type AddressQuery } from '../../shared/routes/address.ts'
import { useCan } from '../../shared/session/session.ts'
import { useToday } from '../../shared/time/today.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { InlineRow, Row } from '../../shared/ui/layout.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { PlainTable } from '../../shared/ui/plain-table.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { trafficTexts } from './texts.ts'
import { dayBeside, listedAs, listedAtHour, periods, readStretch, type Period, type Stretch } from './view.ts'
import { ViewSwitch } from './view-switch.tsx'
import styles from './statistics.module.css'

type Statistics = DataOf<typeof trafficCalls.getTrafficStatistics>
type Numbers = Statistics['total']

const everyMinute = 60_000
const grouped = new Intl.NumberFormat('en-US')

/** Passes and speeding of a day, a week or a month, each number with the records behind it. */
export const TrafficStatistics = () => {
  const [params] = useSearchParams()
  const stretch = readStretch(params, useToday())
  const { startTime, endTime } = stretch
  const { data, error, isFetching, refetch } = useCall(
    trafficCalls.getTrafficStatistics,
    { startTime, endTime },
    // Each number leads to its records by the stretch that is chosen: none of another stands there meanwhile.
    { refetchEvery: everyMinute },
  )
  return (
    <div className={styles['screen']}>
      <Head stretch={stretch} total={data?.total} />
      {data ? (
        <Parts data={data} stretch={stretch} />
      ) : error ? (
        <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  )
}

interface HeadProps {
  readonly stretch: Stretch
  readonly total: Numbers | undefined
}

/** Which stretch of time, the way to others, and its totals. */
const Head = ({ stretch, total }: HeadProps) => {
  const t = useTexts(trafficTexts)
  const today = useToday()
  const [, setParams] = useSearchParams()
  const go = (to: { readonly period?: Period; readonly day?: string | null }): void =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (to.period !== undefined) next.set('period', to.period)
        if (to.day === null) next.delete('day')
        else if (to.day !== undefined) next.set('day', to.day)
        return next
      },
      { replace: true },
    )
  return (
    <Row className="wrap" gap={12} as="header">
      <ViewSwitch />
      <Segmented
        aria-label={t('period')}
        value={stretch.period}
        onChange={(period) => go({ period })}
        options={periods.map((value) => ({ value, label: t(value) }))}
      />
      <Row gap={4}>
        <Button
          aria-label={t('earlier')}
          icon={<Icon name="left" size={16} />}
          onClick={() => go({ day: dayBeside(stretch, -1) })}
        />
        <Button
          aria-label={t('later')}
          icon={<Icon name="right" size={16} />}
          disabled={stretch.to >= today}
          onClick={() => go({ day: dayBeside(stretch, 1) })}
        />
        <Button autoInsertSpace={false} onClick={() => go({ day: null })}>
          {t('present')}
        </Button>
      </Row>
      <strong>{stretch.from === stretch.to ? stretch.from : `${stretch.from} – ${stretch.to}`}</strong>
      {total && (
        <span className="quiet">
          {t('passes')} <Behind value={total.passes} to="trafficEventMgmt" query={listedAs(stretch)} /> · {t('speedings')}{' '}
          <Behind value={total.speeding} to="trafficOverMgmt" query={listedAs(stretch)} />
        </span>
      )}
    </Row>
  )
}

interface BehindProps {
  readonly value: number
  readonly to: 'trafficEventMgmt' | 'trafficOverMgmt'
  /** What lists exactly those; null where no list does. */
  readonly query: AddressQuery | null
}

/** A number that opens the records behind it, for whoever may look at them. */
const Behind = ({ value, to, query }: BehindProps) => {
  const may = useCan(to)
  const text = grouped.format(value)
  if (!may || value === 0 || query === null) return <span>{text}</span>
  return (
    <Link className="number" to={addressOf(to, query)}>
      {text}
    </Link>
  )
}

interface PartsProps {
  readonly data: Statistics
  readonly stretch: Stretch
}

const Parts = ({ data: { total, byPlace, byHour, byCompany }, stretch }: PartsProps) => {
  const t = useTexts(trafficTexts)
  if (total.passes + total.speeding === 0)
    return (
      <Panel>
        <EmptyState icon="truck" title={t('nothingPassed')} hint={t('otherPeriod')} />
      </Panel>
    )
  return (
    <div className={styles['grid']}>
      <Panel className={styles['wide']} title={t('byHour')} extra={<Legend />}>
        <Hours rows={byHour} stretch={stretch} />
      </Panel>
      <Panel title={t('byPlace')} padded={false}>
        <Counts
          caption={t('passPlace')}
          rows={byPlace.map(({ place, passes, speeding }) => ({
            key: place,
            label: place || t('unknownPlace'),
            passes,
            speeding,
            behindPasses: place === '' ? null : { ...listedAs(stretch), place },
            behindSpeeding: place === '' ? null : { ...listedAs(stretch), illegalPlace: place },
          }))}
        />
      </Panel>
      <Panel title={t('byCompany')} padded={false}>
        <Counts
          caption={t('company')}
          rows={byCompany.map(({ owner, passes, speeding }) => ({
            key: owner,
            label: owner || t('notRegistered'),
            passes,
            speeding,
            behindPasses: owner === '' ? null : { ...listedAs(stretch), keyword: owner },
            behindSpeeding: owner === '' ? null : { ...listedAs(stretch), keyword: owner },
          }))}
        />
      </Panel>
    </div>
  )
}

/** What the colours say. */
const Legend = () => {
  const t = useTexts(trafficTexts)
  return (
    <Row gap={12}>
      {[false, true].map((speeding) => (
        <InlineRow key={String(speeding)} gap={6}>
          <i className={styles['key']} data-speeding={speeding} aria-hidden="true" />
          {t(speeding ? 'speedings' : 'passes')}
        </InlineRow>
      ))}
    </Row>
  )
}

interface CountRow extends Numbers {
  readonly key: string
  readonly label: ReactNode
  readonly behindPasses: AddressQuery | null
  readonly behindSpeeding: AddressQuery | null
}

const Counts = ({ caption, rows }: { readonly caption: string; readonly rows: readonly CountRow[] }) => {
  const t = useTexts(trafficTexts)
  const most = Math.max(1, ...rows.map(({ passes }) => passes))
  return (
    <div className={styles['room']}>
      <PlainTable className={styles['table']}>
        <thead>
          <tr>
            <th>{caption}</th>
            <th aria-hidden="true" />
            <th className={styles['number']}>{t('passes')}</th>
            <th className={styles['number']}>{t('speedings')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, passes, speeding, behindPasses, behindSpeeding }) => (
            <tr key={key}>
              <td>{label}</td>
              <td className={styles['bar']} aria-hidden="true">
                {passes > 0 && <i style={{ width: `${(100 * passes) / most}%` }} />}
              </td>
              <td className={styles['number']}>
                <Behind value={passes} to="trafficEventMgmt" query={behindPasses} />
              </td>
              <td className={styles['number']}>
                <Behind value={speeding} to="trafficOverMgmt" query={behindSpeeding} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

interface HoursProps {
  readonly rows: Statistics['byHour']
  readonly stretch: Stretch
}

/** One upright bar for each hour of the day, what was too fast at its foot. */
const Hours = ({ rows, stretch }: HoursProps) => {
  const t = useTexts(trafficTexts)
  const [seesPasses, seesSpeeding] = [useCan('trafficEventMgmt'), useCan('trafficOverMgmt')]
  const most = Math.max(1, ...rows.map(({ passes, speeding }) => Math.max(passes, speeding)))
  return (
    <ol className={styles['hours']}>
      {rows.map(({ hour, passes, speeding }) => {
        const title = t('hourOf', { hour, passes, speeding })
        const query = passes + speeding > 0 ? listedAtHour(stretch, hour) : null
        const to = seesPasses ? 'trafficEventMgmt' : seesSpeeding ? 'trafficOverMgmt' : null
        return (
          <li key={hour} title={title}>
            {query && to ? (
              <Link className={styles['over']} to={addressOf(to, query)}>
                <span className="unseen">{title}</span>
              </Link>
            ) : (
              <span className="unseen">{title}</span>
            )}
            <span className={styles['column']}>
              {speeding > 0 && <i data-speeding="true" style={{ height: `${(100 * speeding) / most}%` }} />}
              {passes > speeding && <i style={{ height: `${(100 * (passes - speeding)) / most}%` }} />}
            </span>
            <small aria-hidden="true">{hour}</small>
          </li>
        )
      })}
    </ol>
  )
}
