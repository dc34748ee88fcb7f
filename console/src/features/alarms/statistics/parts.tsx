import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { alarmFigureNames, alarmFigures, shiftParts, standingOf } from '@vigil/contract/alarms/statistics.ts'
import type { AlarmLevel } from '@vigil/contract/hazards/entities.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useTexts } from '../../../shared/i18n/texts.ts'
import { addressOf, type AddressQuery } from '../../../shared/routes/address.ts'
import { useCan } from '../../../shared/session/session.ts'
import { formatDuration } from '../../../shared/time/format.ts'
import { LevelLabel } from '../../../shared/ui/level-mark.tsx'
import { PlainTable } from '../../../shared/ui/plain-table.tsx'
import styles from './statistics.module.css'
import { statisticsTexts } from './texts.ts'

export type Statistics = DataOf<typeof alarmCalls.getAlarmStatistics>
type Levels = Statistics['buckets'][number]['levels']
type Handling = Pick<Statistics['byLevel'][number], 'total' | 'handled' | 'median' | 'most'>

const levels: readonly AlarmLevel[] = [1, 2, 3]
const sum = ([one, two, three]: Levels): number => one + two + three
const grouped = new Intl.NumberFormat('en-US')

/** A number that opens the alarms behind it, for whoever may look at them. */
export const Behind = ({ value, query }: { readonly value: number; readonly query: AddressQuery }) => {
  const may = useCan('alarmHisMgmt')
  const text = grouped.format(value)
  if (!may || value === 0) return <span className={styles['count']}>{text}</span>
  return (
    <Link className={`number ${styles['count']}`} to={addressOf('alarmHisMgmt', query)}>
      {text}
    </Link>
  )
}

const Split = ({ of, most }: { readonly of: Levels; readonly most: number }) => (
  <span className={styles['bar']} aria-hidden="true">
    {levels.map((level) => {
      const count = of[level - 1] ?? 0
      return count > 0 && <i key={level} data-level={level} style={{ width: `${(100 * count) / most}%` }} />
    })}
  </span>
)

interface BarRow {
  readonly key: string
  readonly label: ReactNode
  readonly levels: Levels
  readonly query: AddressQuery | null
}

/** One bar a row, by level. */
export const Bars = ({ rows }: { readonly rows: readonly BarRow[] }) => {
  const most = Math.max(1, ...rows.map((row) => sum(row.levels)))
  return (
    <ul className={styles['bars']}>
      {rows.map((row) => (
        <li key={row.key}>
          <span className="ellipsis">{row.label}</span>
          <Split of={row.levels} most={most} />
          {row.query ? (
            <Behind value={sum(row.levels)} query={row.query} />
          ) : (
            <span className={styles['count']}>{sum(row.levels)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ColumnBar {
  readonly key: string
  readonly title: string
  readonly levels: Levels
  /** Under it; empty for none. */
  readonly caption: string
}

/** One upright bar for each part of a time, by level. */
export const Columns = ({ bars }: { readonly bars: readonly ColumnBar[] }) => {
  const most = Math.max(1, ...bars.map((bar) => sum(bar.levels)))
  return (
    <ol className={styles['columns']}>
      {bars.map((bar) => (
        <li key={bar.key} title={bar.title}>
          <span className={styles['column']}>
            {levels.map((level) => {
              const count = bar.levels[level - 1] ?? 0
              return count > 0 && <i key={level} data-level={level} style={{ height: `${(100 * count) / most}%` }} />
            })}
          </span>
          <small>{bar.caption}</small>
        </li>
      ))}
    </ol>
  )
}

const Took = ({ seconds }: { readonly seconds: number | null }) => {
  const { language } = useLanguage()
  return <>{seconds === null ? '—' : formatDuration(seconds * 1_000, language)}</>
}

interface HandlingRow extends Handling {
  readonly key: string
  readonly label: ReactNode
  readonly query: AddressQuery
}

/** How many there were, how many are handled, and how long that took. */
export const HandlingTable = ({ caption, rows }: { readonly caption: string; readonly rows: readonly HandlingRow[] }) => {
  const t = useTexts(statisticsTexts)
  return (
    <PlainTable className={styles['table']}>
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
            <td className={styles['number']}>{grouped.format(total)}</td>
            <td className={styles['number']}>
              <Behind value={handled} query={query} />
            </td>
            <td className={styles['number']}>
              <Took seconds={median} />
            </td>
            <td className={styles['number']}>
              <Took seconds={most} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
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
export const Figures = ({ figures, period }: { readonly figures: Statistics['figures']; readonly period: AddressQuery }) => {
  const t = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const may = useCan('alarmHisMgmt')
  return (
    <PlainTable className={styles['table']}>
      <thead>
        <tr>
          <th>{t('figure')}</th>
          <th className={styles['number']}>{t('value')}</th>
          <th>{t('target')}</th>
        </tr>
      </thead>
      <tbody>
        {alarmFigureNames.map((name) => {
          const value = figures[name] ?? null
          const standing = standingOf(name, value)
          const { unit, target } = alarmFigures[name]
          const text = value === null ? t('unknown') : `${value}${unit === '' ? '' : ` ${unit}`}`
          return (
            <tr key={name} data-standing={standing}>
              <td>{alarmFigures[name][language]}</td>
              <td className={styles['number']}>
                <span className={styles['standing']}>
                  {standing === 'poor' || standing === 'red' ? <em>{t(standing)}</em> : null}
                  {may && value !== null && value > 0 ? (
                    <Link className="number" to={addressOf('alarmHisMgmt', period)}>
                      {text}
                    </Link>
                  ) : (
                    text
                  )}
                </span>
              </td>
              <td className="quiet">{target[language]}</td>
            </tr>
          )
        })}
      </tbody>
    </PlainTable>
  )
}
