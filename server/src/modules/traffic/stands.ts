import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { FenceWatch } from '../hazards/index.ts'
import { unaddressed } from './rules.ts'
import { follow, type Stand, type StandChange, type StandLimits } from './stands.rules.ts'
import type { FollowedCar, NewStand, StandStore } from './stands.store.ts'

const day = 86_400_000

export interface StandContext {
  readonly kernel: Kernel
  readonly store: StandStore
  readonly watch: Pick<FenceWatch, 'areaAt' | 'within'>
}

interface Gone {
  readonly id: string
  readonly deptId: string | null
}

/** Where a stop is, and whether that is forbidden there. */
export const whereOf = ({ kernel: { settings }, watch }: Pick<StandContext, 'kernel' | 'watch'>, lng: number, lat: number) => {
  const area = watch.areaAt(lng, lat)
  const illegal = settings.get(trafficSettings.noStoppingAreas).some((id) => watch.within([id], lng, lat) === true)
  return { lng, lat, illegal, areaId: area?.id ?? null, place: area?.name ?? '' }
}
export const standLimits = ({ settings }: Pick<Kernel, 'settings'>): StandLimits => ({
  atLeast: settings.get(trafficSettings.stopSeconds) * 1000,
  metres: settings.get(trafficSettings.stopMetres),
})

/** Tells of stops that changed, and of those that are gone. */
export const tellStops = async (
  { kernel, store }: Pick<StandContext, 'kernel' | 'store'>,
  trx: Trx,
  { changed, gone = [] }: { readonly changed: ReadonlySet<string>; readonly gone?: readonly Gone[] },
  after: (then: () => void | Promise<void>) => void,
): Promise<void> => {
  if (changed.size + gone.length === 0) return
  const stops = await store.read(trx, [...changed])
  const events = await recordEvents(
    trx,
    stops.map((stop) => ({
      deptId: stop.deptId,
      event: { name: 'trafficStopChanged', topic: 'traffic', data: unaddressed(stop) },
    })),
  )
  after(() => kernel.live.publish(events))
  after(() =>
    kernel.bus.publish(
      recordsChanged,
      [...stops, ...gone].map(({ id, deptId }) => ({ kind: trafficStop.name, id, deptIds: [deptId] })),
    ),
  )
}

/** A stop that reports of where a vehicle was tell: the one that a device told of already, or a new one. */
export const beginOrAdopt = async ({ kernel, store }: StandContext, trx: Trx, stop: NewStand): Promise<string> => {
  const { metres } = standLimits(kernel)
  return (await store.adopt(trx, stop, metres)) ?? store.begin(trx, stop)
}

/** The stop of a vehicle after a change; those that changed are gathered in `changed`. */
const carryOut = async (
  context: StandContext,
  trx: Trx,
  { car, stopId, change }: { readonly car: FollowedCar; readonly stopId: string | null; readonly change: StandChange },
  changed: Set<string>,
): Promise<string | null> => {
  const { store } = context
  if (change.kind === 'ended') {
    if (stopId !== null) {
      await store.end(trx, stopId, new Date(change.end))
      changed.add(stopId)
    }
    return null
  }
  const { lng, lat, since } = change
  const id = await beginOrAdopt(context, trx, {
    car,
    ...whereOf(context, lng, lat),
    since: new Date(since),
    until: null,
    isLate: false,
  })
  changed.add(id)
  return id
}

/** Follows all vehicles through what they reported since the last time; who else does so meanwhile leaves it to him. */
export const followVehicles = (context: StandContext): Promise<void> => {
  const { kernel, store } = context
  const { clock } = kernel
  const limits = standLimits(kernel)
  return kernel.transaction(async (trx, after) => {
    if (!(await store.takeTurn(trx))) return
    const changed = new Set<string>()
    for (const { stopId, end } of await store.forget(trx)) {
      await store.end(trx, stopId, end)
      changed.add(stopId)
    }
    const stands: { readonly device: number; readonly stand: Stand; readonly stopId: string | null }[] = []
    for (const car of await store.reported(trx, new Date(clock.now() - day))) {
      const { stand, changes } = follow(car.stand, car.reports, limits)
      let { stopId } = car
      for (const change of changes) stopId = await carryOut(context, trx, { car, stopId, change }, changed)
      if (stand) stands.push({ device: car.device, stand, stopId })
    }
    if (stands.length > 0) await store.keep(trx, stands)
    await tellStops(context, trx, { changed }, after)
  })
}
