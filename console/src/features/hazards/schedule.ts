import type { SchedulePeriod } from '@vigil/contract/hazards/entities.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'

/** A period as it is being typed: no weekday may be chosen yet, a time may be empty. */
export type ScheduleRow = SchedulePeriod

/** 1 Monday … 7 Sunday. */
export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
export const workdays = [1, 2, 3, 4, 5] as const
export const weekend = [6, 7] as const

const dayNames = {
  zh: ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
} as const satisfies Readonly<Record<Language, readonly string[]>>
const longNames = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const satisfies Readonly<Record<Language, readonly string[]>>

export const dayName = (day: number, language: Language): string => dayNames[language][day - 1] ?? ''
export const longDayName = (day: number, language: Language): string => longNames[language][day - 1] ?? ''

/** A new row: the working hours of the day shift; of the night shift behind a first one. */
export const newRow = (rows: readonly ScheduleRow[]): ScheduleRow =>
  rows.length === 0 ? { days: [...everyDay], from: '08:00', to: '20:00' } : { days: [...everyDay], from: '20:00', to: '08:00' }

export const withDay = (row: ScheduleRow, day: number): ScheduleRow => ({
  ...row,
  days: row.days.includes(day) ? row.days.filter((other) => other !== day) : [...row.days, day].sort((a, b) => a - b),
})

/** How a period ends: on the same day, on the next, or after a whole day. */
export const endOf = ({ from, to }: ScheduleRow): 'sameDay' | 'nextDay' | 'wholeDay' => {
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
      const [first = 1, last = first] = [run[0], run.at(-1)]
      if (run.length < 3) return run.map(name)
      return [language === 'zh' ? `${name(first)}至${name(last)}` : `${name(first)}–${name(last)}`]
    })
    .join(language === 'zh' ? '、' : ', ')
}

export const rowText = (row: ScheduleRow, language: Language): string => {
  const next = {
    sameDay: '',
    wholeDay: language === 'zh' ? '次日' : 'next day ',
    nextDay: language === 'zh' ? '次日' : 'next day ',
  }
  return `${daysText(row.days, language)} ${row.from}–${next[endOf(row)]}${row.to}`
}
