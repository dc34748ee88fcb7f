import { trackLimits } from '@vigil/contract/positions/track-columns.ts'
import { fromSiteTime, toSiteTime } from '../../shared/time/site-time.ts'
import type { Span } from './address.ts'

const hour = 3_600_000
const day = 24 * hour

const dayOf = (at: number): string => toSiteTime(at).slice(0, 10)

/** Times that are asked for every day, as of a moment (ms since 1970). */
export const presets = {
  lastHour: (now: number): Span => ({ from: toSiteTime(now - hour), to: toSiteTime(now) }),
  lastShift: (now: number): Span => ({ from: toSiteTime(now - 8 * hour), to: toSiteTime(now) }),
  today: (now: number): Span => ({ from: `${dayOf(now)} 00:00:00`, to: toSiteTime(now) }),
  yesterday: (now: number): Span => {
    const before = dayOf(fromSiteTime(`${dayOf(now)} 12:00:00`) - day)
    return { from: `${before} 00:00:00`, to: `${before} 23:59:59` }
  },
} as const
export type Preset = keyof typeof presets

/** How much is opened at a time: what a browser draws and plays with ease. */
export const openLimits = { devices: 200, deviceHours: 4_800, days: trackLimits.days } as const

/** Hours that a span touches. */
export const hoursOf = ({ from, to }: Span): number => Math.ceil((fromSiteTime(to) - fromSiteTime(from)) / hour)

/** Why so much is not opened; null where it is. */
export const tooMuch = (devices: number, span: Span): 'devices' | 'days' | 'deviceHours' | null => {
  const hours = hoursOf(span)
  if (devices > openLimits.devices) return 'devices'
  if (hours > openLimits.days * 24) return 'days'
  return devices * hours > openLimits.deviceHours ? 'deviceHours' : null
}
