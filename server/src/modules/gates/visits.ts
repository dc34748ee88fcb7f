import { gateCalls } from '@vigil/contract/gates/calls.ts'
import { gateDomain } from '@vigil/contract/gates/domain.ts'
import { visit, visitorBan, type Visit } from '@vigil/contract/gates/visit.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { everything, requireWrite } from '../../kernel/scope.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { uniqueViolation } from '../../kernel/db.ts'
import { recordEvents } from '../../kernel/events.ts'
import { createKeeper, type Keeper } from '../../kernel/keeper.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { changedBy, tellOf } from '../../kernel/records.ts'
import { invalid, missing, Refusal } from '../../kernel/refusal.ts'
import type { AlarmDoor } from '../alarms/index.ts'
import { isHere, isOver, mayNotEnter, mayNotStep, type Step } from './rules.ts'
import type { StepColumns, VisitStore } from './visits.store.ts'

type Body<Name extends keyof typeof gateCalls> = BodyOf<(typeof gateCalls)[Name]>
type After = (then: () => void | Promise<void>) => void

const module = 'gates'
const what = { zh: visit.word.zh, en: 'The visit' }
const labels = gateDomain.asked

/** Conditions that end when a visitor leaves. */
export const conditionsOf = (id: string) =>
  ({ overstay: `visitor:overstay:${id}`, area: `visitor:area:${id}`, escort: `visitor:escort:${id}` }) as const

/** Who acts where a job or a stranger does: he sees the record that he changes. */
export const seeingAll = (asked: Asked): Asked => ({ ...asked, caller: { ...asked.caller, scope: everything } })

export type Visits = ReturnType<typeof createVisits>

export const createVisits = (kernel: Kernel, store: VisitStore, alarms: Pick<AlarmDoor, 'apply'>) => {
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
    check: (_, body, present) => {
      if (present && isOver(present.status))
        throw invalid('id', what, { zh: '已结束，不能修改', en: 'is over and cannot be changed' })
      const [planIn, planOut] = [instant(body.planIn), instant(body.planOut)]
      if (planOut <= planIn)
        throw invalid('planOut', visit.fields.planOut.label, {
          zh: '要晚于预约入厂',
          en: 'must be after the planned arrival',
        })
      if (planOut <= clock.now() && body.planOut !== present?.planOut)
        throw invalid('planOut', visit.fields.planOut.label, { zh: '已经过去', en: 'is over already' })
      return Promise.resolve()
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

  /** One step of a visit, in one transaction: two who take it at once are one after the other. */
  const take = async (
    { id, version }: { readonly id: string; readonly version?: number | undefined },
    asked: Asked,
    columnsOf: (trx: Trx, present: Visit, after: After) => Promise<StepColumns>,
  ): Promise<Visit> =>
    kernel.transaction(async (trx, after) => {
      const { records } = keeper
      await records.lock(trx, id)
      const present = await records.read(trx, id, asked)
      if (!present) throw new Refusal('notFound', { what })
      requireWrite(asked.caller.scope, present.deptId, what)
      if (version !== undefined && version !== present.version) {
        const stands = { object: visit.name, id, version: present.version }
        throw new Refusal('conflict', {}, { ...present, ...(await changedBy(kernel, trx, stands, asked)) })
      }
      await store.write(trx, id, await columnsOf(trx, present, after))
      const row = await records.read(trx, id, asked)
      if (!row) throw new Refusal('notFound', { what })
      const entry = { module, action: 'update', object: visit.name, objectId: id, before: present, after: row } as const
      await tellOf(records, trx, [{ id, row, entry }], asked, after)
      return row
    })
  const require = (step: Step, { status }: Visit): void => {
    const problem = mayNotStep(step, status)
    if (problem) throw invalid('id', what, problem)
  }
  const gateNamed = async (trx: Trx, gateId: string | undefined, { caller }: Asked): Promise<string> => {
    if (gateId === undefined) return ''
    const name = await store.gateName(trx, gateId, caller.scope)
    if (name === null) throw new Refusal('notFound', { what: labels.gateId }, { field: 'gateId' })
    return name
  }
  const boundTag = async (trx: Trx, tagNo: string): Promise<StepColumns> => {
    if (tagNo === '') return {}
    const tag = await store.tag(trx, tagNo)
    if (!tag) throw new Refusal('notFound', { what: labels.tagNo }, { field: 'tagNo' })
    if (tag.personId !== null) throw invalid('tagNo', labels.tagNo, { zh: '已有人佩戴', en: 'is worn by somebody' })
    return { tag_id: tag.id, tag_no: tag.label }
  }

  return {
    keeper,
    bans,
    store,
    conditionsOf,
    approve: ({ result, reason, ...which }: Body<'approveZdVisitRecord'>, asked: Asked) =>
      take(which, asked, (_, present) => {
        require(result === 'approved' ? 'approve' : 'refuse', present)
        if (result === 'refused' && reason === '') throw missing('reason', { zh: '拒绝原因', en: 'The reason' })
        if (result === 'approved' && instant(present.planOut) <= clock.now())
          throw invalid('id', what, { zh: '不能审批：预约时间已过', en: 'cannot be approved: the planned time is over' })
        const refused_for = result === 'refused' ? reason : ''
        return Promise.resolve({ status: result, approver: asked.caller.cname, refused_for })
      }),
    acknowledge: (which: { readonly id: string; readonly version?: number | undefined }, asked: Asked) =>
      take(which, asked, (_, present) => {
        require('acknowledge', present)
        return Promise.resolve({ training_ack: new Date(clock.now()) })
      }),
    enter: async ({ tagNo, gateId, ...which }: Body<'enterZdVisitRecord'>, asked: Asked) => {
      try {
        return await take(which, asked, async (trx, present) => {
          require('enter', present)
          await requireNotBanned(trx, present.id, asked)
          const now = clock.now()
          const isBriefed = present.trainingAck !== null
          const problem = mayNotEnter({ now, planIn: instant(present.planIn), planOut: instant(present.planOut), isBriefed })
          if (problem) throw invalid('id', what, problem)
          const gate_in = await gateNamed(trx, gateId, asked)
          return { status: 'inside', in_time: new Date(now), gate_in, ...(await boundTag(trx, tagNo)) }
        })
      } catch (error) {
        if (uniqueViolation(error) !== 'visit_tag') throw error
        throw invalid('tagNo', labels.tagNo, { zh: '已发给另一位访客', en: 'is another visitor’s' })
      }
    },
    leave: ({ gateId, tagBack, ...which }: Body<'leaveZdVisitRecord'>, asked: Asked) =>
      take(which, asked, async (trx, present, after) => {
        // He left before; what he comes for now is the tag.
        if (present.status === 'left' && !present.tagBack && tagBack) return { tag_back: true }
        require('leave', present)
        await returnAlarms(trx, after, Object.values(conditionsOf(present.id)))
        const gate_out = await gateNamed(trx, gateId, asked)
        await store.noteAlarms(trx, present.id, null, false)
        return { status: 'left', out_time: new Date(clock.now()), gate_out, tag_back: tagBack || present.tagNo === '' }
      }),
    /** What the time makes of a visit; `tell` raises its alarm in the same transaction. False where it changed meanwhile. */
    overstay: async (id: string, tell: (trx: Trx, row: Visit, after: After) => Promise<void>): Promise<void> => {
      await take({ id }, seeingAll(theSystem(clock.now())), async (trx, present, after) => {
        if (present.status !== 'inside' || instant(present.planOut) > clock.now()) return {}
        await tell(trx, present, after)
        return { status: 'overstayed' }
      })
    },
  }
}
