import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { raisedWhere } from '@vigil/contract/alarms/raised-settings.ts'
import { alarmSettings } from '@vigil/contract/alarms/settings.ts'
import { carType } from '@vigil/contract/devices/car.ts'
import { trafficSettings, encounterWithin } from '@vigil/contract/traffic/settings.ts'
import { subject } from '../../kernel/bus/subject.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import type { Device } from '../devices/index.ts'
import { whoHas, type Whereabouts } from '../positions/index.ts'
import { raised, returned, type Met } from './alarm.ts'
import { judgeEncounters, keyOf, type Encounter, type Looks, type Mover, type Raised, type Vehicle } from './rules.ts'
import type { EncounterStore } from './store.ts'

/** Milliseconds for which it is believed that a vehicle reverses, unless it says so again. */
const reversesFor = 60_000
/** Of positions, milliseconds: what is older says nothing of who is close to whom. */
const seenWithin = 30_000
/** Milliseconds between two looks at what other servers wrote: what one raised that is no more is returned by another. */
const readEvery = 15_000

const reversing = subject('encounters.reversing', z.object({ vehicle: z.number().int(), isReversing: z.boolean() }))

interface EncounterContext {
  readonly kernel: Kernel
  readonly store: EncounterStore
  readonly doors: Pick<Doors, 'alarms' | 'devices' | 'hazards' | 'positions'>
}

const moverOf = ({ device, row, time }: Whereabouts, who: string): Mover => ({
  device: device.id,
  who,
  time,
  lng: row.lng,
  lat: row.lat,
  floor: row.floor,
  accuracy: row.accuracy ?? 0,
  speed: row.speed,
  course: row.course,
})
const driverOf = ({ id, personId }: Device): string => (personId === null ? `device/${id}` : `person/${personId}`)

/** A kind that nobody said, or that is none any more, is a truck. */
const kindOf = (model: string) => carType.codes.find((kind) => kind === model) ?? carType.code.truck

/** Metres of a vehicle's circle. */
const circleOf = ({ settings }: Kernel, { model }: Device, isReversing: boolean): number => {
  const ofKind = settings.get(encounterWithin(kindOf(model)))
  return isReversing ? Math.max(ofKind, settings.get(trafficSettings.encounterReversing)) : ofKind
}

/** In a parking area: an area that is gone is none. */
const isParked = ({ kernel, doors: { hazards } }: EncounterContext, { row: { lng, lat } }: Whereabouts): boolean =>
  kernel.settings.get(trafficSettings.parkingAreas).some((id) => hazards.watch.within([id], lng, lat) === true)

/** Both are told by what they have with them. Nothing waits for it: what becomes of it is for the log. */
const warn = ({ kernel: { log }, doors: { devices } }: EncounterContext, { wearer, car, distance }: Met): void => {
  const metres = Math.round(distance)
  const say = async ({ kind, code }: Device, message: string): Promise<void> => {
    const receipt = await devices.commands.send(kind, code, { name: 'text', messageId: randomUUID(), message })
    log.debug({ device: code, receipt }, 'somebody was told of a vehicle near him, or a driver of somebody')
  }
  void say(wearer, `注意避让：${car.label} 正在接近，相距 ${metres} 米`)
  void say(car, `注意行人：${metres} 米内有人，请减速`)
}

/** Whoever is first of all servers to write an encounter down raises it, whoever is first to strike it out returns it. */
const tell = async (context: EncounterContext, met: readonly Met[], ended: readonly Encounter[]): Promise<void> => {
  const { kernel, store, doors } = context
  const now = kernel.clock.now()
  const pairOf = ({ vehicle, person }: Raised) => ({ vehicle: vehicle.device, person: person.who })
  const keysOf = (pairs: readonly Pick<Encounter, 'vehicle' | 'person'>[]): ReadonlySet<string> =>
    new Set(pairs.map(({ vehicle, person }) => keyOf(vehicle, person)))
  const { events, first } = await kernel.db.transaction(async (trx) => {
    const begun = keysOf(await store.begin(trx, met.map(pairOf)))
    const gone = keysOf(await store.end(trx, ended))
    const own = met.filter(({ vehicle, person }) => begun.has(keyOf(vehicle.device, person.who)))
    const over = ended.filter(({ vehicle, person }) => gone.has(keyOf(vehicle, person)))
    const intents = [...own.map((one) => raised(one, new Date(now))), ...over.map((one) => returned(one, now))]
    return { events: await doors.alarms.apply(trx, intents), first: own }
  })
  kernel.live.publish(events)
  for (const one of first) warn(context, one)
}

export const createEncounterService = (
  kernel: Kernel,
  store: EncounterStore,
  doors: Pick<Doors, 'alarms' | 'devices' | 'hazards' | 'positions'>,
) => {
  const context: EncounterContext = { kernel, store, doors }
  let known: readonly Encounter[] = []
  let looks: Looks = new Map()
  let readAt = 0
  const read = async (): Promise<void> => {
    readAt = kernel.clock.now()
    const own = new Set(known.map(({ vehicle, person }) => keyOf(vehicle, person)))
    const others = (await store.all()).filter(({ vehicle, person }) => !own.has(keyOf(vehicle, person)))
    known = [...known, ...others.map((pair) => ({ ...pair, apart: null }))]
  }
  /** Until when each vehicle counts as one that reverses, ms since 1970. */
  const reversesUntil = new Map<number, number>()
  kernel.bus.subscribe(reversing, ({ vehicle, isReversing }) => {
    if (isReversing) reversesUntil.set(vehicle, kernel.clock.now() + reversesFor)
    else reversesUntil.delete(vehicle)
  })
  return {
    /** What began before the server did goes on. */
    start: read,
    /**
     * Every server judges by what it holds in memory, so that none waits for another. What could not be written is judged anew the
     * next time.
     */
    judge: async (): Promise<void> => {
      const now = kernel.clock.now()
      const isOff = kernel.settings.get(alarmSettings.encounterRaised) === raisedWhere.code.nowhere
      if (now - readAt >= readEvery) await read()
      const seen = doors.positions.whereabouts(seenWithin)
      const cars = isOff ? [] : seen.filter((one) => one.device.kind === 'car' && !isParked(context, one))
      if (cars.length + known.length === 0) return
      const vehicles = cars.map((one): Vehicle => {
        const isReversing = (reversesUntil.get(one.device.id) ?? 0) > now
        return { ...moverOf(one, driverOf(one.device)), isReversing, within: circleOf(kernel, one.device, isReversing) }
      })
      const people = seen.filter(({ device }) => device.kind !== 'car').map((one) => moverOf(one, whoHas(one.device)))
      const judged = judgeEncounters(vehicles, people, known, looks, now)
      const byId = new Map(seen.map(({ device }) => [device.id, device]))
      const met = judged.raised.flatMap((one): Met[] => {
        const [wearer, car] = [byId.get(one.person.device), byId.get(one.vehicle.device)]
        return wearer && car ? [{ ...one, wearer, car }] : []
      })
      if (met.length + judged.ended.length > 0) await tell(context, met, judged.ended)
      known = judged.kept
      looks = judged.looks
    },
    /** A vehicle says that it reverses, or does not any more. */
    noteReversing: (vehicle: number, isReversing: boolean): void => void kernel.bus.publish(reversing, { vehicle, isReversing }),
  }
}
export type EncounterService = ReturnType<typeof createEncounterService>
