import { plateForm } from '@vigil/contract/devices/plate.ts'
import { car } from '@vigil/contract/devices/car.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { penaltyDomain } from '@vigil/contract/penalties/domain.ts'
import type { PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { AlarmService } from '../alarms/index.ts'
import { createFollow } from './follow.ts'
import type { PenaltyLists } from './lists.store.ts'
import { createPassed } from './passed.ts'
import type { PenaltyStore } from './store.ts'
import { barsChanged, tell, type Taken } from './taken.ts'

type Body<Name extends keyof typeof penaltyCalls> = BodyOf<(typeof penaltyCalls)[Name]>

const what = penaltyDomain.logged.penaltyStep
const labels = penaltyDomain.asked

export const createPenaltyService = (
  kernel: Kernel,
  store: PenaltyStore,
  lists: PenaltyLists,
  alarms: Pick<AlarmService, 'apply'>,
) => {
  const { clock } = kernel

  const revoke = ({ id, reason }: Body<'revokeZdPenaltyStep'>, asked: Asked): Promise<null> =>
    kernel.transaction(async (trx, after) => {
      const { caller } = asked
      const found = await store.byId(trx, id)
      if (!found) throw new Refusal('notFound', { what })
      requireWrite(caller.scope, found.deptId, what)
      await store.lockVehicle(trx, found.vehicleId)
      const before = (await store.byId(trx, id)) as PenaltyStep
      const at = new Date(clock.now())
      if (before.revokedAt !== null) throw invalid('id', what, { zh: '已撤销', en: 'is revoked already' })
      if (before.endedAt !== null || (before.until !== null && clock.fromWire(before.until) <= at))
        throw invalid('id', what, { zh: '已到期', en: 'has ended by itself' })
      const done = { at, by: caller.cname, reason }
      const taken: Taken[] = [{ before, step: await store.revoke(trx, id, done) }]
      const bar = await store.ruleBar(trx, before.vehicleId, at)
      if (bar !== null && (await store.pointsBehind(trx, before.vehicleId, bar)) < bar.barAt) {
        const barBefore = (await store.byId(trx, bar.id)) as PenaltyStep
        taken.push({ before: barBefore, step: await store.revoke(trx, bar.id, done) })
      }
      await kernel.journal.writeAll(trx, asked, await tell(kernel, trx, taken, after))
      return null
    })

  const bar = (form: Body<'barZdPenaltyVehicle'>, asked: Asked): Promise<PenaltyStep> =>
    kernel.transaction(async (trx, after) => {
      const { reason, deptId } = form
      const label = car.fields.plateNumber.label
      const key = plateForm(form.plateNumber)
      if (key === '') throw invalid('plateNumber', label, { zh: '不是车牌', en: 'is no plate' })
      requireWrite(asked.caller.scope, deptId, labels.dept, 'deptId')
      if (deptId !== null && !(await store.deptExists(trx, deptId)))
        throw new Refusal('notFound', { what: labels.dept }, { field: 'deptId' })
      const at = new Date(clock.now())
      const until = form.until === null ? null : clock.fromWire(form.until)
      if (until !== null && until <= at) throw invalid('until', labels.until, { zh: '须晚于现在', en: 'must be later than now' })
      const vehicles = await store.lockVehicles(trx, new Map([[key, form.plateNumber]]))
      const vehicleId = vehicles.get(key) as string
      if (await store.isBarredByHand(trx, vehicleId, at))
        throw invalid('plateNumber', label, { zh: '已手动列入黑名单', en: 'is barred by hand already' })
      const step = await store.add(trx, {
        vehicleId,
        kind: 'barred',
        points: 0,
        recordKind: '',
        recordId: null,
        causeId: null,
        percent: null,
        rule: null,
        reason,
        deptId,
        at,
        by: asked.caller.cname,
        countsUntil: null,
        until,
      })
      await kernel.journal.writeAll(trx, asked, await tell(kernel, trx, [{ before: null, step }], after))
      return step
    })

  /** What is over ends, and everybody hears of it; a pass and a gate go by the end itself. */
  const endBars = (): Promise<void> =>
    kernel.transaction(async (trx, after) => {
      const ended = await store.endBars(trx, new Date(clock.now()))
      if (ended.length === 0) return
      const taken = ended.map((step) => ({ before: { ...step, endedAt: null }, step }))
      await kernel.journal.writeAll(trx, theSystem(clock.now()), await tell(kernel, trx, taken, after))
    })

  return {
    follow: createFollow(kernel, store),
    revoke,
    bar,
    endBars,
    blackList: {
      isBarred: (plate: string, at: Date) => lists.isBarred(plateForm(plate), at),
      passed: createPassed(kernel, alarms),
    },
    barredPlates: () => lists.barredPlates(new Date(clock.now())),
    onBarsChanged: (hear: () => void | Promise<void>): void => kernel.bus.subscribe(barsChanged, hear),
  }
}
