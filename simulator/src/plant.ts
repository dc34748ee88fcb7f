import type { Report } from '@vigil/contract/positions/report.ts'
import { Badge } from './actors/badge.ts'
import { Helmet } from './actors/helmet.ts'
import { Vehicle } from './actors/vehicle.ts'
import { cast, type Duty } from './cast.ts'
import { createRandom } from './world/random.ts'
import { roadNetwork, type RoadNetwork } from './world/roads.ts'

export interface PlantOptions {
  readonly seed: string
  /** How many of each kind that report from the start take part; all unless said. Those with a name of their own come first. */
  readonly hats?: number
  readonly badges?: number
  readonly cars?: number
}

/** The whole plant at work. */
export interface Plant {
  readonly network: RoadNetwork
  readonly helmets: readonly Helmet[]
  readonly badges: readonly Badge[]
  readonly vehicles: readonly Vehicle[]
  helmet(hatNo: string): Helmet | undefined
  vehicle(plateNumber: string): Vehicle | undefined
  /** ms since 1970, as far as it has lived. */
  readonly now: number
  /** Lives up to `now` (ms since 1970) and hands over what is due. */
  step(now: number): Report[]
}

export const createPlant = (options: PlantOptions): Plant => {
  const random = createRandom(options.seed)
  const network = roadNetwork()
  const helmets = limit(
    cast.helmets.filter(({ wearer }) => wearer !== null),
    options.hats,
    ({ hatNo }) => hatNo >= 'AQM-0093' && hatNo <= 'AQM-0130',
  ).map((record) => new Helmet(record, network, random.fork(record.hatNo)))
  const badges = limit(cast.badges, options.badges).map((record) => new Badge(record, network, random.fork(record.badgeNo)))
  const orders = new Map<Duty, number>()
  const vehicles = limit(cast.cars, options.cars).map((record) => {
    const order = orders.get(record.duty) ?? 0
    orders.set(record.duty, order + 1)
    return new Vehicle(record, order, network, random.fork(record.plateNumber))
  })
  const actors = [...helmets, ...badges, ...vehicles]
  let now = 0
  return {
    network,
    helmets,
    badges,
    vehicles,
    helmet: (hatNo) => helmets.find((helmet) => helmet.hatNo === hatNo),
    vehicle: (plateNumber) => vehicles.find((vehicle) => vehicle.plateNumber === plateNumber),
    get now() {
      return now
    },
    step: (until) => {
      now = until
      return actors.flatMap((actor) => actor.step(until))
    },
  }
}

const limit = <Item extends { readonly onShift: boolean }>(
  list: readonly Item[],
  most: number | undefined,
  first: (item: Item) => boolean = () => false,
): readonly Item[] => {
  if (most === undefined) return list
  const on = list.filter((item) => item.onShift)
  return [...on.filter(first), ...on.filter((item) => !first(item))].slice(0, most)
}
