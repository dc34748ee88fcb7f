import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmFigureNames, alarmFigures, pickedFigures, shiftParts, standingOf } from '@vigil/contract/alarms/statistics.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { addressOf, type AddressQuery } from '../../../shared/routes/address.ts'
import { useCan } from '../../../shared/session/session.ts'
import { formatDuration } from '../../../shared/time/format.ts'
import { Row } from '../../../shared/ui/layout.tsx'
import { LevelLabel } from '../../../shared/ui/level-mark.tsx'
import { PlainTable } from '../../../shared/ui/plain-table.tsx'
import styles from './statistics.module.css'
import { statisticsTexts } from './texts.ts'

export type Statistics = DataOf<typeof alarmCalls.getAlarmStatistics>
/** Of level one, two and three, and what is of no level. */
type Parts = readonly [number, number, number, number?]
type Handling = Pick<Statistics['byLevel'][number], 'total' | 'handled' | 'median' | 'most'>

/** As addresses say that what was not raised is not listed. */
export const wanted: AddressQuery = { wanted: '1' }
/** As addresses say that what is not handled is listed too. */
export const anyStatus: AddressQuery = { anyStatus: '1' }

/** As addresses say that only what is not handled is listed. */
export const openOnly: AddressQuery = { openOnly: '1' }

const levels: readonly AlarmLevel[] = [1, 2, 3]
const tones = [1, 2, 3, 0] as const
const sum = ([one, two, three, none = 0]: Parts): number => one + two + three + none
const grouped = new Intl.NumberFormat('en-US')

interface BehindProps {
  readonly value: number
  /** What lists exactly those. */
  readonly query: AddressQuery
}

/** A number that opens the alarms behind it, for whoever may look at them. */
export const Behind = ({ value, query }: BehindProps) => {
  const may = useCan('alarmHisMgmt')
  const text = grouped.format(value)
  if (!may || value === 0) return <span className={styles['count']}>{text}</span>
  return (
    <Link className={`number ${styles['count']}`} to={addressOf('alarmHisMgmt', query)}>
      {text}
    </Link>
  )
}

/** What the colours say. */
export const Legend = () => (
  <Row gap={12}>
    {levels.map((level) => (
      <LevelLabel key={level} level={level} size={14} />
    ))}
  </Row>
)

const Split = ({ of, most }: { readonly of: Parts; readonly most: number }) => (
  <span className={styles['bar']} aria-hidden="true">
    {tones.map((tone, at) => {
      const count = of[at] ?? 0
      return count > 0 && <i key={tone} data-level={tone} style={{ width: `${(100 * count) / most}%` }} />
    })}
  </span>
)

interface BarRow {
  readonly key: string
  readonly label: ReactNode
  readonly parts: Parts
  readonly query: AddressQuery
}

/** One bar a row, by level. */
export const Bars = ({ rows }: { readonly rows: readonly BarRow[] }) => {
  const most = Math.max(1, ...rows.map((row) => sum(row.parts)))
  return (
    <ul className={styles['bars']}>
      {rows.map((row) => (
        <li key={row.key}>
          <span className="ellipsis">{row.label}</span>
          <Split of={row.parts} most={most} />
          <Behind value={sum(row.parts)} query={row.query} />
        </li>
      ))}
    </ul>
  )
}

interface ColumnBar {
  readonly key: string
  readonly title: string
  readonly parts: Parts
  /** Under it; empty for none. */
  readonly caption: string
  /** What lists exactly those. */
  readonly query: AddressQuery
}

/** One upright bar for each part of a time, by level. */
export const Columns = ({ bars }: { readonly bars: readonly ColumnBar[] }) => {
  const may = useCan('alarmHisMgmt')
  const most = Math.max(1, ...bars.map((bar) => sum(bar.parts)))
  return (
    <ol className={styles['columns']}>
      {bars.map((bar) => (
        <li key={bar.key} title={bar.title}>
          {may && sum(bar.parts) > 0 ? (
            <Link className={styles['over']} to={addressOf('alarmHisMgmt', bar.query)}>
              <span className="unseen">{bar.title}</span>
            </Link>
          ) : (
            <span className="unseen">{bar.title}</span>
          )}
          <span className={styles['column']}>
            {tones.map((tone, at) => {
              const count = bar.parts[at] ?? 0
              return count > 0 && <i key={tone} data-level={tone} style={{ height: `${(100 * count) / most}%` }} />
            })}
          </span>
          <small aria-hidden="true">{bar.caption}</small>
        </li>
      ))}
    </ol>
  )
}

