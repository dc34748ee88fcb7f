import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { statisticsInterval } from '@vigil/contract/alarms/entities.ts'
import { shiftParts } from '@vigil/contract/alarms/statistics.ts'
import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import { Button, Segmented, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../shared/api/queries.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { useAreaName } from '../../../shared/map/map-data.ts'
import type { AddressQuery } from '../../../shared/routes/address.ts'
import { useToday } from '../../../shared/time/today.ts'
import { Icon } from '../../../shared/ui/icon.tsx'
import { Row } from '../../../shared/ui/layout.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { printPart } from '../../../shared/ui/print.ts'
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx'
import {
  anyStatus,
  Bars,
  Behind,
  Columns,
  Figures,
  handlingByLevel,
  HandlingTable,
  Legend,
  openOnly,
  ShiftName,
  type Statistics,
  wanted,
} from './parts.tsx'
import { intervals, isInHours, listedAs, readPeriod, stepped } from './period.ts'
import styles from './statistics.module.css'
import { statisticsTexts } from './texts.ts'

const { realTime } = statisticsInterval.code
const everyMinute = 60_000
const shiftHours = 24 / shiftParts.length
/** Areas with a bar of their own. */
const mostAreas = 10

/** 报警统计: how many, where, of what, how soon they were handled, and whether the alarm system itself is healthy. */
export const AlarmStatistics = () => {
  const [params, setParams] = useSearchParams()
  const today = useToday()
  const { interval, day } = readPeriod(params)
  const query = useCall(
    alarmCalls.getAlarmStatistics,
    { interval, ...(day === null || interval === realTime ? {} : { day }) },
    { refetchEvery: everyMinute, keepPrevious: true },
  )
  const go = (to: { readonly interval?: number; readonly day?: string | null }): void => {
    const next = new URLSearchParams(params)
    if (to.interval !== undefined) next.set('interval', String(to.interval))
    if (to.day === null) next.delete('day')
    else if (to.day !== undefined) next.set('day', to.day)
    setParams(next, { replace: true })
  }
  const { data, error, isFetching, isPlaceholderData: isOfBefore, refetch } = query
  return (
    <div className={styles['screen']}>
      <PeriodBar interval={interval} day={day ?? today} today={today} data={data} isOfBefore={isOfBefore} go={go} />
      {data ? (
        <Numbers data={data} isHours={isInHours(data.buckets)} />
      ) : error ? (
        <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  )
}

interface PeriodBarProps {
  readonly interval: number
  readonly day: string
  readonly today: string
  readonly data: Statistics | undefined
  /** The numbers are still those of the period before. */
  readonly isOfBefore: boolean
  readonly go: (to: { readonly interval?: number; readonly day?: string | null }) => void
}

/** Which period, the way to others, and the paper. */
const PeriodBar = ({ interval, day, today, data, isOfBefore, go }: PeriodBarProps) => {
  const t = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const steps = interval !== realTime
  return (
    <Row className={styles['head']} gap={12} as="header">
      <Segmented
        aria-label={t('interval')}
        value={interval}
        onChange={(chosen) => go({ interval: chosen })}
        options={intervals.map((value) => ({ value, label: statisticsInterval.name(value, language) }))}
      />
      {steps && (
        <Row gap={4}>
          <Button
            aria-label={t('earlier')}
            icon={<Icon name="left" size={16} />}
            onClick={() => go({ day: stepped(interval, day, -1) })}
          />
          <Button
            aria-label={t('later')}
            icon={<Icon name="right" size={16} />}
            disabled={data === undefined || data.endTime.slice(0, 10) > today}
            onClick={() => go({ day: stepped(interval, day, 1) })}
          />
          <Button autoInsertSpace={false} onClick={() => go({ day: null })}>
            {t('present')}
          </Button>
        </Row>
      )}
      <strong className={styles['period']}>{data && periodText(data, steps || isOfBefore ? null : t('last24'))}</strong>
      {data && <Totals data={data} />}
      <Button
        autoInsertSpace={false}
        className={styles['print']}
        icon={<Icon name="print" size={16} />}
        onClick={() => printPart('statistics')}
      >
        {t('print')}
      </Button>
    </Row>
  )
}

const periodText = (data: Statistics, words: string | null): string => {
  if (words !== null) return words
  const { startTime, endTime } = listedAs(data)
  const [first, last] = [startTime.slice(0, 10), endTime.slice(0, 10)]
  return first === last ? first : `${first} – ${last}`
}

const Totals = ({ data }: { readonly data: Statistics }) => {
  const t = useTexts(statisticsTexts)
  const handled = data.byLevel.reduce((sum, level) => sum + level.handled, 0)
  return (
    <span className="quiet">
      {t('total')} <Behind value={data.total} query={{ ...listedAs(data), ...anyStatus }} /> · {t('handled')}{' '}
      <Behind value={handled} query={{ ...listedAs(data), ...wanted }} /> · {t('waiting')}{' '}
      <Behind value={data.total - handled} query={{ ...listedAs(data), ...openOnly }} />
    </span>
  )
}

const Numbers = ({ data, isHours }: { readonly data: Statistics; readonly isHours: boolean }) => {
  const t = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const period: AddressQuery = listedAs(data)
  const every: AddressQuery = { ...period, ...anyStatus }
  if (data.total === 0)
    return (
      <>
        <Panel>
          <EmptyState icon="check" title={t('none')} hint={t('noneHint')} />
        </Panel>
        <Panel title={t('figures')} padded={false} extra={<span className="quiet">{t('standard')}</span>}>
          <Figures data={data} period={period} />
        </Panel>
      </>
    )
  return (
    <div className={styles['grid']}>
      <Panel className={styles['wide']} title={t('overTime')} extra={<Legend />}>
        <Columns
          bars={data.buckets.map(({ startTime, levels }, at) => {
            const n = levels[0] + levels[1] + levels[2]
            return {
              key: startTime,
              parts: levels,
              caption: isHours ? String(Number(startTime.slice(11, 13))) : startTime.slice(8, 10),
              title: t('partOf', { start: isHours ? startTime.slice(5, 16) : startTime.slice(0, 10), n }),
              query: { ...listedAs({ startTime, endTime: data.buckets[at + 1]?.startTime ?? data.endTime }), ...anyStatus },
            }
          })}
        />
      </Panel>
      <Panel title={t('figures')} padded={false} extra={<span className="quiet">{t('standard')}</span>}>
        <Figures data={data} period={period} />
      </Panel>
      <ByArea data={data} every={every} />
      <Panel title={t('byType')}>
        <Bars
          rows={data.byType.map(({ alarmType, levels }) => ({
            key: String(alarmType),
            label: (
              <Row gap={6}>
                <Icon name={alarmTypeOf(alarmType).icon} size={16} />
                {alarmTypeOf(alarmType)[language]}
              </Row>
            ),
            parts: levels,
            query: { ...every, alarmType },
          }))}
        />
      </Panel>
      <Panel title={t('handling')} padded={false}>
        <HandlingTable caption={t('level')} rows={handlingByLevel(data.byLevel, period)} />
      </Panel>
      <ByWhom data={data} period={period} />
      <Panel title={t('byHour')}>
        <Columns
          bars={data.byHour.map((n, hour) => ({
            key: String(hour),
            parts: [0, 0, 0, n],
            caption: String(hour),
            title: t('hourOfDay', { hour, n }),
            query: { ...every, hours: `${hour}-${hour + 1}` },
          }))}
        />
      </Panel>
      <Panel title={t('busiest')}>
        <Bars
          rows={data.busiest.map(({ kind, id, label, total }) => ({
            key: `${kind}:${id}`,
            label,
            parts: [0, 0, 0, total],
            query: { ...every, source: `${kind}:${id}` },
          }))}
        />
      </Panel>
    </div>
  )
}

/** The areas with most, and the others together. */
const ByArea = ({ data, every }: { readonly data: Statistics; readonly every: AddressQuery }) => {
  const t = useTexts(statisticsTexts)
  const areaName = useAreaName()
  const [most, rest] = [data.byArea.slice(0, mostAreas), data.byArea.slice(mostAreas)]
  const placeOf = ({ areaId, areaName: name }: Statistics['byArea'][number]): string => `${areaId ?? ''}:${name}`
  const restLevels = rest.reduce<[number, number, number]>(
    ([one, two, three], { levels }) => [one + levels[0], two + levels[1], three + levels[2]],
    [0, 0, 0],
  )
  return (
    <Panel title={t('byArea')}>
      <Bars
        rows={[
          ...most.map((area) => ({
            key: `${area.areaId ?? ''} ${area.areaName}`,
            label: areaName(area.areaId === null ? null : { name: area.areaName }),
            parts: area.levels,
            query: { ...every, place: placeOf(area) },
          })),
          ...(rest.length > 0
            ? [
                {
                  key: 'rest',
                  label: t('others', { n: rest.length }),
                  parts: restLevels,
                  query: { ...every, notPlaces: most.map(placeOf).join('\n') },
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

/** How soon they were handled, by the shift that had them and by who did. */
const ByWhom = ({ data, period }: { readonly data: Statistics; readonly period: AddressQuery }) => {
  const t = useTexts(statisticsTexts)
  return (
    <>
      <Panel title={t('byShift')} padded={false}>
        <HandlingTable
          caption={t('shift')}
          rows={data.byShift.map((row) => ({
            ...row,
            key: String(row.from),
            label: <ShiftName from={row.from} />,
            query: { ...period, hours: `${row.from}-${row.from + shiftHours}` },
          }))}
        />
      </Panel>
      <Panel title={t('byOperator')} padded={false}>
        {data.byOperator.length === 0 ? (
          <EmptyState icon="user" title={t('nobody')} />
        ) : (
          <HandlingTable
            caption={t('operator')}
            rows={data.byOperator.map((row) => ({
              ...row,
              key: row.key,
              label: row.name,
              query: { ...period, handledBy: row.key },
            }))}
          />
        )}
      </Panel>
    </>
  )
}
