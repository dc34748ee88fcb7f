import { z } from 'zod'
import type { Text } from '../kernel/text.ts'
import { day, id, text, time } from '../kernel/shapes.ts'
import { statisticsInterval } from './entities.ts'
import { alarmSourceKind } from './sources.ts'

const number = z.number().int()
/** Of level one, two and three. */
const levels = z.tuple([number, number, number])
/** Seconds from its finding until it was handled: of half of them, and of nine in ten; null where none was. */
const handling = { total: number, handled: number, median: z.number().nullable(), most: z.number().nullable() }

/** What is asked: the whole day, week (from Monday) or month that a day is in; of real time the 24 hours until now. */
export const statisticsQuery = z.object({
  /** Every other number is by month, as an old client says it. */
  interval: z.int().default(statisticsInterval.code.day),
  /** Today unless said. */
  day: day.optional(),
})

/** The parts of a day that shifts have, by their first hour at the site. */
export const shiftParts = [
  { from: 0, label: { zh: '夜班 0–8 时', en: 'Night 0–8 h' } },
  { from: 8, label: { zh: '白班 8–16 时', en: 'Day 8–16 h' } },
  { from: 16, label: { zh: '中班 16–24 时', en: 'Evening 16–24 h' } },
] as const satisfies readonly { readonly from: number; readonly label: Text }[]

/** When the shift ends that a time of the site is in, both as calls take them. */
export const endOfShift = (now: string): string => {
  const [day, hours] = [now.slice(0, 10), Number(now.slice(11, 13))]
  const next = shiftParts.find(({ from }) => from > hours)
  if (next) return `${day} ${String(next.from).padStart(2, '0')}:00:00`
  return `${new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)} 00:00:00`
}

export const alarmStatistics = z
  .object({
    /** The period, its end not included. */
    startTime: time,
    endTime: time,
    total: number,
    /** One after the other without a gap: hours of a day, days of a week or month. */
    buckets: z.array(z.object({ startTime: time, levels })),
    byArea: z.array(z.object({ areaId: z.string().nullable(), areaName: z.string(), total: number, levels })),
    byType: z.array(z.object({ alarmType: number, total: number, levels })),
    /** By the hour of the day at the site, 0 to 23. */
    byHour: z.array(number),
    byLevel: z.array(z.object({ alarmLevel: number, ...handling })),
    byShift: z.array(z.object({ from: number, ...handling })),
    /** Who handled them, the one with most first; by `key` lists of alarms know them (`handledBy`). */
    byOperator: z.array(z.object({ key: z.string(), name: z.string(), ...handling })),
    /** The ten sources with most. */
    busiest: z.array(z.object({ kind: alarmSourceKind.schema, id: z.string(), label: z.string(), total: number })),
    /** By the names of `alarmFigures`; null where there are too few alarms to say. */
    figures: z.record(z.string(), z.number().nullable()),
    /** How many alarms each of these is made of; they are listed by `counted`. */
    behind: z.record(z.string(), number),
    /** When most lasted for over a day; null where no day has begun. */
    staleAt: time.nullable(),
  })
  .meta({ id: 'AlarmStatistics' })

interface Figure extends Text {
  /** Up to here it is as it should be. */
  readonly acceptable: number
  /** Beyond this it is not to be borne. */
  readonly red: number
  readonly unit: '' | '%'
  /** The target as people read it. */
  readonly target: Text
}

/** Fewer alarms than these say nothing of shares. */
export const fewAlarms = 20

