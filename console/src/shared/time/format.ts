import type { Language } from '@vigil/contract/kernel/text.ts'
import { fill } from '@vigil/contract/kernel/text.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const ages = [
  { from: day, unit: day, zh: '{n} 天前', en: '{n} d ago' },
  { from: hour, unit: hour, zh: '{n} 小时前', en: '{n} h ago' },
  { from: minute, unit: minute, zh: '{n} 分前', en: '{n} min ago' },
  { from: -Infinity, unit: second, zh: '{n} 秒前', en: '{n} s ago' },
] as const

/** How long ago, e.g. `12 分前`, from milliseconds; what lies ahead (two clocks differ) counts as now. */
export const formatAge = (milliseconds: number, language: Language): string => {
  const age = ages.find(({ from }) => milliseconds >= from) ?? ages[3]
  return fill(age[language], { n: Math.max(0, Math.floor(milliseconds / age.unit)) })
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `mm:ss`, from an hour on `h:mm:ss`. */
export const formatDuration = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / second))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`
}

/** `YYYY-MM-DD HH:mm:ss` of this computer's clock. */
export const formatLocalTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
