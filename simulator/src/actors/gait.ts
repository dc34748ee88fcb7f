import type { Gait } from './traveller.ts'

/** On foot: at the edge of a road, on the middle of a footpath, at a steady pace. */
export const walking = (verge: number): Gait => ({
  by: 'foot',
  side: ({ kind, halfWidth }) => (kind === 'footpath' ? Math.min(verge / 6, 0.8) : Math.min(verge, halfWidth - 2)),
  speed: (_, pace) => pace,
  instant: Number.POSITIVE_INFINITY,
})

/** m/s² at which a driver speeds up and brakes. */
const acceleration = { up: 0.9, down: 1.4 } as const
/** m/s. */
const crawling = 0.8
const cornering = 3
const kmh = 1 / 3.6

/**
 * In a vehicle: on the right-hand lane, at most at the `share` of the lower of the signed limit and that of its kind (km/h) unless the errand
 * says a pace, slow in turns.
 */
export const driving = (share: number, most: number): Gait => ({
  by: 'vehicle',
  side: ({ kind }) => (kind === 'road' ? 3.5 : 0),
  speed: (now, pace, { leg, toEnd, toTurn }) => {
    const wished = pace > 0 ? pace : Math.min(leg.limit, most) * share * kmh
    const reach = (speed: number, metres: number): number => Math.sqrt(speed * speed + 2 * acceleration.down * metres)
    const wanted = Math.min(wished, reach(0, toEnd), Number.isFinite(toTurn) ? reach(cornering, toTurn) : wished)
    const step =
      wanted > now ? Math.min(wanted - now, acceleration.up * drivingInstant) : Math.max(wanted - now, -2 * drivingInstant)
    return Math.max(crawling, now + step)
  },
  instant: drivingInstant,
})
const drivingInstant = 0.5