/** How long it took; it opens those that took longer. */
const Took = ({ seconds, query }: { readonly seconds: number | null; readonly query: AddressQuery }) => {
  const t = useTexts(statisticsTexts)
  const may = useCan('alarmHisMgmt')
  const { language } = useLanguage()
  if (seconds === null) return '—'
  const text = formatDuration(seconds * 1_000, language)
  if (!may) return text
  return (
    <Link className="number" title={t('slower')} to={addressOf('alarmHisMgmt', { ...query, slowerThan: seconds })}>
      {text}
    </Link>
  )
}

const Table = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['tableRoom']}>
    <PlainTable className={styles['table']}>{children}</PlainTable>
  </div>
)

interface HandlingRow extends Handling {
  readonly key: string
  readonly label: ReactNode
  /** What lists them, with those that are not handled, and those that are. */
  readonly query: AddressQuery
}

/** How many there were, how many are handled, and how long that took. */
export const HandlingTable = ({ caption, rows }: { readonly caption: string; readonly rows: readonly HandlingRow[] }) => {
  const t = useTexts(statisticsTexts)
  return (
    <Table>
      <thead>
        <tr>
          <th>{caption}</th>
          <th className={styles['number']}>{t('total')}</th>
          <th className={styles['number']}>{t('handled')}</th>
          <th className={styles['number']}>{t('half')}</th>
          <th className={styles['number']}>{t('most')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, query, total, handled, median, most }) => (
          <tr key={key}>
            <td>{label}</td>
            <td className={styles['number']}>
              <Behind value={total} query={{ ...query, ...anyStatus }} />
            </td>
            <td className={styles['number']}>
              <Behind value={handled} query={{ ...query, ...wanted }} />
            </td>
            <td className={styles['number']}>
              <Took seconds={median} query={query} />
            </td>
            <td className={styles['number']}>
              <Took seconds={most} query={query} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export const handlingByLevel = (rows: Statistics['byLevel'], period: AddressQuery): HandlingRow[] =>
  rows.map((row) => ({
    ...row,
    key: String(row.alarmLevel),
    label: <LevelLabel level={row.alarmLevel as AlarmLevel} />,
    query: { ...period, alarmLevel: row.alarmLevel },
  }))

export const ShiftName = ({ from }: { readonly from: number }) => {
  const { language } = useLanguage()
  return <>{shiftParts.find((part) => part.from === from)?.label[language] ?? from}</>
}

/** Whether the alarm system itself is healthy, each figure with its target. */
export const Figures = ({ data, period }: { readonly data: Statistics; readonly period: AddressQuery }) => {
  const { figures, behind, startTime, endTime, staleAt } = data
  const t = useTexts(statisticsTexts)
  const { language } = useLanguage()
  return (
    <Table>
      <thead>
        <tr>
          <th>{t('figure')}</th>
          <th className={styles['number']}>{t('value')}</th>
          <th>{t('target')}</th>
          <th className={styles['number']}>{t('total')}</th>
        </tr>
      </thead>
      <tbody>
        {alarmFigureNames.map((name) => {
          const value = figures[name] ?? null
          const standing = standingOf(name, value)
          const { unit, target } = alarmFigures[name]
          const ends = name === 'stale' ? staleAt : endTime
          const isPicked = pickedFigures.some((figure) => figure === name)
          const query = isPicked ? { counted: [name, startTime, ends].join('~') } : period
          const text = value === null ? t('unknown') : `${value}${unit === '' ? '' : ` ${unit}`}`
          return (
            <tr key={name} data-standing={standing}>
              <td>{alarmFigures[name][language]}</td>
              <td className={styles['number']}>
                <span className={styles['standing']}>
                  {standing === 'poor' || standing === 'red' ? <em>{t(standing)}</em> : null}
                  {text}
                </span>
              </td>
              <td className="quiet">{target[language]}</td>
              <td className={styles['number']}>
                <Behind value={behind[name] ?? 0} query={{ ...query, ...anyStatus }} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
