import { everyDay, type SchedulePeriod } from '@vigil/contract/kernel/period.ts'

/** A new row: the working hours of the day shift; of the night shift behind a first one. */
export const newRow = (rows: readonly SchedulePeriod[]): SchedulePeriod =>
  rows.length === 0 ? { days: [...everyDay], from: '08:00', to: '20:00' } : { days: [...everyDay], from: '20:00', to: '08:00' }

export const withDay = (row: SchedulePeriod, day: number): SchedulePeriod => ({
  ...row,
  days: row.days.includes(day) ? row.days.filter((other) => other !== day) : [...row.days, day].sort((a, b) => a - b),
})
