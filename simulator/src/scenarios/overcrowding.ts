import { liuDeming, liZhiwei, wuXiaojun } from '../cast.ts'
import type { Plant } from '../plant.ts'
import type { Metres } from '../world/geometry.ts'
import type { Scenario } from './scenario.ts'

/** m/s. */
const brisk = 1.6
/** Before the platform, and on it: metres between two who work there. */
const foot: Metres = [1010, 291]
const [onIt, apart] = [[1000, 258] as const, 8]
/** They are together until so many ms after the first was sent. */
const lasts = 210_000

const workers = [liuDeming, liZhiwei, wuXiaojun]

/** The first so many of them go onto the kiln's platform together, work there and come down again. */
const working = (name: string, count: number): Scenario => {
  const actors = (plant: Plant) => workers.slice(0, count).map(({ hatNo }) => plant.helmet(hatNo))
  return {
    name,
    actors,
    begin: (plant) => {
      const began = plant.now
      for (const [order, helmet] of actors(plant).entries()) {
        const place: Metres = [onIt[0] + order * apart, onIt[1]]
        helmet?.traveller.direct([
          { kind: 'go', to: foot, pace: brisk },
          { kind: 'walk', along: [place], pace: brisk },
          { kind: 'wait', until: () => plant.now - began >= lasts },
          { kind: 'walk', along: [foot], pace: brisk },
          { kind: 'stay', seconds: 20 },
        ])
      }
    },
  }
}

/** Three are where two may be. */
export const overcrowding = working('overcrowding', 3)
/** As many as may be. */
export const twoAtWork = working('two-at-work', 2)
