import { confirmText, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { momentaryTypes } from '@vigil/contract/alarms/types.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { changedBy } from '../../kernel/records.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { mayWrite, widerScope, wholeSite } from '../../kernel/scope.ts'
import { readIn, record, tell, what, type AlarmContext, type Body, type Told } from './context.ts'
import { isRaisedInAnother } from './handled.store.ts'
import type { NewStep, Somebody } from './steps.store.ts'

type Form = Body<'updateZdAlarm'>

/** Locked in one order, whoever asks: two lists that overlap never wait for each other in a circle. */
const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : 1)

/** Somebody may have been told of an alarm beyond his scope: that one is another says nothing of it. */
export const changesOf = (ids: readonly string[]) => ids.map((id) => ({ kind: 'alarm', id, deptIds: null }))

interface Handled {
  readonly told: Told
  readonly alarm: Alarm
  readonly entries: readonly Entry[]
  readonly steps: readonly NewStep[]
  readonly isConfirmed: boolean
}

/**
 * Closes what stands behind alarms that somebody confirms, in his transaction; it locks all of that before it records an event, for these come
 * in one order at the whole site. The rows of the journal for it.
 */
export type ClosesWith = (
  trx: Trx,
  confirmed: readonly Alarm[],
  asked: Asked,
  after: (then: () => void | Promise<void>) => void,
) => Promise<readonly Entry[]>
export interface HandleContext extends AlarmContext {
  readonly closing: readonly ClosesWith[]
}

/** An alarm that is locked as somebody read it: who was quicker is told to him by a `conflict` with the alarm as it stands. */
export const asRead = async (
  { kernel, store }: AlarmContext,
  trx: Trx,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  asked: Asked,
): Promise<Alarm> => {
  const present = await store.locked(trx, id, asked)
  if (!present) throw new Refusal('notFound', { what })
  if (version !== undefined && version !== present.version) {
    const last = await changedBy(kernel, trx, { object: 'alarm', id, version: present.version }, asked)
    // Whoever sees an alarm is told who handled it, by the alarm itself.
    throw new Refusal(
      'conflict',
      {},
      { ...readIn(present, asked), ...(last && { ...last, changedBy: present.handleUser || last.changedBy }) },
    )
  }
  return present
}

export const whoAsks = ({ caller: { userId: id, cname: name } }: Asked): Somebody => ({ id, name })

/** Who had an alarm in hand, where that is another than who acts. */
export const whoHad = ({ status, assigneeId: id, assignee: name }: Alarm, { caller }: Asked): { readonly to?: Somebody } =>
  status !== 1 || id === null || id === caller.userId ? {} : { to: { id, name } }

/** Words that say no more than that it is confirmed are none. */
const said = (text: string | undefined): text is string => text !== undefined && text !== '' && text !== confirmText

/** What is said later of an alarm that is handled: who handled it, and when, stays. */
const addTo = async (context: AlarmContext, trx: Trx, form: Form, present: Alarm, asked: Asked): Promise<Handled> => {
  const { kernel, store } = context
  const added = {
    ...(said(form.remark) && form.remark !== present.remark ? { remark: form.remark } : {}),
    ...(said(form.handleNote) && form.handleNote !== present.handleNote ? { handleNote: form.handleNote } : {}),
    ...(form.reasonCode && form.reasonCode !== present.reasonCode ? { reasonCode: form.reasonCode } : {}),
  }
  const names = Object.keys(added) as (keyof typeof added)[]
  if (names.length === 0)
    return { told: tell('alarmChanged', present), alarm: present, entries: [], steps: [], isConfirmed: false }
  // Nobody writes over words that he has not read.
  if (form.version === undefined && names.some((name) => said(present[name])))
    throw new Refusal('conflict', {}, { ...readIn(present, asked), changedBy: present.handleUser, changedAt: present.handleTime })
  const alarm = await store.addToHandled(trx, form.id, added)
  const { reasonCode: reason, handleNote, remark } = added
  const note = handleNote ?? remark
  const step: NewStep = {
    alarmId: form.id,
    kind: 'amended',
    at: new Date(kernel.clock.now()),
    by: whoAsks(asked),
    ...(reason ? { reason } : {}),
    ...(note ? { note } : {}),
  }
  const entry: Entry = { module: 'alarms', action: 'handle', object: 'alarm', objectId: form.id, before: present, after: alarm }
  return { told: tell('alarmChanged', alarm), alarm, entries: [entry], steps: [step], isConfirmed: false }
}

