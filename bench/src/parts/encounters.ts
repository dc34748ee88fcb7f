import {
  judgeEncounters,
  type Encounter,
  type Looks,
  type Mover,
  type Vehicle,
} from '../../../server/src/modules/encounters/rules.ts'
import { against, budget, interleave } from '../measure.ts'
import type { Part } from '../part.ts'
import { at } from '../site.ts'

const [people, vehicles] = [300, 60] as const
/** Metres of a square site. */
const side = 1_000
const second = 1_000

/** The same dice on every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** Everybody goes on at his own speed (km/h), a fix each second. */
const walk = (seconds: number) => {
  const random = dice(3)
  const set = (count: number, speed: number) =>
    Array.from({ length: count }, () => ({
      east: random() * side,
      north: random() * side,
      course: random() * 360,
      speed: speed * random(),
    }))
  const [walkers, drivers] = [set(people, 6), set(vehicles, 30)]
  const step = (place: ReturnType<typeof set>[number], device: number, time: number): Mover => {
    place.course += 40 * (random() - 0.5)
    place.east = (place.east + (place.speed / 3.6) * Math.sin((place.course * Math.PI) / 180) + side) % side
    place.north = (place.north + (place.speed / 3.6) * Math.cos((place.course * Math.PI) / 180) + side) % side
    const { lng, lat } = at(place.east, place.north)
    return { device, who: `person/${device}`, time, lng, lat, floor: null, accuracy: 3, speed: place.speed, course: place.course }
  }
  return Array.from({ length: seconds }, (_, passed) => {
    const now = 1_760_000_000_000 + passed * second
    return {
      now,
      people: walkers.map((place, device) => step(place, device, now)),
      vehicles: drivers.map(
        (place, device): Vehicle => ({ ...step(place, people + device, now), isReversing: false, within: 15 }),
      ),
    }
  })
}

/** Each against each. */
const plain = (scene: ReturnType<typeof walk>[number]): number => {
  let near = 0
  for (const vehicle of scene.vehicles) {
    const east = 111_195 * Math.cos((vehicle.lat * Math.PI) / 180)
    for (const person of scene.people)
      if (Math.hypot((person.lng - vehicle.lng) * east, (person.lat - vehicle.lat) * 111_195) <= vehicle.within) near += 1
  }
  return near
}

export const part: Part = {
  about: `${people} people and ${vehicles} vehicles on 1 × 1 km, each of which says where it is every second: who closes in on whom, looked at once a second. The floor measures each distance and keeps nothing. A hundredth of a core is 10 ms a second.`,
  order: 32,
  run: async (deps) => {
    const scenes = walk(deps.quick ? 100 : 400)
    let known: readonly Encounter[] = []
    let looks: Looks = new Map()
    let raised = 0
    let near = 0
    const ours = (slice: number): Promise<number> => {
      const scene = scenes[slice] as (typeof scenes)[number]
      if (slice === 0) [known, looks] = [[], new Map()]
      const judged = judgeEncounters(scene.vehicles, scene.people, known, looks, scene.now)
      ;({ kept: known, looks } = judged)
      raised += judged.raised.length
      return Promise.resolve(1)
    }
    const peer = (slice: number): Promise<number> => {
      near += plain(scenes[slice] as (typeof scenes)[number])
      return Promise.resolve(1)
    }
    await interleave(2, scenes.length, ours, peer)
    const rates = await interleave(deps.rounds, scenes.length, ours, peer)
    if (raised === 0 || near === 0) throw new Error('nobody met anybody: nothing was measured')
    const percent = (looksASecond: number): number => 100 / looksASecond
    return [
      budget({
        what: 'of a core, one look a second',
        ours: rates.ours.map(percent),
        calibration: `each distance measured: ${rates.peer.map((rate) => percent(rate).toFixed(2)).join(', ')} %`,
        unit: '%',
        limit: { atMost: 1 },
      }),
      against({ what: 'looks a second', ...rates, peerName: 'each distance measured', unit: '/s', limit: { atLeast: 0.5 } }),
    ]
  },
}
