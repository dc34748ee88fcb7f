import type { Trx } from '../../kernel/kernel.ts'
import type { PositionDoor } from '../positions/index.ts'
import { reconcile, stopsIn, type Reconciled } from './late-stands.rules.ts'
import type { LateCar, LateStandStore } from './late-stands.store.ts'
import type { Report } from './stands.rules.ts'
import { beginOrAdopt, standLimits, tellStops, whereOf, type StandContext } from './stands.ts'

const hour = 3_600_000
const day = 24 * hour

export interface LateStandContext extends StandContext {
  readonly late: LateStandStore
  readonly walk: PositionDoor['walk']
}

/** All that a vehicle reported from an instant on to before another. */
const reportsOf = async (walk: PositionDoor['walk'], device: number, from: number, to: number): Promise<Report[]> => {
  const reports: Report[] = []
  for await (const fixes of walk(device, from, to))
    for (const { fixTime, lng, lat, speed } of fixes) reports.push({ at: fixTime, lng, lat, speed })
  return reports
}

/** Around what came late as long again as any stop has to last: there is what it goes on from, and what goes on from it. */
const periodOf = async ({ kernel, late }: LateStandContext, { car, from, to, until }: LateCar) => {
  const margin = Math.max(hour, 2 * standLimits(kernel).atLeast)
  const first = from - margin
  const begun = await late.begunBefore(car.device, new Date(first))
  const last = Math.min(to + margin, kernel.clock.now())
  return { from: begun === null ? first : Math.max(begun, first - day), to: last, isUpToNow: until === null || last >= until }
}

/** Writes what became of a vehicle's stops; the id of the one on which it is now. */
const write = async (
  context: LateStandContext,
  trx: Trx,
  { car }: LateCar,
  { changed, made, gone, open }: Reconciled,
): Promise<{
  readonly changed: Set<string>
  readonly gone: { id: string; deptId: string | null }[]
  readonly stopId: string | null
}> => {
  const { late } = context
  const dropped = gone.length > 0 ? await late.drop(trx, gone) : []
  const ids = new Set<string>()
  // Of a vehicle one stop at most goes on: whichever is over is so before the next one is open.
  for (const { id, since, until } of changed.toSorted((a, b) => Number(a.until === null) - Number(b.until === null))) {
    await late.change(trx, id, since, until)
    ids.add(id)
  }
  let last: string | null = null
  for (const { stop, until } of made) {
    const { lng, lat, since } = stop
    last = await beginOrAdopt(context, trx, {
      car,
      ...whereOf(context, lng, lat),
      since: new Date(since),
      until: until === null ? null : new Date(until),
      isLate: true,
    })
    ids.add(last)
  }
  return { changed: ids, gone: dropped, stopId: open === null ? null : (open.id ?? last) }
}

/** Whether it is done; false where others follow vehicles in this moment, or have followed this one further. */
const followCar = async (context: LateStandContext, one: LateCar): Promise<boolean> => {
  const { kernel, store, late, walk } = context
  const { device } = one.car
  const limits = standLimits(kernel)
  const period = await periodOf(context, one)
  const reports = await reportsOf(walk, device, period.from, period.to + 1)
  const { stops, stand } = stopsIn(reports, limits)
  if (stand === null) return true
  return kernel.transaction(async (trx, after) => {
    if (!(await store.takeTurn(trx)) || (await late.lockUntil(trx, device)) !== one.until) return false
    const recorded = await late.recorded(trx, device, new Date(period.from), new Date(period.to))
    const { stopId, ...told } = await write(context, trx, one, reconcile(stops, recorded, period, limits))
    if (period.isUpToNow)
      await store.keep(trx, [
        { device, stopId, stand: { ...stand, until: Math.max(stand.until, one.until ?? 0), isStop: stopId !== null } },
      ])
    await tellStops(context, trx, told, after)
    return true
  })
}

/**
 * Goes back to what vehicles reported long after it happened, by its receipt: the stops of that time are told anew by all that is known of it
 * now, and compared with those that are recorded. Whatever of it was done before changes nothing.
 */
export const followLate = async (context: LateStandContext): Promise<void> => {
  const { kernel, late } = context
  const readTo = new Date(kernel.clock.now())
  let isDone = true
  for (const car of await late.cars()) isDone = (await followCar(context, car)) && isDone
  if (isDone) await late.readTo(readTo)
}
