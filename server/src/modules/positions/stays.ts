import type { Places } from './fix-columns.ts'
import { accuracyLimit, interpolateUpTo, type Shape } from '../hazards/index.ts'

/** When somebody was at a place. */

export interface Stay {
  /** ms since 1970. */
  readonly from: number
  readonly to: number
  /** False: he was seen inside from then on, or until then; nothing is known of the time before, or after. */
  readonly entryKnown: boolean
  readonly exitKnown: boolean
}

/**
 * The stays of one device inside a shape, from its fixes in their order, which are given piece by piece. As at a fence the straight way
 * between two fixes tells when an edge was crossed, unless they are too far apart in time to tell anything of it; and what is too inaccurate
 * tells nothing at all.
 */
export const createStays = (shape: Shape) => {
  const stays: Stay[] = []
  let open: { from: number; entryKnown: boolean } | null = null
  const close = (to: number, exitKnown: boolean): void => {
    if (open) stays.push({ ...open, to, exitKnown })
    open = null
  }
  /** What counted last, if anything did: columns are read in place, since there are millions of fixes. */
  let isBegun = false
  let [time0, lng0, lat0] = [0, 0, 0]
  return {
    add: ({ fixTime, lng, lat, accuracy }: Places): void => {
      for (let index = 0; index < fixTime.length; index += 1) {
        if ((accuracy[index] as number) > accuracyLimit) continue
        const [time1, lng1, lat1] = [fixTime[index] as number, lng[index] as number, lat[index] as number]
        if (!isBegun || time1 - time0 > interpolateUpTo) {
          if (isBegun) close(time0, false)
          if (shape.contains(lng1, lat1)) open = { from: time1, entryKnown: false }
        } else {
          const course = shape.course(lng0, lat0, lng1, lat1)
          // Most were nowhere near, before and after.
          if (course !== 'outside' || open !== null) {
            const from = time0
            const at = (part: number): number => Math.round(from + part * (time1 - from))
            const spans = course === 'inside' ? wholly : course === 'outside' ? nowhere : shape.inside(lng0, lat0, lng1, lat1)
            // Who was inside at the fix before and is not seen to leave it has stood on the edge.
            if (spans[0]?.[0] !== 0) close(time0, true)
            for (const [begin, end] of spans) {
              open ??= { from: at(begin), entryKnown: true }
              if (end < 1) close(at(end), true)
            }
          }
        }
        isBegun = true
        time0 = time1
        lng0 = lng1
        lat0 = lat1
      }
    },
    /** All of them: nothing follows. */
    end: (): readonly Stay[] => {
      if (isBegun) close(time0, false)
      return stays
    },
  }
}
const wholly = [[0, 1]] as const
const nowhere = [] as const