/** What an alarm that somebody puts back says no more, and one that is not confirmed any more: its steps keep it. */
const unsaid = { remark: '', handleNote: '', reasonCode: '' } as const

/** One that is handled is opened again only where its condition goes on in no newer alarm: whoever works on that has it in hand. */
const requireNotRaisedAnew = async (
  { store }: AlarmContext,
  trx: Trx,
  { id, status, condition }: Alarm,
  form: Pick<Form, 'status'>,
): Promise<void> => {
  if (status !== 2 || form.status === 2 || condition !== 'active' || !(await store.goesOnInAnother(trx, id))) return
  throw invalid('id', what, {
    zh: '不能重新打开：此情况已有未处理完的报警',
    en: 'cannot be opened again: another alarm of the same condition is open',
  })
}
/** The same, where that alarm is raised in this moment. */
const raisedMeanwhile = (present: Alarm, asked: Asked) => (error: unknown) => {
  throw isRaisedInAnother(error) ? new Refusal('conflict', {}, readIn(present, asked)) : error
}

const stepKinds = ['reopened', 'taken', 'confirmed'] as const
const noteOf = (text: string | undefined): { readonly note?: string } => (said(text) ? { note: text } : {})
const handle = async (context: AlarmContext, trx: Trx, form: Form, asked: Asked): Promise<Handled> => {
  const { kernel, store } = context
  const present = await asRead(context, trx, form, asked)
  if (present.status === 2 && form.status === 2) return addTo(context, trx, form, present, asked)
  await requireNotRaisedAnew(context, trx, present, form)
  const { status, reasonCode } = form
  const closing = status === 2 ? confirmText : undefined
  const remark = form.remark ?? closing
  const handleNote = form.handleNote ?? closing
  const alarm = await store
    .handle(
      trx,
      form.id,
      {
        status,
        ...(status === 0 || (status === 1 && present.status === 2) ? unsaid : {}),
        ...(status === 2 ? {} : { assignee: status === 1 ? whoAsks(asked) : null }),
        ...(status === 0 || remark === undefined ? {} : { remark }),
        ...(status === 0 || handleNote === undefined ? {} : { handleNote }),
        ...(status === 0 || reasonCode === undefined ? {} : { reasonCode }),
      },
      asked,
    )
    .catch(raisedMeanwhile(present, asked))
  const entry: Entry = {
    module: 'alarms',
    action: 'handle',
    object: 'alarm',
    objectId: form.id,
    before: present,
    after: alarm,
  }
  const step: NewStep = {
    alarmId: form.id,
    kind: stepKinds[status],
    at: new Date(kernel.clock.now()),
    by: whoAsks(asked),
    ...whoHad(present, asked),
    ...(status === 2 && reasonCode ? { reason: reasonCode } : {}),
    ...noteOf(said(handleNote) ? handleNote : remark),
  }
  return { told: tell('alarmChanged', alarm), alarm, entries: [entry], steps: [step], isConfirmed: status === 2 }
}

/** Writes what was done with alarms, tells of it, and closes what stands behind those that were confirmed. */
const settle = async (
  { kernel, store }: AlarmContext,
  trx: Trx,
  done: readonly Handled[],
  after: (then: () => void | Promise<void>) => void,
  closed: (confirmed: readonly Alarm[]) => Promise<readonly Entry[]>,
): Promise<readonly Entry[]> => {
  await store.addSteps(
    trx,
    done.flatMap(({ steps }) => steps),
  )
  const along = await closed(done.flatMap(({ alarm, isConfirmed }) => (isConfirmed ? [alarm] : [])))
  const events = await record(
    { kernel, store },
    trx,
    done.map(({ told }) => told),
  )
  after(() => kernel.live.publish(events))
  // Whoever looks up what was handled need not hear of alarms as they come.
  after(() => kernel.bus.publish(recordsChanged, changesOf(done.map(({ alarm }) => alarm.id))))
  return [...done.flatMap(({ entries }) => entries), ...along]
}

