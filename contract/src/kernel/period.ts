import { z } from 'zod'
import { timeOfDay } from './shapes.ts'
import type { Language } from './text.ts'

const clock = z.string().regex(...timeOfDay)
/** On the named weekdays (1 Monday … 7 Sunday) from `from` to `to`; a `to` not after `from` ends on the next day. */
export const schedulePeriod = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  from: clock,
  to: clock,
})
export type SchedulePeriod = z.output<typeof schedulePeriod>

/** 1 Monday … 7 Sunday. */
export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
export const workdays = [1, 2, 3, 4, 5] as const
export const weekend = [6, 7] as const

const dayNames = {
  zh: ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const satisfies Readonly<Record<Language, readonly string[]>>
const longNames = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const satisfies Readonly<Record<Language, readonly string[]>>

export const dayName = (day: number, language: Language): string => dayNames[language][day - 1] ?? ''
export const longDayName = (day: number, language: Language): string => longNames[language][day - 1] ?? ''

/** How a period ends: on the same day, on the next, or after a whole day. */
export const endOf = ({ from, to }: SchedulePeriod): 'sameDay' | 'nextDay' | 'wholeDay' => {
  if (from === '' || to === '') return 'sameDay'
  if (from === to) return 'wholeDay'
  return to > from ? 'sameDay' : 'nextDay'
}

/** `周一至周五`, `周六、周日`: runs of three and more days are shortened. */
export const daysText = (days: readonly number[], language: Language): string => {
  if (days.length === 7) return language === 'zh' ? '每天' : 'Every day'
  const name = (day: number): string => (language === 'zh' ? `周${dayName(day, language)}` : dayName(day, language))
  const runs: number[][] = []
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => {
      const [first, last] = [run[0] ?? 0, run.at(-1) ?? 0]
      if (run.length < 3) return run.map(name)
      return [language === 'zh' ? `${name(first)}至${name(last)}` : `${name(first)}–${name(last)}`]
    })
    .join(language === 'zh' ? '、' : ', ')
}

/** `周一至周五 20:00–次日08:00`. */
export const periodText = (period: SchedulePeriod, language: Language): string => {
  const next = language === 'zh' ? '次日' : 'next day '
  return `${daysText(period.days, language)} ${period.from}–${endOf(period) === 'sameDay' ? '' : next}${period.to}`
}

const span = /^(.*?)\s*(\d{1,2})[:：](\d{2})\s*[-–—~～至到]\s*(?:次日|next day)?\s*(\d{1,2})[:：](\d{2})$/i
const groups: Readonly<Record<string, readonly number[]>> = {
  '': everyDay,
  每天: everyDay,
  'every day': everyDay,
  工作日: workdays,
  workdays,
  周末: weekend,
  weekend,
}

/** A weekday however people write it: 周一, 星期一, Mo, Mon, Monday, 1. */
const dayOf = (text: string): number | null => {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^(?:周|星期|礼拜)/, '')
    .replace('天', '日')
  if (/^[1-7]$/.test(word)) return Number(word)
  const at = everyDay.find((day) => {
    const long = longDayName(day, 'en').toLowerCase()
    return word === dayName(day, 'zh') || (word.length >= 2 && long.startsWith(word))
  })
  return at ?? null
}

const daysIn = (text: string): number[] | null => {
  const group = groups[text.trim().toLowerCase()]
  if (group) return [...group]
  const days = text.split(/[、,，]/).flatMap((part): (number | null)[] => {
    const [first, last, more] = part.split(/[至到\-–—~～]/).map(dayOf)
    if (first === undefined || first === null || last === null || more !== undefined) return [null]
    if (last === undefined) return [first]
    return last < first ? [null] : everyDay.filter((day) => day >= first && day <= last)
  })
  return days.includes(null) ? null : everyDay.filter((day) => days.includes(day))
}

/** What `periodText` wrote, in either language, and what people write like it; `;` stands between several. Null where it means nothing. */
export const readPeriods = (text: string): SchedulePeriod[] | null => {
  const read = text
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): SchedulePeriod | null => {
      const [, named = '', fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = span.exec(part) ?? []
      const days = daysIn(named)
      const period = { days, from: `${fromHour.padStart(2, '0')}:${fromMinute}`, to: `${toHour.padStart(2, '0')}:${toMinute}` }
      return schedulePeriod.safeParse(period).data ?? null
    })
  return read.includes(null) ? null : (read as SchedulePeriod[])
}
