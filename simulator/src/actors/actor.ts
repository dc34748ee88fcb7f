import type { Report } from '@vigil/contract/positions/report.ts'
import { toLngLat } from '../world/plan.ts'
import type { Drift } from './drift.ts'
import type { Traveller } from './traveller.ts'

/** A thing of the plant that reports. */
export interface Actor {
  readonly deviceType: Report['deviceType']
  readonly deviceId: string
  readonly traveller: Traveller
  /** False for a device that is off, lost or left at home: it reports nothing. */
  present: boolean
  /** Lives up to `now` (ms since 1970) and hands over what is due; empty most of the times it is called. */
  step(now: number): Report[]
}

/** Paces an actor: tells when the next report is due and how long the actor has to live up to it. */
export class Pace {
  private last: number | null = null
  private due = 0
  private readonly spread: number

  /** `spread` is the part of a period, 0 to 1, by which this actor's reports lie behind others'. */
  constructor(spread: number) {
    this.spread = spread
  }

  /** Seconds to live when a report is due at `now`, null when none is. */
  elapsed(now: number, period: number): number | null {
    if (this.last === null) {
      this.last = now
      this.due = now + Math.floor(this.spread * period)
    }
    if (now < this.due) return null
    const seconds = (now - this.last) / 1000
    this.last = now
    return seconds
  }
  /** The next report follows after `period` ms; the rhythm is kept unless it was missed. */
  next(now: number, period: number): void {
    this.due = this.due + period > now ? this.due + period : now + period
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** What every kind of device tells about where it is. */
export const fix = (
  device: { readonly deviceType: Report['deviceType']; readonly deviceId: string },
  now: number,
  traveller: Traveller,
  drift: Drift,
): Report => {
  const [x, y] = traveller.place
  const [lng, lat] = toLngLat([x + drift.error[0], y + drift.error[1]])
  return {
    deviceType: device.deviceType,
    deviceId: device.deviceId,
    time: new Date(now).toISOString(),
    lng,
    lat,
    alt: tenths(16 + Math.hypot(...drift.error) * 0.6),
    accuracy: tenths(1.2 + Math.hypot(...drift.error)),
    speed: tenths(traveller.speed * 3.6),
    course: Math.round(traveller.course) % 360,
  }
}
