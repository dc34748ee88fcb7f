import type { Point } from '@vigil/contract/hazards/entities.ts'
import { metresBetween } from '@vigil/contract/kernel/earth.ts'
import { circleAround } from './geometry.ts'

/** Where a camera stands and what it sees, as far as that is known. */
export interface Viewing {
  readonly lng: number
  readonly lat: number
  /** Degrees from the north, clockwise. */
  readonly heading: number | null
  /** Degrees. */
  readonly fov: number | null
  /** Metres. */
  readonly range: number | null
}

/** What is taken where a camera does not say it: a usual lens, and as far as a face is told. */
const usual = { fov: 60, range: 30 } as const
const corners = 72

/** Between two directions, degrees from 0 to 180. */
const between = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180)

/** The outline of what a camera sees, `most` metres far at most; null where nobody knows which way it looks. */
export const viewWedge = ({ lng, lat, heading, fov, range }: Viewing, most = Infinity): Point[] | null => {
  const width = fov ?? usual.fov
  const far = circleAround([lng, lat], Math.min(range ?? usual.range, most), corners)
  if (width >= 360) return far
  if (heading === null) return null
  const steps = Math.max(2, Math.round(width / 5))
  const edge = Array.from({ length: steps + 1 }, (_, at): Point => {
    // The circle begins in the east and goes round against the clock.
    const angle = (((90 - (heading - width / 2 + (at / steps) * width)) % 360) + 360) % 360
    const [from, to] = [far[Math.floor(angle / 5) % corners], far[(Math.floor(angle / 5) + 1) % corners]]
    const part = (angle % 5) / 5
    return [mix(from?.[0] ?? lng, to?.[0] ?? lng, part), mix(from?.[1] ?? lat, to?.[1] ?? lat, part)]
  })
  return [[lng, lat], ...edge]
}

const mix = (from: number, to: number, part: number): number => from + (to - from) * part

/** Whether a camera sees a place. */
export const seesPlace = ({ lng, lat, heading, fov, range }: Viewing, place: Point): boolean => {
  if (metresBetween([lng, lat], place) > (range ?? usual.range)) return false
  const width = fov ?? usual.fov
  if (width >= 360) return true
  if (heading === null) return false
  const east = (place[0] - lng) * Math.cos((lat * Math.PI) / 180)
  const direction = (Math.atan2(east, place[1] - lat) * 180) / Math.PI
  return between(direction, heading) <= width / 2
}
