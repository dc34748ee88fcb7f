import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { carType } from '@vigil/contract/devices/car.ts'
import { encounterSettings, encounterWithin } from '@vigil/contract/encounters/settings.ts'
import { subject } from '../../kernel/bus/subject.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import type { AlarmIntent } from '../alarms/index.ts'
import type { Device } from '../devices/index.ts'
import { alarmFieldsOf, type Whereabouts } from '../positions/index.ts'
import { judgeEncounters, keyOf, type Encounter, type Looks, type Mover, type Raised, type Vehicle } from './rules.ts'
import type { EncounterStore } from './store.ts'

/** Milliseconds for which it is believed that a vehicle reverses, unless it says so again. */
const reversesFor = 60_000
/** Of positions, milliseconds: what is older says nothing of who is close to whom. */
const seenWithin = 30_000

const { encounter: alarmKind } = alarmTypes

const reversing = subject('encounters.reversing', z.object({ vehicle: z.number().int(), isReversing: z.boolean() }))

const conditionKey = ({ vehicle, person }: Pick<Encounter, 'vehicle' | 'person'>): string =>
  `${alarmKind.code}/vehicle/${vehicle}/${person}`

const moverOf = ({ device, row, time }: Whereabouts): Mover => ({
  device: device.id,
  who: device.personId === null ? `device/${device.id}` : `person/${device.personId}`,
  time,
  lng: row.lng,
  lat: row.lat,
  floor: row.floor,
  accuracy: row.accuracy ?? 0,
  speed: row.speed,
  course: row.course,
})

/** A kind that nobody said, or one of before there were kinds, is a truck. */
const kindOf = (model: string) => carType.codes.find((kind) => kind === model) ?? carType.code.truck

export const createEncounterService = (
  kernel: Kernel,
  store: EncounterStore,
  { alarms, devices, positions }: Pick<Doors, 'alarms' | 'devices' | 'positions'>,
) => {
  let known: readonly Encounter[] = []
  let looks: Looks = new Map()
  /** Until when each vehicle counts as one that reverses, ms since 1970. */
  const reversesUntil = new Map<number, number>()
  kernel.bus.subscribe(reversing, ({ vehicle, isReversing }) => {
    if (isReversing) reversesUntil.set(vehicle, kernel.clock.now() + reversesFor)
    else reversesUntil.delete(vehicle)
  })

  const vehicleOf = (seen: Whereabouts, now: number): Vehicle => {
    const isReversing = (reversesUntil.get(seen.device.id) ?? 0) > now
    const ofKind = Number(kernel.settings.get(encounterWithin[kindOf(seen.device.model)]))
    const within = isReversing ? Math.max(ofKind, kernel.settings.get(encounterSettings.encounterReversing)) : ofKind
    return { ...moverOf(seen), isReversing, within }
  }

  const raise = ({ person, vehicle, distance }: Raised, byId: ReadonlyMap<number, Device>, now: number): AlarmIntent[] => {
    const [wearer, car] = [byId.get(person.device), byId.get(vehicle.device)]
    if (!wearer || !car) return []
    return [
      {
        kind: 'raise',
        alarm: {
          conditionKey: conditionKey({ vehicle: vehicle.device, person: person.who }),
          ...alarmFieldsOf(wearer),
          plateNumber: car.label,
          alarmType: alarmKind.code,
          alarmLevel: alarmKind.level,
          alarmName: alarmKind.zh,
          facts: {
            device: wearer.label,
            ...(wearer.personName === null ? {} : { person: wearer.personName }),
            vehicle: car.label,
            how: vehicle.isReversing ? 'reversing' : 'closing',
            distance: Math.round(distance),
          },
          findTime: new Date(now),
          startTime: new Date(now),
          areaId: null,
          areaName: null,
          ruleId: null,
          lng: person.lng,
          lat: person.lat,
          floor: person.floor,
          quiet: false,
          deviceTime: null,
        },
      },
    ]
  }

  /** Both are told by what they have with them; who cannot be told is in the log of the alarm's own story: nothing waits for it. */
  const warn = ({ person, vehicle, distance }: Raised, byId: ReadonlyMap<number, Device>): void => {
    const [wearer, car] = [byId.get(person.device), byId.get(vehicle.device)]
    if (!wearer || !car) return
    const metres = Math.round(distance)
    const say = async (to: Device, message: string): Promise<void> => {
      const receipt = await devices.commands.send(to.kind, to.code, { name: 'text', messageId: randomUUID(), message })
      kernel.log.debug({ device: to.code, receipt }, 'somebody was told of a vehicle near him, or a driver of somebody')
    }
    void say(wearer, `注意避让：${car.label} 正在接近，相距 ${metres} 米`)
    void say(car, `注意行人：前后 ${metres} 米内有人，请减速`)
  }

  const tell = async (
    raised: readonly Raised[],
    ended: readonly Encounter[],
    byId: ReadonlyMap<number, Device>,
  ): Promise<void> => {
    const now = kernel.clock.now()
    const events = await kernel.db.transaction(async (trx) => {
      const pairs = raised.map(({ vehicle, person }) => ({ vehicle: vehicle.device, person: person.who }))
      const begun = new Set(
        (pairs.length === 0 ? [] : await store.begin(trx, pairs)).map((one) => keyOf(one.vehicle, one.person)),
      )
      const gone = new Set((ended.length === 0 ? [] : await store.end(trx, ended)).map((one) => keyOf(one.vehicle, one.person)))
      const first = raised.filter(({ vehicle, person }) => begun.has(keyOf(vehicle.device, person.who)))
      const intents = [
        ...first.flatMap((one) => raise(one, byId, now)),
        ...ended
          .filter(({ vehicle, person }) => gone.has(keyOf(vehicle, person)))
          .map((one): AlarmIntent => ({ kind: 'return', conditionKey: conditionKey(one), end: new Date(one.apart ?? now) })),
      ]
      return { told: await alarms.apply(trx, intents), first }
    })
    kernel.live.publish(events.told)
    for (const one of events.first) warn(one, byId)
  }

  return {
    /** What began before the server did goes on. */
    start: async (): Promise<void> => {
      known = (await store.all()).map((pair) => ({ ...pair, apart: null }))
    },
    /**
     * Every server judges by what it holds in memory, so that none waits for another; the first to write an encounter down raises it.
     * What could not be written is judged anew the next time.
     */
    judge: async (): Promise<void> => {
      const now = kernel.clock.now()
      const seen = positions.whereabouts(seenWithin)
      const vehicles = seen.filter(({ device }) => device.kind === 'car')
      if (vehicles.length + known.length === 0) return
      const people = seen.filter(({ device }) => device.kind !== 'car').map(moverOf)
      const judgement = judgeEncounters(
        vehicles.map((one) => vehicleOf(one, now)),
        people,
        known,
        looks,
        now,
      )
      const { raised, ended } = judgement
      if (raised.length + ended.length > 0) await tell(raised, ended, new Map(seen.map(({ device }) => [device.id, device])))
      known = judgement.kept
      looks = judgement.looks
    },
    /** A vehicle says that it reverses, or does not any more. */
    noteReversing: (vehicle: number, isReversing: boolean): void => void kernel.bus.publish(reversing, { vehicle, isReversing }),
  }
}
export type EncounterService = ReturnType<typeof createEncounterService>
