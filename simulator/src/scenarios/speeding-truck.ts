import { speedingTruck } from '../cast.ts'
import type { Metres } from '../world/geometry.ts'
import type { Scenario } from './scenario.ts'

/** km/h on a road that is signed 30. */
const speed = 43
const eastEnd: Metres = [1335, 800]
const westEnd: Metres = [585, 800]
/** It waits at the east end until so many ms after it was sent there, from wherever it was. */
const setsOutAfter = 120_000

/** 皖B·7K362 drives down 物流大道 far too fast. */
export const speedingTruckScenario: Scenario = {
  name: 'speeding-truck',
  actors: (plant) => [plant.vehicle(speedingTruck.plateNumber)],
  begin: (plant) => {
    const sent = plant.now
    plant.vehicle(speedingTruck.plateNumber)?.traveller.direct([
      { kind: 'go', to: eastEnd },
      { kind: 'wait', until: () => plant.now - sent >= setsOutAfter },
      { kind: 'go', to: westEnd, pace: speed / 3.6 },
      { kind: 'stay', seconds: 20 },
    ])
  },
}
