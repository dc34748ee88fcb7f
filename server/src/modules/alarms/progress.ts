import { isShownAlarms, type Alarm, type AlarmStep } from '@vigil/contract/alarms/entities.ts'
import { alarmDomain } from '@vigil/contract/alarms/domain.ts'
import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { mayAsk, type Asked, type Caller } from '../../kernel/caller.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { invalid, Refusal } from '../../kernel/refusal.ts'
import { maySee } from '../../kernel/scope.ts'
import { readIn, record, tell, what, type AlarmContext, type Body } from './context.ts'
import { asRead, changesOf, whoAsks, whoHad } from './handle.ts'
import type { Somebody } from './steps.store.ts'
import type { AlarmStore } from './store.ts'

/** Who there is to handle alarms, as the domain of sessions knows them. */
export interface People {
  readonly callerOf: (personId: string) => Promise<Caller | null>
  readonly everybody: () => Promise<readonly Caller[]>
}
export interface ProgressContext extends AlarmContext {
  readonly people: People
}

/** Refuses what an alarm takes no more that somebody has confirmed. */
export const requireOpen = ({ status, handleUser }: Alarm): void => {
  if (status !== 2) return
  throw invalid('id', what, {
    zh: `已由${handleUser || '他人'}处理`,
    en: `was already handled by ${handleUser || 'somebody else'}`,
  })
}

/** Whether an alarm may be given to somebody: who may handle it, sees it by his scope, and is shown alarms as they come. */
export const mayHandle = (person: Caller, { deptId }: Alarm): boolean =>
  [alarmCalls.updateZdAlarm, alarmCalls.listRealAlarmData].every(({ needs }) => mayAsk(person, needs)) &&
  maySee(person.scope, deptId) &&
  isShownAlarms(person.workNum)

export const somebody = ({ userId: id, cname: name }: Caller): Somebody => ({ id, name })
/** Nobody is given the name of somebody beyond his scope. */
const isKnownTo = ({ caller }: Asked, person: Caller): boolean => maySee(caller.scope, person.deptId)

/** `person`: whom the caller names; undefined for himself, null for nobody there is. */
const assigneeOf = (person: Caller | null | undefined, alarm: Alarm, asked: Asked): Somebody => {
  if (person === undefined) return whoAsks(asked)
  if (person && isKnownTo(asked, person) && mayHandle(person, alarm)) return somebody(person)
  throw invalid('userId', alarmDomain.asked.userId, {
    zh: '不能处理此报警：没有此账号、没有查看和处理报警的权限、其页面不提示报警，或数据范围不含它',
    en: 'cannot handle this alarm: no such account, no permission to see and handle alarms, a page that shows none, or it is beyond the data scope',
  })
}

/** Somebody takes an alarm over, or gives it to another. */
export const assign = async (context: ProgressContext, body: Body<'assignAlarm'>, asked: Asked): Promise<Alarm> => {
  const { kernel, store, people } = context
  const { userId } = body
  // Asked for before any alarm is locked.
  const person = userId === undefined || userId === asked.caller.userId ? undefined : await people.callerOf(userId)
  return kernel.transaction(async (trx, after) => {
    const present = await asRead(context, trx, body, asked)
    requireOpen(present)
    const assignee = assigneeOf(person, present, asked)
    const alarm = await store.handle(trx, present.id, { status: 1, assignee }, asked)
    const isOwn = assignee.id === asked.caller.userId
    await store.addSteps(trx, [
      {
        alarmId: alarm.id,
        kind: isOwn ? 'taken' : 'assigned',
        at: new Date(kernel.clock.now()),
        by: whoAsks(asked),
        ...(isOwn ? whoHad(present, asked) : { to: assignee }),
        ...(body.note ? { note: body.note } : {}),
      },
    ])
    const events = await record(context, trx, [tell('alarmChanged', alarm)])
    after(() => kernel.live.publish(events))
    await kernel.journal.write(trx, asked, {
      module: 'alarms',
      action: 'handle',
      object: 'alarm',
      objectId: alarm.id,
      before: present,
      after: alarm,
    })
    return readIn(alarm, asked)
  })
}

/** A note changes nothing of the alarm: whoever is confirming it meanwhile goes on. */
export const note = (context: ProgressContext, body: Body<'noteAlarm'>, asked: Asked): Promise<AlarmStep> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const present = await asRead(context, trx, { id: body.id }, asked)
    requireOpen(present)
    const [step] = await store.addSteps(trx, [
      { alarmId: present.id, kind: 'noted', at: new Date(kernel.clock.now()), by: whoAsks(asked), note: body.note },
    ])
    after(() => kernel.bus.publish(recordsChanged, changesOf([present.id])))
    await kernel.journal.write(trx, asked, {
      module: 'alarms',
      action: 'handle',
      object: 'alarm',
      objectId: present.id,
      after: { note: body.note },
    })
    return step as AlarmStep
  })
}

/** Who may be given an alarm, of those whom the caller knows. */
export const handlersOf = async ({ store, people }: ProgressContext, id: string, asked: Asked) => {
  const alarm = await store.one(id, asked)
  if (!alarm) throw new Refusal('notFound', { what })
  return (await people.everybody())
    .filter((person) => mayHandle(person, alarm) && isKnownTo(asked, person))
    .map(({ userId, cname, deptName }) => ({ id: userId, name: cname, deptName }))
}

/** From the raising on, which is the alarm's own row. */
export const lifeOf = async (store: Pick<AlarmStore, 'stepsOf'>, alarm: Alarm): Promise<AlarmStep[]> => {
  const raised: AlarmStep = {
    at: alarm.startTime,
    kind: 'raised',
    by: '',
    to: '',
    reason: '',
    note: '',
    until: null,
    count: null,
  }
  return [raised, ...(await store.stepsOf(alarm.id))]
}

export const stepsOf = async ({ store }: ProgressContext, id: string, asked: Asked): Promise<AlarmStep[]> => {
  const alarm = await store.one(id, asked)
  if (!alarm) throw new Refusal('notFound', { what })
  return lifeOf(store, alarm)
}