/** Whether the alarm system itself is healthy: ISA-18.2 and EEMUA 191. */
export const alarmFigures = {
  perOperator: {
    zh: '每位值班员每 10 分钟报警',
    en: 'Alarms per operator on duty in 10 minutes',
    acceptable: 1,
    red: 2,
    unit: '',
    target: { zh: '约 1，不超过 2', en: 'about 1, at most 2' },
  },
  crowded: {
    zh: '多于 10 条的 10 分钟时段',
    en: '10-minute windows with more than 10 alarms',
    acceptable: 1,
    red: 5,
    unit: '%',
    target: { zh: '1% 以内', en: 'below 1 %' },
  },
  flood: {
    zh: '报警洪泛的时间',
    en: 'Time in alarm flood',
    acceptable: 1,
    red: 5,
    unit: '%',
    target: { zh: '1% 以内，按固定的 10 分钟时段计', en: 'below 1 %, by fixed windows of 10 minutes' },
  },
  busiest: {
    zh: '最多的十个来源所占',
    en: 'Share of the ten busiest sources',
    acceptable: 5,
    red: 15,
    unit: '%',
    target: { zh: '5% 以内', en: 'up to 5 %' },
  },
  chattering: {
    zh: '反复抖动（5 分钟内变化多于 5 次）',
    en: 'Chattering (more than 5 changes in 5 minutes)',
    acceptable: 0,
    red: 3,
    unit: '',
    target: { zh: '0', en: '0' },
  },
  fleeting: {
    zh: '一闪而过（不到 10 秒）',
    en: 'Fleeting (under 10 seconds)',
    acceptable: 0,
    red: 3,
    unit: '',
    target: { zh: '0', en: '0' },
  },
  stale: {
    zh: '持续超过 24 小时（最多的一天）',
    en: 'Active for over 24 hours (on the worst day)',
    acceptable: 4,
    red: 5,
    unit: '',
    target: { zh: '少于 5', en: 'below 5' },
  },
  levelMix: {
    zh: '级别比例与 80/15/5 相差最多',
    en: 'Level mix, furthest from 80/15/5',
    acceptable: 15,
    red: 15,
    unit: '%',
    target: { zh: '15 个百分点以内', en: 'within 15 points' },
  },
} as const satisfies Readonly<Record<string, Figure>>
export type AlarmFigure = keyof typeof alarmFigures
export const alarmFigureNames = Object.keys(alarmFigures) as AlarmFigure[]

/** Figures that are made of some of a period's alarms; the others are of all of them. */
export const pickedFigures = ['crowded', 'flood', 'busiest', 'chattering', 'fleeting', 'stale'] as const satisfies AlarmFigure[]
export type PickedFigure = (typeof pickedFigures)[number]

/** Days of the longest period that statistics are made of: a month. */
export const countedDaysAtMost = 31

/** An area with its name as it was called then; without an id no area. */
const place = z.object({ areaId: id.nullable(), areaName: text(64) })
/**
 * What lists exactly the alarms that a number of the statistics counts, together with level, type and times. With any of these what the
 * site did not want to be alarmed of is not among them: it counts in no number.
 */
export const countedBy = {
  /** Says nothing else. */
  wanted: z.literal(true).optional(),
  /** However far they are handled; without it those alone that are. */
  anyStatus: z.boolean().optional(),
  /** Those alone that are not handled. */
  openOnly: z.literal(true).optional(),
  /** Found within these hours of the day at the site, the latter not included. */
  hours: z.object({ from: number.min(0).max(23), until: number.min(1).max(24) }).optional(),
  /** Who handled them, by the `key` of `byOperator`. */
  handledBy: text(64).optional(),
  /** Seconds from the finding until it was handled: those that took longer. */
  slowerThan: z.number().min(0).max(1e9).optional(),
  source: z.object({ kind: alarmSourceKind.schema, id: text(64) }).optional(),
  place: place.optional(),
  /** None of these areas. */
  notPlaces: z.array(place).max(20).optional(),
  /** What a figure of the period, a month at most, is made of, its end not included; of `stale` what lasted for over a day at its end, whenever found. */
  counted: z.object({ figure: z.literal(pickedFigures), startTime: time, endTime: time }).optional(),
}

/** How a figure stands; `unknown` where nothing can be said. */
export const standingOf = (name: AlarmFigure, value: number | null): 'good' | 'poor' | 'red' | 'unknown' => {
  const { acceptable, red } = alarmFigures[name]
  if (value === null) return 'unknown'
  return value <= acceptable ? 'good' : value > red ? 'red' : 'poor'
}
