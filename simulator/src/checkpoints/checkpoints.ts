import type { Actor } from '../actors/actor.ts'
import { cast, type CarRecord } from '../cast.ts'
import { barrierGates, speedCameras, type GateMake } from '../equipment.ts'
import type { Push, PushLink } from '../links/pushes.ts'
import type { Plant } from '../plant.ts'
import type { Metres } from '../world/geometry.ts'
import { createRandom } from '../world/random.ts'
import { dahuaPass, hikvisionPass, hikvisionPassing, type Passing } from './messages.ts'
import { passes, throughGate, type GateKey } from './passing.ts'
import { plateOf, portraitOf, wholeOf } from './pictures.ts'
import { siteTime } from './site-time.ts'

export interface CheckpointOptions {
  readonly plant: Plant
  readonly seed: string
  readonly timeZone: string
  /** How a gate or a camera pushes, by its name; undefined for one that has no login. */
  readonly linkOf: (name: string) => Pick<PushLink, 'push'> | undefined
  readonly onProblem: (problem: string) => void
}

/** Cameras, barriers and turnstiles of the plant: what passes them they push. */
export interface Checkpoints {
  step(now: number): void
}

const gatesOf: Readonly<Record<GateKey, string>> = { eastGate: '东门', westGate: '西门' }
const barriersAt = (gate: GateKey, isInward: boolean) =>
  barrierGates.filter(
    ({ name, kind, direction }) => kind === 'vehicle' && name.startsWith(gatesOf[gate]) && (direction === 1) === isInward,
  )
const turnstiles = barrierGates.filter(({ kind }) => kind === 'turnstile')

/** People who have nothing on them that reports: they come and go all day, a few at a time, and so do those who are not let in. */
const strollers = cast.people.filter(({ workNum }) => ![...cast.helmets, ...cast.badges].some(({ wearer }) => wearer === workNum))
const strollersInside = 6
const strollersAtMost = 12
/** Seconds between two of them. */
const strollEvery = [40, 90] as const
const refusedOnce = 0.06

export const createCheckpoints = ({ plant, seed, timeZone, linkOf, onProblem }: CheckpointOptions): Checkpoints => {
  const random = createRandom(`${seed} checkpoints`)
  const cars = new Map(cast.cars.map((record) => [record.plateNumber, record]))
  const people = new Map(cast.people.map((person) => [person.workNum, person]))
  const wearers = new Map([
    ...cast.helmets.map(({ imei, wearer }) => [imei, wearer] as const),
    ...cast.badges.map(({ devEui, wearer }) => [devEui, wearer] as const),
  ])
  const before = new Map<Actor, Metres>()
  let serial = Math.floor(Date.now() / 1000) % 1_000_000_000
  const nextSerial = (): number => (serial += 1)

  /** Made only for who has somewhere to push it. */
  const push = (name: string, make: () => Promise<Push>): void => {
    const link = linkOf(name)
    if (!link) return
    make().then(
      (one) => link.push(one),
      (error: unknown) => onProblem(`checkpoint ${name}: ${error instanceof Error ? error.message : String(error)}`),
    )
  }

  const passVehicle = (
    place: { readonly name: string; readonly ip: string; readonly lane: number; readonly make: GateMake },
    { plateNumber, plateColor, carType }: CarRecord,
    { now, speed, isInward }: { readonly now: number; readonly speed: number | null; readonly isInward: boolean },
  ): void => {
    const time = siteTime(now, timeZone)
    const scene = { plateNumber, plateColor, carType, time, speed }
    const id = `${place.name} ${nextSerial()}`
    push(place.name, async () => {
      const [whole, plate] = await Promise.all([wholeOf(scene), plateOf(scene)])
      const pass = { id, plateNumber, plateColor, vehicleType: carType, lane: place.lane, isInward, time, speed, whole, plate }
      return place.make === 'dahua' ? dahuaPass(pass) : hikvisionPass(pass, place.ip)
    })
  }

  const passPerson = (
    now: number,
    { workNum, name, isInward, minor }: Pick<Passing, 'workNum' | 'name' | 'isInward' | 'minor'>,
  ): void => {
    const turnstile = random.pick(turnstiles)
    const passing = { serial: nextSerial(), workNum, name, isInward, minor, time: siteTime(now, timeZone) }
    push(turnstile.name, async () => hikvisionPassing({ ...passing, portrait: await portraitOf(workNum) }, turnstile.ip))
  }

  const watchVehicles = (now: number): void => {
    for (const vehicle of plant.vehicles) {
      const { place: to, speed } = vehicle.traveller
      const from = before.get(vehicle)
      before.set(vehicle, to)
      const record = cars.get(vehicle.plateNumber)
      if (!from || !record || !vehicle.present || (from[0] === to[0] && from[1] === to[1])) continue
      for (const [at, camera] of speedCameras.entries())
        if (passes(from, to, camera.at)) {
          const isInward = camera.direction === '由西向东' ? to[0] > from[0] : to[0] < from[0]
          passVehicle({ name: camera.name, ip: camera.ip, lane: 1 + (at % 2), make: 'hikvision' }, record, {
            now,
            speed: speed * 3.6,
            isInward,
          })
        }
      const through = throughGate(from, to)
      if (!through) continue
      const barriers = barriersAt(through.gate, through.isInward)
      const barrier = barriers[record.plateNumber.charCodeAt(record.plateNumber.length - 1) % barriers.length]
      if (barrier)
        passVehicle({ ...barrier, lane: barrier.laneNo }, record, {
          now,
          speed: null,
          isInward: through.isInward,
        })
    }
  }

  const watchPeople = (now: number): void => {
    for (const actor of [...plant.helmets, ...plant.badges]) {
      const to = actor.traveller.place
      const from = before.get(actor)
      before.set(actor, to)
      const person = people.get(wearers.get(actor.deviceId) ?? '')
      const through = from && person && actor.present ? throughGate(from, to) : null
      if (through && person)
        passPerson(now, { workNum: person.workNum, name: person.name, isInward: through.isInward, minor: 75 })
    }
  }

  const inside: (typeof strollers)[number][] = []
  let strollAt = Number.NEGATIVE_INFINITY
  const stroll = (now: number): void => {
    if (now < strollAt) return
    const isFirst = strollAt === Number.NEGATIVE_INFINITY
    strollAt = now + random.between(...strollEvery) * 1000
    if (isFirst) return
    if (random.chance(refusedOnce)) {
      const unknown = String(random.whole(10_000_000, 99_999_999))
      passPerson(now, { workNum: unknown, name: '', isInward: true, minor: 9 })
      return
    }
    const outside = strollers.slice(0, strollersAtMost).filter((person) => !inside.includes(person))
    const comes = inside.length === 0 || (inside.length < strollersInside && random.chance(0.5))
    const person = comes ? random.pick(outside) : inside.shift()
    if (!person) return
    if (comes) inside.push(person)
    passPerson(now, { workNum: person.workNum, name: person.name, isInward: comes, minor: random.chance(0.7) ? 75 : 1 })
  }

  return {
    step: (now) => {
      watchVehicles(now)
      watchPeople(now)
      stroll(now)
    },
  }
}
