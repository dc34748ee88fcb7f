import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { specifiedTypes } from '@vigil/contract/alarms/types.ts'
import type { DataOf } from '@vigil/contract/kernel/call.ts'
import type { AddressQuery } from '../../shared/routes/address.ts'

export type AreaRow = DataOf<typeof alarmCalls.listAlarmStaNumberByArea>[number]
export type TypeRow = DataOf<typeof alarmCalls.listAlarmStaNumberByType>[number]
type Levels = readonly [number, number, number]

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const dayLength = 86_400_000
const two = (value: number): string => String(value).padStart(2, '0')
const written = (at: number): string => {
  const date = new Date(at)
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
}

/** Today, this week from Monday, or this month, up to today's last second, from a time as the site writes it. */
export const rangeOf = (period: Period, siteNow: string): { readonly startTime: string; readonly endTime: string } => {
  const today = siteNow.slice(0, 10)
  const at = Date.parse(`${today}T00:00:00Z`)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  const first = { day: today, week: written(at - sinceMonday * dayLength), month: `${today.slice(0, 8)}01` }[period]
  return { startTime: `${first} 00:00:00`, endTime: `${today} 23:59:59` }
}

/** What lists the records of a day, by one of their times. */
export const dayOf = (field: 'passTime' | 'planIn' | 'outTime', siteDay: string): AddressQuery => {
  const { startTime, endTime } = rangeOf('day', siteDay)
  return { [`${field}From`]: startTime, [`${field}To`]: endTime }
}

/** What lists the alarms found in a period, however far they are handled. */
export const foundIn = (range: ReturnType<typeof rangeOf>): AddressQuery => ({ ...range, anyStatus: '1' })

/** Whole days between a day and the site's today; null before it began or without a day. */
export const daysSince = (day: string, siteNow: string): number | null => {
  if (day === '') return null
  const days = Math.round((Date.parse(`${siteNow.slice(0, 10)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / dayLength)
  return days >= 0 ? days : null
}

const plus = (a: Levels, b: Levels): Levels => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const sum = ([one, two_, three]: Levels): number => one + two_ + three

export interface AreaBar {
  /** Null for alarms outside of every area, undefined for the areas that had no room of their own. */
  readonly areaId: string | null | undefined
  readonly areaName: string
  readonly levels: Levels
  readonly total: number
}

/** The areas with most alarms, the others as one bar at the end when there are more than `most`. */
export const areaBars = (
  rows: readonly AreaRow[],
  most: number,
): { readonly bars: readonly AreaBar[]; readonly levels: Levels } => {
  const sorted = [...rows].sort((a, b) => b.total - a.total)
  const room = sorted.length > most ? most - 1 : most
  const rest = sorted.slice(room)
  const bars: AreaBar[] = sorted
    .slice(0, room)
    .map(({ areaId, areaName, levels, total }) => ({ areaId, areaName, levels, total }))
  if (rest.length > 0) {
    const levels = rest.map((row): Levels => row.levels).reduce(plus)
    bars.push({ areaId: undefined, areaName: '', levels, total: sum(levels) })
  }
  return { bars, levels: rows.map((row): Levels => row.levels).reduce(plus, [0, 0, 0]) }
}

const placeOf = ({ areaId, areaName }: AreaBar): string => `${areaId ?? ''}:${areaName}`

/** What lists exactly the alarms of one of these bars, the area as it was called then; of the others whatever the named ones have not. */
export const behindArea = (bar: AreaBar, bars: readonly AreaBar[], range: ReturnType<typeof rangeOf>): AddressQuery => ({
  ...foundIn(range),
  ...(bar.areaId === undefined
    ? {
        notPlaces: bars
          .filter(({ areaId }) => areaId !== undefined)
          .map(placeOf)
          .join('\n'),
      }
    : { place: placeOf(bar) }),
})

export interface TypeBar {
  /** Null for the types that have no row of their own. */
  readonly alarmType: number | null
  readonly total: number
  /** Against the same stretch of yesterday. */
  readonly difference: number
  readonly hours: readonly number[]
}

const hoursOfDay = 24
/** The specification's five types have a row each, everything else is one more. */
const named: ReadonlySet<number> = new Set(specifiedTypes)

const barOf = (type: number | null, rows: readonly TypeRow[]): TypeBar => ({
  alarmType: type,
  total: rows.reduce((total, row) => total + row.total, 0),
  difference: rows.reduce((total, row) => total + row.total - row.yesterday, 0),
  hours: Array.from({ length: hoursOfDay }, (_, hour) => rows.reduce((total, row) => total + (row.hours[hour] ?? 0), 0)),
})

/** What lists exactly the alarms of a bar; null of several types, which no list can be asked for. */
export const behindType = ({ alarmType }: TypeBar, range: ReturnType<typeof rangeOf>): AddressQuery | null =>
  alarmType === null ? null : { ...foundIn(range), alarmType }

export const typeBars = (rows: readonly TypeRow[]): { readonly bars: readonly TypeBar[]; readonly total: number } => {
  const bars = [...named].map((type) =>
    barOf(
      type,
      rows.filter((row) => row.alarmType === type),
    ),
  )
  const others = barOf(
    null,
    rows.filter((row) => !named.has(row.alarmType)),
  )
  return { bars: [...bars, others], total: rows.reduce((total, row) => total + row.total, 0) }
}

export interface DeptOnline {
  readonly deptId: string
  readonly name: string
  readonly online: number
  readonly total: number
}

/** Departments with most people and vehicles, by the counts of the live overview. */
export const largestDepts = (
  byDept: ReadonlyMap<string, { readonly online: number; readonly total: number }>,
  names: ReadonlyMap<string, string>,
  most: number,
): readonly DeptOnline[] =>
  [...byDept]
    .flatMap(([deptId, count]) => {
      const name = names.get(deptId)
      return name === undefined ? [] : [{ deptId, name, ...count }]
    })
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name))
    .slice(0, most)
