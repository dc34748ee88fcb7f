import { chenGuoqiang } from '../cast.ts'
import { assemblyPoint } from '../equipment.ts'
import type { Plant } from '../plant.ts'
import type { Metres } from '../world/geometry.ts'
import type { Scenario } from './scenario.ts'

/** m/s. */
const brisk = 1.7
/** Metres and seconds between two who set out. */
const [beside, behind] = [4, 2]
/** Everybody stays until so many ms after the drill began. */
const lasts = 120_000

const whoWorksThere = (plant: Plant) =>
  plant.helmets.filter(
    ({ home, present, hatNo, traveller }) =>
      home === 'coalMill' && present && hatNo !== chenGuoqiang.hatNo && !traveller.directed,
  )

/** Whoever works in the coal mill walks to the assembly point on 中央大道, waits there until all are counted, and goes back. */
export const evacuationDrill: Scenario = {
  name: 'evacuation-drill',
  actors: (plant) => {
    const people = whoWorksThere(plant)
    return people.length > 0 ? people : [undefined]
  },
  begin: (plant) => {
    const began = plant.now
    for (const [order, { traveller, workplace }] of whoWorksThere(plant).entries()) {
      const place: Metres = [assemblyPoint[0] + order * beside, assemblyPoint[1]]
      traveller.direct([
        { kind: 'stay', seconds: order * behind },
        { kind: 'go', to: place, pace: brisk },
        { kind: 'wait', until: () => plant.now - began >= lasts },
        { kind: 'go', to: workplace, pace: brisk },
      ])
    }
  },
}