export const handleAll = async (context: HandleContext, forms: readonly Form[], asked: Asked): Promise<Alarm[]> => {
  const { kernel, closing } = context
  const ordered = [...forms].sort((a, b) => byId(a.id, b.id))
  return kernel.transaction(async (trx, after) => {
    const done: Handled[] = []
    for (const form of ordered) done.push(await handle(context, trx, form, asked))
    const entries = await settle(context, trx, done, after, async (confirmed) => {
      const along: Entry[] = []
      if (confirmed.length > 0) for (const close of closing) along.push(...(await close(trx, confirmed, asked, after)))
      return along
    })
    await kernel.journal.writeAll(trx, asked, entries)
    const alarms = new Map(done.map(({ alarm }) => [alarm.id, alarm]))
    return forms.map(({ id }) => readIn(alarms.get(id) as Alarm, asked))
  })
}

/** An alarm that is confirmed, and of which nobody was told yet. */
export interface Confirmed {
  /** To call once everything is locked: from then on all events of the site wait for this transaction. The rows of the journal. */
  readonly tell: () => Promise<readonly Entry[]>
}
const nothingToTell: Confirmed = { tell: () => Promise.resolve([]) }

/**
 * Confirms an alarm for who closes what stands behind it, in the same transaction; one that is gone or handled stays as it is. The rows of
 * the journal are for the caller to write with his own. It comes before he locks anything: whoever confirms the alarm locks it first as well.
 */
export const confirmFor = async (
  context: AlarmContext,
  trx: Trx,
  { id, handleNote }: { readonly id: string; readonly handleNote: string | undefined },
  asked: Asked,
  after: (then: () => void | Promise<void>) => void,
): Promise<Confirmed> => {
  const present = await context.store.locked(trx, id, asked)
  if (!present || present.status === 2) return nothingToTell
  const form: Form = { id, status: 2, ...(handleNote ? { handleNote } : {}) }
  const done = [await handle(context, trx, form, asked)]
  return { tell: () => settle(context, trx, done, after, () => Promise.resolve([])) }
}

/** Refuses what is for those whose alarm it is: to see one, or to have been told of it beyond one's scope, is not enough to take it from them. */
export const requireOwn = ({ deptId }: Alarm, { caller: { scope } }: Asked): void => {
  if (!mayWrite(scope, deptId)) throw new Refusal('forbidden', { needs: deptId === null ? wholeSite : widerScope })
}

export const hide = (
  { kernel, store }: AlarmContext,
  { ids }: Body<'deleteAlarmList'>,
  asked: Asked,
): Promise<{ hidden: number }> =>
  kernel.transaction(async (trx, after) => {
    const ordered = [...new Set(ids)].sort(byId)
    const entries: Entry[] = []
    const hiding = { kind: 'hidden', at: new Date(kernel.clock.now()), by: whoAsks(asked) } as const
    for (const id of ordered) {
      const present = await store.locked(trx, id, asked)
      if (!present) throw new Refusal('notFound', { what })
      requireOwn(present, asked)
      if (present.status !== 2)
        throw invalid('ids', what, { zh: '尚未处理，不能删除', en: 'is not handled yet, so it cannot be deleted' })
      await store.hide(trx, id, asked)
      entries.push({ module: 'alarms', action: 'delete', object: 'alarm', objectId: id, before: present })
    }
    await store.addSteps(
      trx,
      ordered.map((alarmId) => ({ alarmId, ...hiding })),
    )
    await kernel.journal.writeAll(trx, asked, entries)
    // Of handled ones no event tells, and somebody may have been told of one beyond his scope.
    after(() => kernel.bus.publish(recordsChanged, changesOf(ordered)))
    return { hidden: ordered.length }
  })

/** Removes alarms that were handled long ago, a stretch of them with a row of the journal that says how many and when; how many. */
export const dropHandled = ({ kernel, store }: AlarmContext, before: Date): Promise<number> =>
  kernel.transaction(async (trx) => {
    const { clock, journal } = kernel
    const times = (await store.dropHandled(trx, before, momentaryTypes)).map((at) => at.getTime())
    if (times.length === 0) return 0
    const [from, to] = [Math.min(...times), Math.max(...times)].map((at) => clock.toWire(new Date(at)))
    await journal.write(trx, theSystem(clock.now()), {
      module: 'alarms',
      action: 'delete',
      object: 'alarm',
      before: { alarms: times.length, from, to },
    })
    return times.length
  })
