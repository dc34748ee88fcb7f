import { liuDeming } from '../cast.ts'
import type { Scenario } from './scenario.ts'

/** Longer than the 300 s after which a helmet counts as offline. */
const secondsSilent = 420

/** 刘德明's helmet stops reporting, and comes back. */
export const lostHelmet: Scenario = {
  name: 'lost-helmet',
  actors: (plant) => [plant.helmet(liuDeming.hatNo)],
  begin: (plant) => {
    const helmet = plant.helmet(liuDeming.hatNo)
    if (!helmet) return
    helmet.present = false
    helmet.traveller.direct([
      { kind: 'stay', seconds: secondsSilent },
      { kind: 'do', act: () => (helmet.present = true) },
    ])
  },
}
