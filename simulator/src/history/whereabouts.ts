import { nextStops } from '../actors/vehicle.ts'
import type { CarRecord } from '../cast.ts'
import { between, courseOf, distance, type Metres } from '../world/geometry.ts'
import type { PlaceKey } from '../world/plan.ts'
import { createRandom } from '../world/random.ts'
import type { RoadNetwork, TravelMode } from '../world/roads.ts'
import { hour, minute } from './calendar.ts'
import type { Shift } from './shifts.ts'

/** Where something is; km/h and degrees. */
export interface Spot {
  readonly at: Metres
  readonly speed: number
  readonly course: number
}

/** One way that is gone from its first to its last moment, in seconds from its beginning. */
interface Walk {
  readonly seconds: number
  readonly at: (seconds: number) => Spot
}

/** m/s. */
const pace = 1.3
/** Part of the signed limit. */
const cautious = 0.75

const walkOf = (places: readonly { readonly to: Metres; readonly speed: number }[], start: Metres): Walk => {
  const points = [{ at: start, time: 0, speed: 0 }]
  let [last, time] = [start, 0]
  for (const { to, speed } of places) {
    time += distance(last, to) / speed
    points.push({ at: to, time, speed })
    last = to
  }
  return {
    seconds: time,
    at: (seconds) => {
      const next = points.findIndex((point) => point.time > seconds)
      const [from, to] = [points[next - 1], points[next]]
      if (!from || !to) return { at: next === 0 ? start : last, speed: 0, course: 0 }
      const part = (seconds - from.time) / (to.time - from.time)
      return { at: between(from.at, to.at, part), speed: to.speed * 3.6, course: courseOf(from.at, to.at) }
    },
  }
}

/** Where people and vehicles were at any moment of their shifts, without living through all of it. */
export const createWhereabouts = (network: RoadNetwork) => {
  const ways = new Map<string, Walk>()
  const wayBetween = (from: number, to: number, by: TravelMode): Walk => {
    const name = `${by} ${from} ${to}`
    const known = ways.get(name)
    if (known) return known
    const legs = network.route(from, to, by)
    const walk = walkOf(
      legs.map((leg) => ({ to: leg.to, speed: by === 'foot' ? pace : (leg.limit / 3.6) * cautious })),
      network.at(from),
    )
    ways.set(name, walk)
    return walk
  }
  const gate = network.nearest([338, 520], 'foot')
  const canteen = network.nodesOf('canteen')

  /** A person on rounds in his own place: a while at each of its stops. */
  const onRounds = (key: string, home: PlaceKey, time: number): number => {
    const random = createRandom(key)
    const lasts = random.between(3, 9) * minute
    const stop = Math.floor((time + random.next() * lasts) / lasts)
    return createRandom(`${key} ${stop}`).pick(network.nodesOf(home))
  }
  const standing = (node: number): Spot => ({ at: network.at(node), speed: 0, course: 0 })
  const underway = (from: number, to: number, seconds: number): Spot => wayBetween(from, to, 'foot').at(seconds)
  /** There and back with a stay in between; null before and after. */
  const outing = (base: number, goal: number, from: number, to: number, time: number): Spot | null => {
    const length = wayBetween(base, goal, 'foot').seconds * 1000
    if (time < from - length || time >= to + length) return null
    if (time < from) return underway(base, goal, (time - from + length) / 1000)
    return time < to ? standing(goal) : underway(goal, base, (time - to) / 1000)
  }

  const person = (key: string, home: PlaceKey, shift: Shift, time: number): Spot => {
    const base = network.nodesOf(home)[0] ?? gate
    const length = wayBetween(gate, base, 'foot').seconds * 1000
    if (time < shift.from + length) return underway(gate, base, (time - shift.from) / 1000)
    // Whose shift ends now is still at work.
    if (time > shift.to - length && shift.to - shift.from > 4 * hour && shift.to !== time)
      return underway(base, gate, (time - shift.to + length) / 1000)
    const random = createRandom(`${key} ${shift.from}`)
    const lunch = shift.from + random.between(3.6, 4.3) * hour
    const eats = outing(base, random.pick(canteen), lunch, lunch + 25 * minute, time)
    return eats ?? standing(onRounds(key, home, time))
  }

  const loops = new Map<
    string,
    { readonly seconds: number; readonly parts: readonly { from: number; at: (s: number) => Spot }[] }
  >()
  const loopOf = (car: CarRecord, order: number) => {
    const known = loops.get(car.plateNumber)
    if (known) return known
    const random = createRandom(`${car.plateNumber} history`)
    const stops = Array.from({ length: 4 }, () => nextStops(car.duty, order, random)).flat()
    const parts: { from: number; at: (s: number) => Spot }[] = []
    let seconds = 0
    for (const [index, { at, stays }] of stops.entries()) {
      const node = network.nearest(at, 'vehicle')
      const next = network.nearest((stops[index + 1] ?? stops[0] ?? { at }).at, 'vehicle')
      parts.push({ from: seconds, at: () => ({ at, speed: 0, course: 0 }) })
      seconds += stays
      const way = wayBetween(node, next, 'vehicle')
      parts.push({ from: seconds, at: way.at })
      seconds += way.seconds
    }
    const loop = { seconds, parts }
    loops.set(car.plateNumber, loop)
    return loop
  }
  const vehicle = (car: CarRecord, order: number, time: number): Spot => {
    const loop = loopOf(car, order)
    const seconds = (time / 1000 + order * 97) % loop.seconds
    const part = loop.parts.findLast(({ from }) => from <= seconds)
    if (!part) throw new Error(`${car.plateNumber} is nowhere`)
    return part.at(seconds - part.from)
  }
  return { person, vehicle }
}
