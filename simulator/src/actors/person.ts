import type { Metres } from '../world/geometry.ts'
import { stops, type PlaceKey } from '../world/plan.ts'
import type { Random } from '../world/random.ts'
import type { RoadNetwork } from '../world/roads.ts'
import { walking } from './gait.ts'
import { Traveller, type Errand } from './traveller.ts'

/** Places where people sit at a desk and get up less often. */
const desks: readonly PlaceKey[] = ['office', 'controlRoom', 'laboratory', 'canteen', 'eastGate', 'westGate']
/** Seconds that somebody stays before walking on. */
const pauses = { desk: [60, 240], rounds: [15, 120] } as const
/** Where people go now and then besides their own place. */
const visits: readonly PlaceKey[] = ['canteen', 'controlRoom', 'workshop', 'spareParts', 'laboratory', 'office']

/** How often the next stop is a visit. */
const visiting = 0.01

/** m/s. */
const usualPace = [1.0, 1.5] as const

/** Where somebody who is off comes from. */
export const outside: Metres = stops.westOutside[0]

/** Somebody at work: rounds in the own place, sometimes an errand to another one. */
export const createPerson = (network: RoadNetwork, random: Random, home: PlaceKey, start: 'home' | 'outside'): Traveller => {
  const own = network.nodesOf(home)
  const [shortest, longest] = pauses[desks.includes(home) ? 'desk' : 'rounds']
  const stay = (): Errand => ({ kind: 'stay', seconds: random.between(shortest, longest) })
  const go = (nodes: readonly number[]): Errand => ({
    kind: 'go',
    to: network.at(random.pick(nodes)),
    pace: random.between(...usualPace),
  })
  const routine = (): Errand[] =>
    home !== 'coalMillEast' && random.chance(visiting)
      ? [go(network.nodesOf(random.pick(visits))), stay(), go(own), stay()]
      : [go(own), stay()]
  const person = new Traveller(
    network,
    walking(random.between(4, 6)),
    start === 'home' ? network.at(random.pick(own)) : outside,
    routine,
  )
  if (start === 'home') person.rest(random.between(0, longest))
  return person
}
