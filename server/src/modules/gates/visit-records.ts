import { visit, visitorBan, type Visit } from '@vigil/contract/gates/visit.ts'
import type { Asked } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import { createKeeper, type Keeper } from '../../kernel/keeper.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { invalid, missing } from '../../kernel/refusal.ts'
import type { AlarmDoor } from '../alarms/index.ts'
import { isHere, isOver, mayNotPlan } from './rules.ts'
import type { VisitStore } from './visits.store.ts'

export type After = (then: () => void | Promise<void>) => void

export const module = 'gates'
export const what = { zh: visit.word.zh, en: 'The visit' }

/** Conditions that end when a visitor leaves. Each area is one of its own: the alarm of the first tells nobody that he is in the next. */
export const conditionsOf = (id: string) => ({
  overstay: `visitor:overstay:${id}`,
  area: (areaId: string) => `visitor:area:${id}:${areaId}`,
  escort: `visitor:escort:${id}`,
})

/** As who writes: the journal is never erased, so that no number of anybody's document or phone comes into it whole. */
export const blind = (asked: Asked): Asked => ({
  ...asked,
  caller: { ...asked.caller, administrator: false, permissions: new Set() },
})

/** Visits and who is kept out, as records are kept; what a visit's steps have in common with that. */
export const createVisitRecords = (
  kernel: Kernel,
  store: VisitStore,
  alarms: Pick<AlarmDoor, 'apply'>,
  files: Pick<Doors['files'], 'requirePicture'>,
) => {
  const { clock } = kernel
  const instant = (wire: string | null): number => (wire === null ? Number.NaN : clock.fromWire(wire).getTime())

  const requireNotBanned = async (trx: Trx, id: string, { caller }: Asked): Promise<void> => {
    const reason = await store.banOf(trx, id)
    if (reason === null) return
    // A stranger is not told what the site knows of him.
    if (caller.userId === '')
      throw invalid('visitorName', visit.fields.visitorName.label, {
        zh: '不能预约，请联系被访人',
        en: 'cannot be booked: ask your host',
      })
    throw invalid('visitorName', visit.fields.visitorName.label, {
      zh: `在访客黑名单中：${reason}`,
      en: `is on the black list: ${reason}`,
    })
  }
  const returnAlarms = async (trx: Trx, after: After, keys: readonly string[]): Promise<void> => {
    const end = new Date(clock.now())
    const told = await alarms.apply(
      trx,
      keys.map((conditionKey) => ({ kind: 'return' as const, conditionKey, end })),
    )
    after(() => kernel.live.publish(told))
  }
  const tellConsoles = async (trx: Trx, after: After, { id, status, deptId }: Pick<Visit, 'id' | 'status' | 'deptId'>) => {
    const data = { id, status }
    const told = await recordEvents(trx, [{ deptId, event: { name: 'visitChanged', topic: 'gates', data } }])
    after(() => kernel.live.publish(told))
  }

  const keeper: Keeper<typeof visit> = createKeeper(kernel, {
    noun: visit,
    module,
    table: 'visit',
    hides: true,
    order: ['plan_in'],
    check: async (_, body, present, { caller }) => {
      if (present && isOver(present.status))
        throw invalid('id', what, { zh: '已结束，不能修改', en: 'is over and cannot be changed' })
      const [planIn, planOut] = [instant(body.planIn), instant(body.planOut)]
      const isMoved = body.planIn !== present?.planIn || body.planOut !== present.planOut
      const problem = isMoved ? mayNotPlan({ now: clock.now(), planIn, planOut, isOwn: caller.userId === '' }) : null
      if (problem) throw invalid(problem.field, visit.fields[problem.field].label, problem.reason)
      if (body.photo !== '' && body.photo !== present?.photo)
        await files.requirePicture(body.photo, caller, 'photo', visit.fields.photo.label)
      if (planOut <= clock.now() && body.planOut !== present?.planOut)
        throw invalid('planOut', visit.fields.planOut.label, { zh: '已经过去', en: 'is over already' })
    },
    also: (body, present, { caller }) => ({
      plan_in: clock.fromWire(body.planIn),
      plan_out: clock.fromWire(body.planOut),
      // Who may stay longer is late no more.
      ...(present?.status === 'overstayed' && instant(body.planOut) > clock.now() ? { status: 'inside' } : {}),
      ...(present ? {} : { booked_by: caller.userId === '' ? '' : caller.cname, booked_at: new Date(clock.now()) }),
    }),
    uses: (_, __, { status }) =>
      Promise.resolve(
        isHere(status) ? { zh: '在厂的访客，请先办理离厂', en: 'a visitor who is inside: have him leave first' } : null,
      ),
    saved: async (trx, { id, row, before }, after, asked) => {
      if (row && !isHere(row.status) && row.status !== 'left' && row.status !== 'refused') await requireNotBanned(trx, id, asked)
      if (before?.status === 'overstayed' && row?.status === 'inside') await returnAlarms(trx, after, [conditionsOf(id).overstay])
      const told = row ?? before
      if (told) await tellConsoles(trx, after, told)
    },
  })
  const bans = createKeeper(kernel, {
    noun: visitorBan,
    module,
    table: 'visitor_ban',
    hides: true,
    order: ['visitor_name'],
    check: (_, { idNo, phone }) => {
      if (idNo === '' && phone === '') throw missing('idNo', { zh: '证件号码或手机号', en: 'An identity number or a phone' })
      return Promise.resolve()
    },
    also: (_, present, { caller }) => (present ? {} : { banned_by: caller.cname, banned_at: new Date(clock.now()) }),
  })

  return { keeper, bans, instant, requireNotBanned, returnAlarms }
}
