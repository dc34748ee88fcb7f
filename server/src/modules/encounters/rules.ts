import { metresPerDegree } from '@vigil/contract/kernel/earth.ts'
/** Which vehicles close in on which people: pure. */

/** Of latitude, and of longitude at the equator. */

/** Somebody on foot, or a vehicle, by the newest of its reports. */
export interface Mover {
  readonly device: number
  /** One for everything that somebody wears; of a vehicle its driver, itself where it has none. */
  readonly who: string
  /** ms since 1970. */
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly floor: number | null
  /** Metres; 0 where the device does not tell. */
  readonly accuracy: number
  /** km/h; null where the device does not tell. */
  readonly speed: number | null
  /** Degrees from the north; null where the device does not tell. */
  readonly course: number | null
}
export interface Vehicle extends Mover {
  readonly isReversing: boolean
  /** Metres of its circle. */
  readonly within: number
}

/** A vehicle has closed in on somebody, and is still near him or was just now. Times in ms since 1970. */
export interface Encounter {
  readonly vehicle: number
  readonly person: string
  /** Since when they are apart, null while they are not. */
  readonly apart: number | null
}

/** How two of them stood to each other when something was heard of one of them last: when, how far apart (m), and where the vehicle was. */
export interface Seen {
  readonly time: number
  readonly distance: number
  readonly at: Pick<Mover, 'lng' | 'lat'>
}
export type Looks = ReadonlyMap<string, Seen>

export interface Raised {
  readonly vehicle: Vehicle
  readonly person: Mover
  /** Metres. */
  readonly distance: number
}

export interface Judgement {
  readonly kept: readonly Encounter[]
  readonly ended: readonly Encounter[]
  readonly raised: readonly Raised[]
  /** For the next time. */
  readonly looks: Looks
}

/** What is older tells nothing of now. */
const freshFor = 15_000
/** A fix that is less accurate tells nothing of some metres. */
export const accurateWithin = 15
/** They are apart beyond so many times the circle, for so long (ms), before another encounter begins. */
const apart = { factor: 1.5, for: 10_000 } as const
/** km/h from which a vehicle moves, and from which nobody is on foot. */
const [moves, rides] = [2, 8] as const
/** Metres by which a distance must have shrunk: below that it is the positioning that moves. */
const closes = 1
/** In a cab: so near to it (m), at a speed so alike (km/h). */
const inCab = { within: 10, alike: 5 } as const
/** People are looked at from so many metres beyond the circle on, so that it is known who comes nearer. */
const lookedAt = 40
/** Metres of a cell in which people are looked for; no circle reaches beyond those around it. */
const cell = 150

export const keyOf = (vehicle: number, person: string): string => `${vehicle}/${person}`

const isFresh = ({ time, accuracy }: Mover, now: number): boolean => now - time <= freshFor && accuracy <= accurateWithin

/** East and north of a point in metres, on a plane that touches the earth where most of them are: one that is wrong bends no distance. */
const planeAt = (lats: readonly number[]) => {
  const middle = [...lats].sort((a, b) => a - b)[lats.length >> 1] ?? 0
  const east = metresPerDegree * Math.cos((middle * Math.PI) / 180)
  return ({ lng, lat }: Pick<Mover, 'lng' | 'lat'>) => ({ x: lng * east, y: lat * metresPerDegree })
}

interface Placed<Of> {
  readonly of: Of
  readonly x: number
  readonly y: number
}

const cellOf = (x: number, y: number): string => `${Math.floor(x / cell)}:${Math.floor(y / cell)}`

const around = (cells: ReadonlyMap<string, readonly Placed<Mover>[]>, { x, y }: Placed<Vehicle>): Placed<Mover>[] =>
  [-cell, 0, cell].flatMap((dx) => [-cell, 0, cell].flatMap((dy) => cells.get(cellOf(x + dx, y + dy)) ?? []))

/** Whoever drives it, or is carried along by it. */
const isAboard = (vehicle: Vehicle, person: Mover, distance: number): boolean =>
  vehicle.who === person.who ||
  (distance <= inCab.within &&
    person.speed !== null &&
    vehicle.speed !== null &&
    person.speed >= rides &&
    Math.abs(person.speed - vehicle.speed) <= inCab.alike)

/** Whether it goes his way: by its course the other way round where it reverses; null where it does not tell. */
const headsFor = (vehicle: Placed<Vehicle>, person: Placed<Mover>): boolean | null => {
  const { course, isReversing } = vehicle.of
  if (course === null) return null
  const [dx, dy] = [person.x - vehicle.x, person.y - vehicle.y]
  const angle = (course * Math.PI) / 180
  const along = dx * Math.sin(angle) + dy * Math.cos(angle)
  return isReversing ? along < 0 : along > 0
}

