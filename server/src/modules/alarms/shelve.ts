import { alarmDomain } from '@vigil/contract/alarms/domain.ts'
import { shelvedAtMost, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { endOfShift } from '@vigil/contract/alarms/statistics.ts'
import { isCry } from '@vigil/contract/alarms/types.ts'
import type { Asked } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/refusal.ts'
import { readIn, record, tell, what, type AlarmContext, type Body } from './context.ts'
import { asRead, requireOwn, whoAsks } from './handle.ts'
import { requireOpen } from './progress.ts'
import type { NewStep } from './steps.store.ts'

const minute = 60_000

/** A call for help is heard, whoever would rather not; a level one is never long out of sight. */
const requireShelvable = ({ alarmType, alarmLevel }: Alarm, minutes: number): void => {
  if (isCry(alarmType)) throw invalid('id', what, { zh: '是求救，不能搁置', en: 'is a call for help, which cannot be shelved' })
  const most = shelvedAtMost.levelOne
  if (alarmLevel === 1 && minutes > most)
    throw invalid('minutes', alarmDomain.asked.minutes, {
      zh: `不能超过 ${most}，这是一级报警`,
      en: `must not be more than ${most} for an alarm of level one`,
    })
}

/** Nor by being put aside again and again: counted from the first time until it comes back. */
const requireInTime = (
  { alarmLevel }: Alarm,
  { since, until }: { readonly since: Date; readonly until: Date },
  now: Date,
): void => {
  const most = shelvedAtMost.levelOne
  const last = since.getTime() + most * minute
  if (alarmLevel !== 1 || until.getTime() <= last) return
  const left = Math.max(0, Math.floor((last - now.getTime()) / minute))
  if (left === 0)
    throw invalid('minutes', alarmDomain.asked.minutes, {
      zh: `已用完：一级报警从首次搁置起最多 ${most} 分钟，搁置结束后才能再搁置`,
      en: `are used up: an alarm of level one is shelved for ${most} minutes in all until it comes back`,
    })
  throw invalid('minutes', alarmDomain.asked.minutes, {
    zh: `不能超过 ${left}：一级报警从首次搁置起最多 ${most} 分钟，搁置结束后才能再搁置`,
    en: `must not be more than ${left}: an alarm of level one is shelved for ${most} minutes in all until it comes back`,
  })
}

interface Change {
  readonly present: Alarm
  readonly alarm: Alarm
  readonly step: NewStep
}
/** What somebody does with an alarm as he read it: stored, kept as a step, told to consoles and to the journal. */
const change = (
  context: AlarmContext,
  body: Body<'unshelveAlarm'>,
  asked: Asked,
  act: (trx: Parameters<AlarmContext['store']['addSteps']>[0], present: Alarm, now: Date) => Promise<Omit<Change, 'present'>>,
): Promise<Alarm> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const present = await asRead(context, trx, body, asked)
    requireOpen(present)
    const { alarm, step } = await act(trx, present, new Date(kernel.clock.now()))
    await store.addSteps(trx, [step])
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

export const shelve = (context: AlarmContext, body: Body<'shelveAlarm'>, asked: Asked): Promise<Alarm> =>
  change(context, body, asked, async (trx, present, now) => {
    const { minutes, shiftEnd, reasonCode: reason, note } = body
    requireOwn(present, asked)
    requireShelvable(present, minutes)
    const { clock } = context.kernel
    const since = (await context.store.shelvedSince(trx, present.id)) ?? now
    const longest = now.getTime() + minutes * minute
    const until = new Date(shiftEnd ? Math.min(longest, clock.fromWire(endOfShift(clock.toWire(now))).getTime()) : longest)
    requireInTime(present, { since, until }, now)
    return {
      alarm: await context.store.shelve(trx, present.id, { since, until, by: asked.caller.cname, reason }),
      step: {
        alarmId: present.id,
        kind: 'shelved',
        at: now,
        by: whoAsks(asked),
        reason,
        until,
        ...(note ? { note } : {}),
      },
    }
  })

export const unshelve = (context: AlarmContext, body: Body<'unshelveAlarm'>, asked: Asked): Promise<Alarm> =>
  change(context, body, asked, async (trx, present, now) => {
    if (present.shelvedUntil === null) throw invalid('id', what, { zh: '没有被搁置', en: 'is not shelved' })
    const [alarm] = await context.store.unshelve(trx, [present.id], now)
    return { alarm: alarm as Alarm, step: { alarmId: present.id, kind: 'unshelved', at: now, by: whoAsks(asked) } }
  })

/** Ends what was put aside for as long as that. Each is ended once: who comes second finds it locked, or ended. */
export const endShelves = (context: AlarmContext): Promise<number> => {
  const { kernel, store } = context
  return kernel.transaction(async (trx, after) => {
    const now = new Date(kernel.clock.now())
    const alarms = await store.unshelve(trx, await store.overdueShelves(trx, now), now)
    await store.addSteps(
      trx,
      alarms.map(({ id: alarmId }) => ({ alarmId, kind: 'unshelved', at: now })),
    )
    const events = await record(
      context,
      trx,
      alarms.map((alarm) => tell('alarmChanged', alarm)),
    )
    after(() => kernel.live.publish(events))
    return alarms.length
  })
}
