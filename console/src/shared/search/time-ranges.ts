/** A range of whole days, `YYYY-MM-DD` both. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const day = 24 * 3_600_000
const asUtc = (text: string): number => Date.parse(`${text}T00:00:00Z`)
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Today, this week from Monday, this month, from the site's present day `YYYY-MM-DD`. */
export const ranges = {
  today: (today: string): DayRange => ({ from: today, to: today }),
  thisWeek: (today: string): DayRange => {
    const at = asUtc(today)
    const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
    return { from: textOf(at - sinceMonday * day), to: textOf(at + (6 - sinceMonday) * day) }
  },
  thisMonth: (today: string): DayRange => {
    const [year = 0, month = 1] = today.split('-').map(Number)
    return { from: `${today.slice(0, 7)}-01`, to: textOf(Date.UTC(year, month, 0)) }
  },
} as const

/** Whole days as a call takes them: the last second of the last day is included. */
export const timesOf = ({ from, to }: DayRange): { readonly from: string; readonly to: string } => ({
  from: `${from} 00:00:00`,
  to: `${to} 23:59:59`,
})
