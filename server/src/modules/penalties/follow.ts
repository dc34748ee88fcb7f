import { plateForm } from '@vigil/contract/devices/plate.ts'
import type { PenaltyRule } from '@vigil/contract/penalties/entities.ts'
import { penaltySettings } from '@vigil/contract/penalties/settings.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Confirmed, Follows } from '../traffic/index.ts'
import { consequenceOf } from './rules.ts'
import type { PenaltyStore } from './store.ts'
import { tell, type Taken } from './taken.ts'

const day = 86_400_000

const ruleOf = ({ settings }: Pick<Kernel, 'settings'>): PenaltyRule => ({
  lowPercent: settings.get(penaltySettings.penaltyLowPercent),
  highPercent: settings.get(penaltySettings.penaltyHighPercent),
  lowPoints: settings.get(penaltySettings.penaltyLowPoints),
  highPoints: settings.get(penaltySettings.penaltyHighPoints),
  parkingPoints: settings.get(penaltySettings.penaltyParkingPoints),
  warnings: settings.get(penaltySettings.penaltyWarnings),
  days: settings.get(penaltySettings.penaltyDays),
  barAt: settings.get(penaltySettings.penaltyBarAt),
  barDays: settings.get(penaltySettings.penaltyBarDays),
})

export const createFollow = (kernel: Kernel, store: PenaltyStore): Follows => {
  const { clock, settings } = kernel

  /** What follows from one record; its vehicle is locked. */
  const consequences = async (
    trx: Trx,
    { kind: recordKind, id: recordId, deptId, happened, overPercent }: Confirmed,
    vehicleId: string,
    by: string,
  ): Promise<Taken[]> => {
    const at = new Date(clock.now())
    const valid = ruleOf(kernel)
    const had = await store.standing(trx, vehicleId, at)
    const common = { vehicleId, recordKind, recordId, percent: overPercent, rule: valid, deptId, at, by }
    const first = await store.add(trx, {
      ...common,
      ...consequenceOf(overPercent, valid, had.warnings),
      causeId: null,
      reason: '',
      countsUntil: new Date(happened.getTime() + valid.days * day),
      until: null,
    })
    const taken: Taken[] = [{ before: null, step: first }]
    const { points } = await store.standing(trx, vehicleId, at)
    if (first.points === 0 || points < valid.barAt || (await store.ruleBar(trx, vehicleId, at)) !== null) return taken
    const bar = await store.add(trx, {
      ...common,
      kind: 'barred',
      points: 0,
      causeId: first.id,
      reason: '',
      countsUntil: null,
      until: valid.barDays === 0 ? null : new Date(at.getTime() + valid.barDays * day),
    })
    return [...taken, { before: null, step: bar }]
  }

  return async (trx, confirmed, { caller }, after) => {
    const named = confirmed
      .map((one) => ({ one, key: plateForm(one.plateNumber) }))
      .filter(({ key }) => key !== '' && settings.get(penaltySettings.penaltiesOn))
    const vehicles = await store.lockVehicles(trx, new Map(named.map(({ one, key }) => [key, one.plateNumber])))
    const taken: Taken[] = []
    for (const { one, key } of named) taken.push(...(await consequences(trx, one, vehicles.get(key) as string, caller.cname)))
    return { tell: () => (taken.length === 0 ? Promise.resolve([]) : tell(kernel, trx, taken, after)) }
  }
}
