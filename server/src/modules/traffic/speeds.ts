import { alarmType } from '@vigil/contract/alarms/types.ts'
import { carType as kinds } from '@vigil/contract/devices/car.ts'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { FenceWatch } from '../hazards/index.ts'
import { conditionAtFence } from '../positions/index.ts'
import { limitOn, type RoadsAt } from './roads.ts'
import { isLate, kindOf, limitOf } from './rules.ts'
import { limitsOf, tooFast, type SeeContext, type TooFast } from './see.ts'
import { toldOf, tooFastIn, type Allowed, type Fast } from './speeds.rules.ts'
import type { DrivenCar, SpeedStore } from './speeds.store.ts'

const day = 86_400_000
const fireEngine: string = kinds.code.fire
/** A vehicle whose speed was never looked at is so from now on. */
const firstLook = 120_000

export interface SpeedContext extends SeeContext {
  readonly speeds: SpeedStore
  readonly roads: RoadsAt
  readonly watch: Pick<FenceWatch, 'areaAt' | 'limitsSpeed' | 'speedFenceAt'>
}

/** What a vehicle may drive on the stretches of road on which it is; null where it is on none. */
const onRoads = ({ kernel, roads }: SpeedContext, { carType }: DrivenCar): Allowed => {
  const limits = limitsOf(kernel)
  const car = { carType }
  return ({ lng, lat }) => {
    const segment = roads.at(lng, lat, kindOf(carType))
    if (segment === null) return null
    const limit = limitOf(
      { device: null, record: null, road: (kind) => limitOn(segment, kind) },
      { car, vehicleType: '' },
      limits,
    )
    return limit === null ? null : { limit, place: segment.name, deptId: segment.deptId }
  }
}

/** The same within speed fences, which say themselves for whom and when they hold; fire engines have no limit anywhere. */
const inFences = ({ watch }: SpeedContext, { carType, personId, deptIds }: DrivenCar): Allowed => {
  const subject = { kind: 'car', personId, deptIds } as const
  return ({ at, lng, lat, speed }) => {
    if (carType === fireEngine) return null
    const fence = watch.speedFenceAt(subject, { time: at, lng, lat, speed, accuracy: 0, floor: null })
    if (fence === null || fence.speedLimit === null) return null
    return { limit: fence.speedLimit, place: fence.name, deptId: fence.deptId, fenceId: fence.id }
  }
}

/** What a vehicle may drive where it is, by what is the strictest there: where nothing is, nothing is said of it. */
const allowedFor = (context: SpeedContext, car: DrivenCar): Allowed => {
  const [road, fence] = [onRoads(context, car), inFences(context, car)]
  return (report) => {
    const [ofRoad, ofFence] = [road(report), fence(report)]
    if (ofRoad === null || ofFence === null) return ofRoad ?? ofFence
    if (ofFence.limit <= ofRoad.limit) return ofFence
    // Too fast for the fence as well: that has its alarm, and another one of the road would tell the same.
    const isFast = report.speed !== null && report.speed > ofFence.limit && ofFence.fenceId !== undefined
    return isFast ? { ...ofRoad, fenceId: ofFence.fenceId } : ofRoad
  }
}

const asSeen = (
  { device, code, plateNumber, driver, owner, deptId }: DrivenCar,
  { at, place, lng, lat, ...fast }: Fast,
  begins: boolean,
): TooFast => ({
  place: { place, ip: '', deptId: fast.deptId ?? deptId, lng, lat },
  source: { kind: 'device', id: String(device), label: plateNumber },
  device: { id: device, type: 'car', code },
  plateNumber: plateForm(plateNumber),
  vehicleType: '',
  vehicleSize: '',
  laneNo: null,
  passTime: new Date(at),
  deviceTime: null,
  speed: Math.round(fast.speed * 10) / 10,
  limit: fast.limit,
  driver,
  owner,
  alarmedAs: fast.fenceId === undefined ? null : conditionAtFence(alarmType.code.speeding, fast.fenceId, { id: device }),
  begins,
  eventName: '',
  bigImage: '',
  plateImage: '',
  pictureLost: '',
})

/** Records on which stretches a vehicle was too fast, with how far it was looked at, or nothing. */
const record = (context: SpeedContext, car: DrivenCar, runs: readonly (readonly Fast[])[], last: Fast | null): Promise<void> => {
  const { kernel, speeds } = context
  const until = new Date(car.reports.at(-1)?.at ?? 0)
  return kernel.transaction(async (trx, after) => {
    if (!(await speeds.advance(trx, { device: car.device, until, fast: last }, car.until))) return
    const now = kernel.clock.now()
    for (const run of runs)
      for (const fast of toldOf(run)) {
        const changes = await tooFast(context, trx, asSeen(car, fast, fast === run[0]), isLate(false, fast.at, now), after)
        after(() => kernel.bus.publish(recordsChanged, changes))
      }
  })
}

/** Holds what vehicles report of their speed against the stretches of road, and the speed fences, in which they are. */
export const followSpeeds = async (context: SpeedContext): Promise<void> => {
  const { kernel, speeds, roads, watch } = context
  const isFree = roads.isEmpty() && !watch.limitsSpeed()
  await speeds.forget(isFree)
  if (isFree) return
  const now = kernel.clock.now()
  const apart = kernel.settings.get(trafficSettings.driveSeconds) * 1000
  const slow = []
  for (const car of await speeds.driven(new Date(now - day), new Date(now - firstLook))) {
    const { runs, last } = tooFastIn(car.fast, car.reports, allowedFor(context, car), apart)
    if (runs.length > 0) await record(context, car, runs, last)
    else slow.push({ device: car.device, until: new Date(car.reports.at(-1)?.at ?? 0), fast: last })
  }
  if (slow.length > 0) await speeds.keep(slow)
}
