import { bagFilterFence, chenGuoqiang, preheaterFence, wuXiaojun } from '../cast.ts'
import type { Metres } from '../world/geometry.ts'
import type { Scenario } from './scenario.ts'

/** m/s. */
const hurrying = 1.4
const secondsInside = 40

const depth = 22
const [eastOfFilter, filterFrom, filterTo] = [1112, 368, 428] as const

/** 陈国强 steps from the walkway beside the coal mill into the level-one fence around the bag filter, and out again. */
export const fenceBreach: Scenario = {
  name: 'fence-breach',
  actors: (plant) => [plant.helmet(chenGuoqiang.hatNo)],
  begin: (plant) => {
    const traveller = plant.helmet(chenGuoqiang.hatNo)?.traveller
    if (!traveller) return
    const wished: Metres = [eastOfFilter, Math.min(filterTo, Math.max(filterFrom, traveller.place[1]))]
    const outside = plant.network.at(plant.network.nearest(wished, 'foot'))
    traveller.direct([
      { kind: 'go', to: outside, pace: hurrying },
      { kind: 'walk', along: [[eastOfFence - depth, outside[1]]], pace: hurrying },
      { kind: 'stay', seconds: secondsInside },
      { kind: 'walk', along: [outside], pace: hurrying },
      { kind: 'stay', seconds: 20 },
    ])
  },
}
const eastOfFence = Math.max(...bagFilterFence.points.map(([x]) => x))

const southOfPreheaterFence = Math.max(...preheaterFence.points.map(([, y]) => y))

/** 吴小军, a contractor, takes a short cut into the level-two fence of the preheater's repair. */
export const contractorBreach: Scenario = {
  name: 'contractor-breach',
  actors: (plant) => [plant.helmet(wuXiaojun.hatNo)],
  begin: (plant) => {
    const outside: Metres = [907, 262]
    plant.helmet(wuXiaojun.hatNo)?.traveller.direct([
      { kind: 'go', to: outside, pace: hurrying },
      { kind: 'walk', along: [[910, southOfPreheaterFence - depth]], pace: hurrying },
      { kind: 'stay', seconds: secondsInside },
      { kind: 'walk', along: [outside], pace: hurrying },
    ])
  },
}
