import type { Trx } from '../../kernel/kernel.ts'
import { isLate, metresBetween } from './rules.ts'
import type { NewPass } from './see.store.ts'
import type { ParkedStore, ToldBefore, ToldWith } from './parked.store.ts'
import { standLimits, tellStops, whereOf, type StandContext } from './stands.ts'

/** A device that tells of one vehicle again within so many ms tells of one stop. */
const toldAgain = 1_800_000

export interface ParkedContext extends StandContext {
  readonly parked: ParkedStore
}

/** That a terminal says its vehicle stands for too long; `at` ms since 1970. */
export interface TerminalParked {
  readonly device: number
  readonly at: number
  readonly lng: number
  readonly lat: number
}

interface Told extends ToldWith {
  readonly at: Date
  readonly lng: number | null
  readonly lat: number | null
  readonly illegal: boolean
}

const nothingShown: ToldWith = { ip: '', eventName: '', vehicleSize: '', bigImage: '', plateImage: '', pictureLost: '' }

/** The stop that is told of, where it is recorded: at that time, or by what a device told of it before. */
const knownOf = async (
  { kernel, parked }: ParkedContext,
  trx: Trx,
  vehicle: { readonly device: number | null; readonly plateNumber: string },
  { at, lng, lat }: Told,
): Promise<ToldBefore | null> => {
  const { atLeast, metres } = standLimits(kernel)
  const around = await parked.around(trx, vehicle, at, toldAgain)
  const isOfThis = (stop: ToldBefore): boolean => {
    const within = stop.isTold ? toldAgain : atLeast
    return (
      metresBetween(stop, { lng, lat }) < metres &&
      stop.since.getTime() - within <= at.getTime() &&
      (stop.until === null || stop.until.getTime() + within >= at.getTime())
    )
  }
  return around.find(isOfThis) ?? null
}

/** Notes that a device tells of a stop that is recorded, and lets it last as long as that says. */
const noteTold = async ({ parked }: ParkedContext, trx: Trx, { id, since, until }: ToldBefore, told: Told): Promise<string> => {
  const { at } = told
  await parked.told(trx, id, {
    ...told,
    since: at < since ? at : since,
    until: until !== null && at > until ? at : until,
  })
  return id
}

/** A camera says that a vehicle stands where it may not: its stop, which is recorded once whoever else tells of it. */
export const parkedAtCamera = async (context: ParkedContext, trx: Trx, pass: NewPass, isReplayed: boolean): Promise<string> => {
  const { kernel, store, parked } = context
  const { place, passTime: at, plateNumber, driver, owner } = pass
  await parked.lock(trx)
  const car = plateNumber === '' ? null : await parked.car(trx, { plateNumber })
  const told: Told = { ...pass, ip: place.ip, lng: place.lng, lat: place.lat, at, illegal: true }
  const vehicle = { device: car?.device ?? null, plateNumber }
  const known = plateNumber === '' ? null : await knownOf(context, trx, vehicle, told)
  if (known) return noteTold(context, trx, known, told)
  const { areaId } = place.lng === null || place.lat === null ? { areaId: null } : whereOf(context, place.lng, place.lat)
  const id = await store.begin(trx, {
    car: { device: vehicle.device, plateNumber, owner, driver, deptId: place.deptId },
    since: at,
    until: at,
    isLate: isLate(isReplayed, at.getTime(), kernel.clock.now()),
    lng: place.lng,
    lat: place.lat,
    areaId,
    place: place.place,
    illegal: true,
  })
  return noteTold(context, trx, { id, since: at, until: at, lng: place.lng, lat: place.lat, isTold: true }, told)
}

/** Of a vehicle that is followed its stop goes on from where it is known to stand; what is told late is over. */
const begin = async (context: ParkedContext, trx: Trx, { device, at, lng, lat }: TerminalParked): Promise<string | null> => {
  const { kernel, store, parked } = context
  const car = await parked.car(trx, { device })
  if (car === null) return null
  const followed = await parked.stand(trx, device)
  const isLive =
    !isLate(false, at, kernel.clock.now()) && (followed === null || followed.stand.until <= at + standLimits(kernel).atLeast)
  const isHere = followed !== null && metresBetween(followed.stand, { lng, lat }) < standLimits(kernel).metres
  const since = isLive && isHere ? Math.min(followed.stand.since, at) : at
  if (isLive && followed?.stopId) await store.end(trx, followed.stopId, new Date(followed.stand.until))
  const id = await store.begin(trx, {
    car,
    ...whereOf(context, lng, lat),
    since: new Date(since),
    until: isLive ? null : new Date(at),
    isLate: !isLive,
  })
  const until = Math.max(at, followed?.stand.until ?? at)
  if (isLive) await store.keep(trx, [{ device, stopId: id, stand: { lng, lat, since, until, isStop: true } }])
  return id
}

/** A terminal says that its vehicle stands for too long: recorded as a stop, unless it is already. */
export const parkedByTerminal = (context: ParkedContext, one: TerminalParked): Promise<void> => {
  const { kernel, parked } = context
  const { device, lng, lat } = one
  return kernel.transaction(async (trx, after) => {
    await parked.lock(trx)
    const told: Told = { ...nothingShown, at: new Date(one.at), lng, lat, illegal: false }
    const known = await knownOf(context, trx, { device, plateNumber: '' }, told)
    if (known?.isTold) return
    const id = known ? await noteTold(context, trx, known, told) : await begin(context, trx, one)
    if (id === null) return
    if (!known) await parked.mark(trx, id)
    await tellStops(context, trx, { changed: new Set([id]) }, after)
  })
}
