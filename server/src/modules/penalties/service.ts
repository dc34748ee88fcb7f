import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import { plateForm } from '@vigil/contract/devices/plate.ts'
import { car } from '@vigil/contract/devices/car.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { penaltyCalls } from '@vigil/contract/penalties/calls.ts'
import { penaltyDomain } from '@vigil/contract/penalties/domain.ts'
import type { PenaltyRule, PenaltyStep } from '@vigil/contract/penalties/entities.ts'
import { penaltyVehicle } from '@vigil/contract/penalties/penalty-vehicle.ts'
import { penaltySettings } from '@vigil/contract/penalties/settings.ts'
import { z } from 'zod'
import { subject } from '../../kernel/bus/subject.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { BarredPass, Confirmed, Follows } from '../traffic/index.ts'
import { consequenceOf } from './rules.ts'
import type { PenaltyStore } from './store.ts'

type After = (then: () => void | Promise<void>) => void
type Body<Name extends keyof typeof penaltyCalls> = BodyOf<(typeof penaltyCalls)[Name]>

const what = penaltyDomain.logged.penaltyStep
const labels = penaltyDomain.asked
const day = 86_400_000
const { code: alarmType, level: alarmLevel, zh: alarmName } = alarmTypes.barredVehicle

/** That a vehicle is barred, or is so no more, whichever server did it. */
const barsChanged = subject('penalties.bars', z.null())

/** A step that was taken, or taken back. */
interface Taken {
  readonly before: PenaltyStep | null
  readonly step: PenaltyStep
}

const loggedOf = ({ plateNumber, kind, points, reason, countsUntil, until, endedAt, revokedAt, revokedFor }: PenaltyStep) => ({
  plateNumber,
  step: kind,
  points,
  reason,
  countsUntil,
  until,
  endedAt,
  revokedAt,
  revokedFor,
})
const entryOf = ({ before, step }: Taken): Entry => ({
  module: 'penalties',
  action: before === null ? 'create' : 'update',
  object: 'penaltyStep',
  objectId: step.id,
  before: before && loggedOf(before),
  after: loggedOf(step),
})

export const createPenaltyService = (kernel: Kernel, store: PenaltyStore, alarms: Pick<AlarmService, 'apply'>) => {
  const { clock, settings } = kernel

  const rule = (): PenaltyRule => ({
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

  /** Tells of what was taken; the rows of the journal for it, which are written last. */
  const tell = async (trx: Trx, taken: readonly Taken[], after: After): Promise<Entry[]> => {
    const bars = taken.filter(({ step }) => step.kind === 'barred')
    if (bars.length > 0) {
      const events = await recordEvents(
        trx,
        bars.map(({ before, step: { deptId, plateNumber } }) => ({
          deptId,
          event: { name: 'vehicleBarred', topic: 'penalties', data: { plateNumber, isBarred: before === null } },
        })),
      )
      after(() => kernel.live.publish(events))
      after(() => kernel.bus.publish(barsChanged, null))
    }
    after(() =>
      kernel.bus.publish(
        recordsChanged,
        taken.map(({ step: { vehicleId, deptId } }) => ({ kind: penaltyVehicle.name, id: vehicleId, deptIds: [deptId] })),
      ),
    )
    return taken.map(entryOf)
  }

  /** What follows from one record; its vehicle is locked. */
  const consequences = async (
    trx: Trx,
    { kind: recordKind, id: recordId, deptId, happened, overPercent }: Confirmed,
    vehicleId: string,
    by: string,
  ): Promise<Taken[]> => {
    const at = new Date(clock.now())
    const valid = rule()
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

  const follow: Follows = async (trx, confirmed, { caller }, after) => {
    const named = confirmed
      .map((one) => ({ one, key: plateForm(one.plateNumber) }))
      .filter(({ key }) => key !== '' && settings.get(penaltySettings.penaltiesOn))
    const vehicles = await store.lockVehicles(trx, new Map(named.map(({ one, key }) => [key, one.plateNumber])))
    const taken: Taken[] = []
    for (const { one, key } of named) taken.push(...(await consequences(trx, one, vehicles.get(key) as string, caller.cname)))
    return { tell: () => (taken.length === 0 ? Promise.resolve([]) : tell(trx, taken, after)) }
  }

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
      await kernel.journal.writeAll(trx, asked, await tell(trx, taken, after))
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
      await kernel.journal.writeAll(trx, asked, await tell(trx, [{ before: null, step }], after))
      return step
    })

  /** What is over ends, and everybody hears of it; a pass and a gate go by the end itself. */
  const endBars = (): Promise<void> =>
    kernel.transaction(async (trx, after) => {
      const ended = await store.endBars(trx, new Date(clock.now()))
      if (ended.length === 0) return
      const taken = ended.map((step) => ({ before: { ...step, endedAt: null }, step }))
      await kernel.journal.writeAll(trx, theSystem(clock.now()), await tell(trx, taken, after))
    })

  const passed = async (trx: Trx, pass: BarredPass, after: After): Promise<void> => {
    const { place, plateNumber, passTime } = pass
    const told = await alarms.apply(trx, [
      {
        kind: 'raise',
        alarm: {
          conditionKey: `${alarmType}/pass/${pass.passId}`,
          source: { kind: place.kind === 'speedCamera' ? 'speedCamera' : 'gate', id: place.id, label: place.place },
          device: null,
          alarmType,
          alarmLevel,
          alarmName,
          facts: { plate: plateNumber, place: place.place },
          findTime: new Date(clock.now()),
          startTime: passTime,
          areaId: null,
          areaName: null,
          ruleId: null,
          deptId: place.deptId,
          deptName: null,
          userName: pass.driver,
          plateNumber,
          lng: place.lng,
          lat: place.lat,
          floor: null,
          quiet: false,
          deviceTime: pass.deviceTime,
        },
      },
    ])
    after(() => kernel.live.publish(told))
  }

  return {
    follow,
    revoke,
    bar,
    endBars,
    blackList: { isBarred: (plate: string, at: Date) => store.isBarred(plateForm(plate), at), passed },
    barredPlates: () => store.barredPlates(new Date(clock.now())),
    onBarsChanged: (hear: () => void | Promise<void>): void => kernel.bus.subscribe(barsChanged, hear),
  }
}
