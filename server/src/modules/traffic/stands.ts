import { trafficSettings } from '@vigil/contract/traffic/settings.ts'
import { trafficStop } from '@vigil/contract/traffic/traffic-stop.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import type { FenceWatch } from '../hazards/index.ts'
import { unaddressed } from './rules.ts'
import { follow, type Stand, type StandChange } from './stands.rules.ts'
import type { FollowedCar, StandStore } from './stands.store.ts'

const day = 86_400_000

export interface StandContext {
  readonly kernel: Kernel
  readonly store: StandStore
  readonly watch: Pick<FenceWatch, 'areaAt' | 'within'>
}

/** The stop of a vehicle after a change; those that changed are gathered in `changed`. */
const carryOut = async (
  { kernel: { settings }, store, watch }: StandContext,
  trx: Trx,
  { car, stopId, change }: { readonly car: FollowedCar; readonly stopId: string | null; readonly change: StandChange },
  changed: Set<string>,
): Promise<string | null> => {
  if (change.kind === 'ended') {
    if (stopId !== null) {
      await store.end(trx, stopId, new Date(change.end))
      changed.add(stopId)
    }
    return null
  }
  const { lng, lat, since } = change
  const area = watch.areaAt(lng, lat)
  const illegal = settings.get(trafficSettings.noStoppingAreas).some((id) => watch.within([id], lng, lat) === true)
  const id = await store.begin(trx, {
    car,
    lng,
    lat,
    illegal,
    since: new Date(since),
    areaId: area?.id ?? null,
    place: area?.name ?? '',
  })
  changed.add(id)
  return id
}

/** Follows all vehicles through what they reported since the last time; who else does so meanwhile leaves it to him. */
export const followVehicles = (context: StandContext): Promise<void> => {
  const { kernel, store } = context
  const { settings, clock } = kernel
  const limits = {
    atLeast: settings.get(trafficSettings.stopSeconds) * 1000,
    metres: settings.get(trafficSettings.stopMetres),
  }
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
    if (changed.size === 0) return
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
        stops.map(({ id, deptId }) => ({ kind: trafficStop.name, id, deptIds: [deptId] })),
      ),
    )
  })
}
