import type { Language } from '@vigil/contract/kernel/text.ts'
import { fill } from '@vigil/contract/kernel/text.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const spans = [
  { from: day, unit: day, zh: '{n} 天', en: '{n} d' },
  { from: hour, unit: hour, zh: '{n} 小时', en: '{n} h' },
  { from: minute, unit: minute, zh: '{n} 分', en: '{n} min' },
  { from: -Infinity, unit: second, zh: '{n} 秒', en: '{n} s' },
] as const

/** How long, e.g. `12 分`, from milliseconds; what lies ahead (two clocks differ) counts as now. */
export const formatSpan = (milliseconds: number, language: Language): string => {
  const span = spans.find(({ from }) => milliseconds >= from) ?? spans[3]
  return fill(span[language], { n: Math.max(0, Math.floor(milliseconds / span.unit)) })
}

const ago = { zh: '{span}前', en: '{span} ago' } as const

/** How long ago, e.g. `12 分前`. */
export const formatAge = (milliseconds: number, language: Language): string =>
  fill(ago[language], { span: formatSpan(milliseconds, language) })

const two = (value: number): string => String(value).padStart(2, '0')

/** `mm:ss`, from an hour on `h:mm:ss`, from a day on the days. */
export const formatDuration = (milliseconds: number, language: Language): string => {
  if (milliseconds >= day) return formatSpan(milliseconds, language)
  const seconds = Math.max(0, Math.floor(milliseconds / second))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`
}

const dayBefore = (siteDay: string): string => new Date(Date.parse(`${siteDay}T00:00:00Z`) - day).toISOString().slice(0, 10)

/**
 * A time of the site (`YYYY-MM-DD HH:mm:ss`) as lists write it on a day: one of that day `08:15:14`, one of the day before
 * `昨日 20:06`, an older one its day. Where the moment is what a record is about, `whole`: nothing of it is left out.
 */
export const formatMoment = (siteTime: string, today: string, language: Language, whole = false): string => {
  const [on, at] = [siteTime.slice(0, 10), siteTime.slice(11)]
  if (on === today) return at
  if (on === dayBefore(today)) return fill(yesterday[language], { time: whole ? at : at.slice(0, 5) })
  return whole ? siteTime : on
}
const yesterday = { zh: '昨日 {time}', en: 'Yesterday {time}' } as const

/** `YYYY-MM-DD HH:mm:ss` of this computer's clock. */
export const formatLocalTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