const isMoving = ({ of: { speed }, ...here }: Placed<Vehicle>, before: Placed<unknown> | null): boolean =>
  speed === null ? before !== null && Math.hypot(here.x - before.x, here.y - before.y) >= closes : speed >= moves

/** A vehicle and somebody within reach of it. */
interface Pair {
  readonly vehicle: Placed<Vehicle>
  readonly person: Placed<Mover>
  readonly key: string
  readonly distance: number
  readonly time: number
  /** The look before, where something is news since; null where none tells anything. */
  readonly before: Seen | null
}

/** Whether they come nearer to each other, by how far apart they were at the look before, and else by where the vehicle is heading. */
const isClosing = ({ vehicle, person, distance, before }: Pair): boolean =>
  before ? before.distance - distance >= closes : headsFor(vehicle, person) === true

const isOneFloor = (one: Mover, other: Mover): boolean => one.floor === null || other.floor === null || one.floor === other.floor

function* pairsOf(
  vehicles: readonly Placed<Vehicle>[],
  people: readonly Placed<Mover>[],
  looks: Looks,
): Generator<Pair & { readonly isNews: boolean }> {
  const cells = new Map<string, Placed<Mover>[]>()
  for (const person of people) {
    const key = cellOf(person.x, person.y)
    const there = cells.get(key)
    if (there) there.push(person)
    else cells.set(key, [person])
  }
  for (const vehicle of vehicles) {
    for (const person of around(cells, vehicle)) {
      const distance = Math.hypot(person.x - vehicle.x, person.y - vehicle.y)
      if (distance > vehicle.of.within + lookedAt) continue
      const key = keyOf(vehicle.of.device, person.of.who)
      const look = looks.get(key)
      const time = Math.max(vehicle.of.time, person.of.time)
      const isNews = !look || time > look.time
      yield { vehicle, person, key, distance, time, isNews, before: look && isNews && time - look.time <= freshFor ? look : null }
    }
  }
}

/**
 * All vehicles and people at one moment: who begins to be in danger, and whose encounter is over. An encounter is raised once, however
 * long it lasts; a vehicle that stands, is parked, or carries him raises none.
 */
export const judgeEncounters = (
  vehicles: readonly Vehicle[],
  people: readonly Mover[],
  known: readonly Encounter[],
  looks: Looks,
  now: number,
): Judgement => {
  const fresh = <Of extends Mover>(movers: readonly Of[]): Placed<Of>[] =>
    movers.filter((mover) => isFresh(mover, now)).map((of) => ({ of, ...placeOf(of) }))
  const placeOf = planeAt([...vehicles, ...people].flatMap((mover) => (isFresh(mover, now) ? mover.lat : [])))
  const open = new Map(known.map((encounter) => [keyOf(encounter.vehicle, encounter.person), encounter]))
  const near = new Map<string, Encounter>()
  const raised: Raised[] = []
  const next = new Map<string, Seen>()
  for (const pair of pairsOf(fresh(vehicles), fresh(people), looks)) {
    const { vehicle, person, key, distance, time, before } = pair
    // Of everything that somebody wears, what is nearest tells.
    const nearest = next.get(key)
    if (!nearest || nearest.distance > distance)
      next.set(key, pair.isNews ? { time, distance, at: vehicle.of } : (looks.get(key) as Seen))
    if (near.has(key)) continue
    const encounter = { vehicle: vehicle.of.device, person: person.of.who, apart: null }
    if (open.has(key)) {
      if (distance <= apart.factor * vehicle.of.within) near.set(key, encounter)
      continue
    }
    const isNear = pair.isNews && distance <= vehicle.of.within && isOneFloor(vehicle.of, person.of)
    const was = before && { of: null, ...placeOf(before.at) }
    if (!isNear || !isMoving(vehicle, was) || isAboard(vehicle.of, person.of, distance) || !isClosing(pair)) continue
    near.set(key, encounter)
    raised.push({ vehicle: vehicle.of, person: person.of, distance })
  }
  const parted = [...open].filter(([key]) => !near.has(key)).map(([, one]) => ({ ...one, apart: one.apart ?? now }))
  const isOver = (encounter: { readonly apart: number }): boolean => now - encounter.apart >= apart.for
  return { kept: [...near.values(), ...parted.filter((one) => !isOver(one))], ended: parted.filter(isOver), raised, looks: next }
}
