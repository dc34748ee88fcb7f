import type { Report } from '@vigil/contract/positions/report.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import type { CarRecord, CarType, Duty } from '../cast.ts'
import type { Metres } from '../world/geometry.ts'
import { stops, type StopKey } from '../world/plan.ts'
import type { Random } from '../world/random.ts'
import type { RoadNetwork } from '../world/roads.ts'
import { fix, Pace, type Actor } from './actor.ts'
import { createDrift, type Drift } from './drift.ts'
import { driving } from './gait.ts'
import { Traveller, type Errand } from './traveller.ts'

/** Milliseconds between two reports of a vehicle. */
export const period = { moving: 3_000, parked: 15_000 } as const

/** Where a lorry of a kind of work loads or unloads, and how many seconds that takes. */
const haulage: Partial<Record<Duty, { readonly at: StopKey; readonly seconds: readonly [number, number] }>> = {
  packing: { at: 'packingBays', seconds: [300, 700] },
  bulk: { at: 'bulkBays', seconds: [240, 480] },
  rawMaterial: { at: 'rawStockpile', seconds: [120, 240] },
  coal: { at: 'coalYard', seconds: [120, 240] },
  flyAsh: { at: 'flyAsh', seconds: [400, 800] },
}
/** Where a vehicle that stays in the plant shuttles, and how many seconds it stands each time. */
const shuttles: Partial<Record<Duty, { readonly between: readonly StopKey[]; readonly seconds: readonly [number, number] }>> = {
  rawLoader: { between: ['rawStockpile'], seconds: [15, 60] },
  coalLoader: { between: ['coalYard'], seconds: [15, 60] },
  forklift: { between: ['packingBays', 'packingSide', 'spareParts'], seconds: [20, 120] },
  fire: { between: ['fireStation'], seconds: [900, 1800] },
  errands: { between: ['parkingStalls', 'parkingStalls', 'westOutside'], seconds: [180, 600] },
}
/** km/h that a kind of vehicle may drive unless a site chooses otherwise; whoever puts a fire out has no limit. */
export const mostOf: Readonly<Record<CarType, number>> = {
  car: trafficSettings.carLimit.preset,
  truck: trafficSettings.truckLimit.preset,
  tanker: trafficSettings.tankerLimit.preset,
  loader: trafficSettings.loaderLimit.preset,
  forklift: trafficSettings.forkliftLimit.preset,
  fire: Number.POSITIVE_INFINITY,
}
const weighing = [20, 45] as const
const outsideFor = [60, 240] as const

/** A vehicle and its driver. Every lorry keeps to one bay, so that two never stand in the same place. */
export class Vehicle implements Actor {
  readonly deviceType = 'car'
  readonly deviceId: string
  readonly plateNumber: string
  readonly traveller: Traveller
  present: boolean
  private readonly drift: Drift
  private readonly pace: Pace

  /** `order` counts the vehicles of the same duty from 0. */
  constructor(record: CarRecord, order: number, network: RoadNetwork, random: Random) {
    this.deviceId = record.terminalNo
    this.plateNumber = record.plateNumber
    this.present = record.onShift
    this.drift = createDrift(random.fork('drift'), 0.7, 90)
    this.pace = new Pace(random.next())
    const habits = random.fork('driver')
    const gait = driving(habits.between(0.7, 0.92), mostOf[record.carType])
    this.traveller = new Traveller(network, gait, startOf(record.duty, order, habits), () =>
      routineOf(record.duty, order, habits),
    )
    this.traveller.rest(habits.between(2, 90))
  }

  step(now: number): Report[] {
    const seconds = this.pace.elapsed(now, period.moving)
    if (seconds === null) return []
    this.traveller.advance(seconds)
    if (this.traveller.speed > 0) this.drift.advance(seconds)
    const { resting } = this.traveller
    this.pace.next(now, Math.min(period.parked, Math.max(period.moving, resting * 1000)))
    return this.present ? [fix(this, now, this.traveller, this.drift)] : []
  }
}

const stopAt = (stop: StopKey, order: number): Metres => {
  const list: readonly Metres[] = stops[stop]
  const place = list[order % list.length]
  if (!place) throw new Error(`nowhere to stop at ${stop}`)
  return place
}

const startOf = (duty: Duty, order: number, random: Random): Metres => {
  const haul = haulage[duty]
  if (haul) return random.chance(0.6) ? stopAt(haul.at, order) : stopAt('eastOutside', order)
  return stopAt(shuttles[duty]?.between[0] ?? 'parkingStalls', order)
}

/** Somewhere a vehicle goes, and how many seconds it stands there. */
export interface VehicleStop {
  readonly at: Metres
  readonly stays: number
}

/** Where a vehicle goes next: once round for a lorry, one stop for what stays in the plant. */
export const nextStops = (duty: Duty, order: number, random: Random): VehicleStop[] => {
  const stop = (key: StopKey, at: number, seconds: readonly [number, number]): VehicleStop => ({
    at: stopAt(key, at),
    stays: random.between(...seconds),
  })
  const haul = haulage[duty]
  if (haul) {
    return [
      stop('weighbridge', 0, weighing),
      stop('eastOutside', order, outsideFor),
      stop('weighbridge', 0, weighing),
      stop(haul.at, order, haul.seconds),
    ]
  }
  const shuttle = shuttles[duty]
  const next: StopKey = random.pick<StopKey>(shuttle?.between ?? ['parkingStalls'])
  return [stop(next, next === 'parkingStalls' ? order : random.whole(0, 11), shuttle?.seconds ?? [60, 120])]
}

const routineOf = (duty: Duty, order: number, random: Random): Errand[] =>
  nextStops(duty, order, random).flatMap(({ at, stays }): Errand[] => [
    { kind: 'go', to: at },
    { kind: 'stay', seconds: stays },
  ])
