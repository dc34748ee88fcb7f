import type { gateCalls } from '@vigil/contract/gates/calls.ts'
import { gateDomain } from '@vigil/contract/gates/domain.ts'
import { visit, type Visit } from '@vigil/contract/gates/visit.ts'
import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { Doors } from '../../kernel/module.ts'
import { changedBy, tellOf } from '../../kernel/records.ts'
import { invalid, missing, Refusal } from '../../kernel/refusal.ts'
import { everything, mayWrite, requireWrite } from '../../kernel/scope.ts'
import type { AlarmDoor } from '../alarms/index.ts'
import { mayNotEnter, mayNotStep, type Step } from './rules.ts'
import { blind, conditionsOf, createVisitRecords, module, what, type After } from './visit-records.ts'
import type { StepColumns, VisitStore } from './visits.store.ts'

type Body<Name extends keyof typeof gateCalls> = BodyOf<(typeof gateCalls)[Name]>

const labels = gateDomain.asked

/** Who acts where a job or a stranger does: he sees the record that he changes. */
export const seeingAll = (asked: Asked): Asked => ({ ...asked, caller: { ...asked.caller, scope: everything } })

export type Visits = ReturnType<typeof createVisits>

const boundTag = async (store: VisitStore, trx: Trx, tagNo: string, { caller: { scope } }: Asked): Promise<StepColumns> => {
  if (tagNo === '') return {}
  const tag = await store.tag(trx, tagNo)
  // Nobody is told of a device that is not his to give.
  if (!tag || !mayWrite(scope, tag.deptId)) throw new Refusal('notFound', { what: labels.tagNo }, { field: 'tagNo' })
  if (tag.personId !== null) throw invalid('tagNo', labels.tagNo, { zh: '已有人佩戴', en: 'is worn by somebody' })
  return { tag_id: tag.id, tag_no: tag.label }
}

export const createVisits = (
  kernel: Kernel,
  store: VisitStore,
  alarms: Pick<AlarmDoor, 'apply'>,
  files: Pick<Doors['files'], 'requirePicture'>,
) => {
  const { clock } = kernel
  const { keeper, bans, instant, requireNotBanned, returnAlarms } = createVisitRecords(kernel, store, alarms, files)

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
      const before = await records.read(trx, id, blind(asked))
      await store.write(trx, id, await columnsOf(trx, present, after))
      const row = await records.read(trx, id, blind(asked))
      const shown = await records.read(trx, id, asked)
      if (!row || !shown) throw new Refusal('notFound', { what })
      const entry = { module, action: 'update', object: visit.name, objectId: id, before, after: row } as const
      await tellOf(records, trx, [{ id, row, entry }], asked, after)
      return shown
    })
  const requireStep = (step: Step, { status }: Visit): void => {
    const problem = mayNotStep(step, status)
    if (problem) throw invalid('id', what, problem)
  }
  const gateNamed = async (trx: Trx, gateId: string | undefined, { caller }: Asked): Promise<string> => {
    if (gateId === undefined) return ''
    const name = await store.gateName(trx, gateId, caller.scope)
    if (name === null) throw new Refusal('notFound', { what: labels.gateId }, { field: 'gateId' })
    return name
  }
  /** The record as its writer may see it, once it is written. */
  const shown = async <Row>(read: (trx: Trx) => Promise<Row | null>): Promise<Row> => {
    const row = await kernel.db.transaction(read)
    if (row === null) throw new Refusal('notFound', { what })
    return row
  }

  return {
    keeper,
    bans,
    counts: store.counts,
    save: async (body: Body<'saveZdVisitRecord'>, asked: Asked): Promise<Visit> => {
      const { id } = await keeper.save(body, blind(asked))
      return shown((trx) => keeper.records.read(trx, id, asked))
    },
    remove: (body: Body<'deleteZdVisitRecordById'>, asked: Asked) => keeper.remove(body, blind(asked)),
    ban: async (body: Body<'saveZdVisitorBan'>, asked: Asked) => {
      const { id } = await bans.save(body, blind(asked))
      return shown((trx) => bans.records.read(trx, id, asked))
    },
    unban: (body: Body<'deleteZdVisitorBanById'>, asked: Asked) => bans.remove(body, blind(asked)),
    approve: ({ result, reason, ...which }: Body<'approveZdVisitRecord'>, asked: Asked) =>
      take(which, asked, (_, present) => {
        requireStep(result === 'approved' ? 'approve' : 'refuse', present)
        if (result === 'refused' && reason === '') throw missing('reason', { zh: '拒绝原因', en: 'The reason' })
        if (result === 'approved' && instant(present.planOut) <= clock.now())
          throw invalid('id', what, { zh: '不能审批：预约时间已过', en: 'cannot be approved: the planned time is over' })
        const refused_for = result === 'refused' ? reason : ''
        return Promise.resolve({ status: result, approver: asked.caller.cname, refused_for })
      }),
    acknowledge: (which: { readonly id: string; readonly version?: number | undefined }, asked: Asked) =>
      take(which, asked, (_, present) => {
        requireStep('acknowledge', present)
        return Promise.resolve({ training_ack: new Date(clock.now()) })
      }),
    enter: async ({ tagNo, gateId, ...which }: Body<'enterZdVisitRecord'>, asked: Asked) => {
      try {
        return await take(which, asked, async (trx, present) => {
          requireStep('enter', present)
          await requireNotBanned(trx, present.id, asked)
          const now = clock.now()
          const isBriefed = present.trainingAck !== null
          const problem = mayNotEnter({ now, planIn: instant(present.planIn), planOut: instant(present.planOut), isBriefed })
          if (problem) throw invalid('id', what, problem)
          const gate_in = await gateNamed(trx, gateId, asked)
          return { status: 'inside', in_time: new Date(now), gate_in, ...(await boundTag(store, trx, tagNo, asked)) }
        })
      } catch (error) {
        if (!store.isTagTaken(error)) throw error
        throw invalid('tagNo', labels.tagNo, { zh: '已发给另一位访客', en: 'is another visitor’s' })
      }
    },
    leave: ({ gateId, tagBack, ...which }: Body<'leaveZdVisitRecord'>, asked: Asked) =>
      take(which, asked, async (trx, present, after) => {
        // He left before; what he comes for now is the tag.
        if (present.status === 'left' && !present.tagBack && tagBack) return { tag_back: true }
        requireStep('leave', present)
        const { overstay, escort, area } = conditionsOf(present.id)
        const strayed = await store.endAlarms(trx, present.id)
        await returnAlarms(trx, after, [overstay, escort, ...(strayed === null ? [] : [area(strayed)])])
        const gate_out = await gateNamed(trx, gateId, asked)
        return { status: 'left', out_time: new Date(clock.now()), gate_out, tag_back: tagBack || present.tagNo === '' }
      }),
    /** What the time makes of a visit; `tell` raises its alarm in the same transaction. */
    overstay: async (id: string, tell: (trx: Trx, row: Visit, after: After) => Promise<void>): Promise<void> => {
      await take({ id }, seeingAll(theSystem(clock.now())), async (trx, present, after) => {
        if (present.status !== 'inside' || instant(present.planOut) > clock.now()) return {}
        await tell(trx, present, after)
        return { status: 'overstayed' }
      })
    },
  }
}
