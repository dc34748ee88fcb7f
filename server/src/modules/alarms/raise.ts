import type { Alarm, Unwanted } from '@vigil/contract/alarms/entities.ts'
import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import { causeOf, isGrouped } from '@vigil/contract/alarms/flood.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { record, tell, type AlarmContext, type RaiseContext, type Told } from './context.ts'
import type { Ended, LatestAlarm, NewAlarm, ReturnedAlarm } from './raised.store.ts'
import { asOneDrive } from './drives.ts'
import type { AlarmIntent } from './intent.ts'
import { isDue, isOneStay, judge } from './rules.ts'
import type { NewStep } from './steps.store.ts'
import { unwanted } from './wanted.ts'

const stand = ({ alarm, lastTime, startTime, announcedAt }: LatestAlarm) => ({
  status: alarm.status,
  condition: alarm.condition,
  lastTime: lastTime.getTime(),
  startTime: startTime.getTime(),
  announced: announcedAt?.getTime() ?? null,
})

/** How a known alarm stands once it came again. */
const again = (
  { lastTime }: LatestAlarm,
  { startTime, lng, lat }: NewAlarm,
  how: { readonly quiet: boolean; readonly isAnnounced: boolean },
) => ({ at: startTime, lastTime: new Date(Math.max(startTime.getTime(), lastTime.getTime())), lng, lat, ...how })

/** Changes of a condition are its own, whoever handled its alarm meanwhile. */
const following = (alarm: NewAlarm, known: LatestAlarm | undefined) => ({
  ...alarm,
  ...(known ? { changes: known.changes } : {}),
})

/** What is told to consoles, and what is told of the alarm for good. */
interface Telling {
  readonly told: Told[]
  readonly steps: NewStep[]
}

/** Those that come during a flood while another of their cause stands, or comes before them: they are told in its group. */
const inGroups = async ({ store }: AlarmContext, trx: Trx, raised: readonly NewAlarm[]): Promise<ReadonlySet<NewAlarm>> => {
  const grouped = raised.filter(isGrouped)
  const stand = await store.standInFlood(trx, grouped)
  if (!stand) return new Set()
  const causes = new Set(grouped.filter((_, at) => stand[at]).map(causeOf))
  return new Set(
    grouped.filter((alarm) => {
      const stands = causes.has(causeOf(alarm))
      causes.add(causeOf(alarm))
      return stands
    }),
  )
}

/** Conditions that are each another's, in the order given: one question and one insert for all of them. */
const raiseAll = async (
  { kernel, store }: AlarmContext,
  trx: Trx,
  raised: readonly NewAlarm[],
  { told, steps }: Telling,
): Promise<void> => {
  const latest = await store.latestOfConditions(
    trx,
    raised.map(({ conditionKey }) => conditionKey),
  )
  const judged = raised.map((alarm) => {
    const known = latest.get(alarm.conditionKey)
    const { alarmType: type, startTime } = alarm
    return { alarm, known, verdict: judge(known && stand(known), { alarmType: type, start: startTime.getTime() }) }
  })
  const announced = judged.filter(({ verdict }) => verdict === 'new' || verdict === 'announceAgain')
  const quietened = await inGroups(
    { kernel, store },
    trx,
    announced.map(({ alarm }) => alarm),
  )
  const fresh = judged.filter(({ verdict }) => verdict === 'new').map(({ alarm, known }) => following(alarm, known))
  const inserted = fresh.length > 0 ? await store.insert(trx, fresh) : new Map<string, Alarm>()
  for (const { alarm, known, verdict } of judged) {
    const added = inserted.get(alarm.conditionKey)
    if (added) {
      told.push(tell('alarmRaised', added, true))
      if (quietened.has(alarm)) steps.push({ alarmId: added.id, kind: 'suppressed', at: alarm.findTime, reason: 'flood' })
    } else if (known && verdict !== 'same') {
      // What is put aside comes again in silence, and each time is kept.
      const shelved = known.shelvedUntil !== null && known.shelvedUntil.getTime() > kernel.clock.now()
      const isAnnounced = verdict === 'announceAgain' && !shelved
      const repeated = await store.repeat(trx, known.alarm.id, again(known, alarm, { quiet: alarm.quiet, isAnnounced }))
      told.push(tell(isAnnounced ? 'alarmRaised' : 'alarmChanged', repeated))
      // What goes on and is only counted stands in its count.
      const reason = shelved ? known.alarm.shelveReason : quietened.has(alarm) ? 'flood' : null
      if (reason !== null || verdict === 'announceAgain' || known.alarm.condition === 'returned')
        steps.push({
          alarmId: repeated.id,
          kind: reason === null ? 'repeated' : 'suppressed',
          at: alarm.startTime,
          count: repeated.count,
          ...(reason === null ? {} : { reason }),
        })
    }
  }
}

/**
 * What the site does not want to be alarmed of is kept with the rule that says so, by one step within the time of its type and a count. Nobody
 * is told, but of one that is open that it was counted.
 */
const keepUnwanted = async (
  { store }: AlarmContext,
  trx: Trx,
  raised: readonly { readonly alarm: NewAlarm; readonly reason: Unwanted }[],
  { told, steps }: Telling,
): Promise<void> => {
  const latest = await store.latestOfConditions(
    trx,
    raised.map(({ alarm }) => alarm.conditionKey),
  )
  const fresh: (typeof raised)[number][] = []
  for (const one of raised) {
    const { alarm, reason } = one
    const { mergeWithin } = alarmTypeOf(alarm.alarmType)
    const start = alarm.startTime.getTime()
    const known = latest.get(alarm.conditionKey)
    if (known && judge(stand(known), { alarmType: alarm.alarmType, start }) === 'same') continue
    const isOpen = known !== undefined && known.alarm.status < 2
    const isKept = known !== undefined && known.alarm.suppressed !== null && !isDue(known.lastTime.getTime(), start, mergeWithin)
    if (!known || !(isOpen || isKept)) {
      fresh.push({ reason, alarm: following(alarm, known) })
      continue
    }
    const isAnnounced = isDue(known.announcedAt?.getTime() ?? null, start, mergeWithin)
    const repeated = await store.repeat(trx, known.alarm.id, again(known, alarm, { quiet: true, isAnnounced }))
    if (isOpen) told.push(tell('alarmChanged', repeated))
    if (isAnnounced) steps.push({ alarmId: repeated.id, kind: 'suppressed', at: alarm.startTime, count: repeated.count, reason })
  }
  if (fresh.length === 0) return
  const kept = await store.insertSuppressed(trx, fresh)
  for (const { alarm, reason } of fresh) {
    const id = kept.get(alarm.conditionKey)
    if (id !== undefined) steps.push({ alarmId: id, kind: 'suppressed', at: alarm.findTime, reason })
  }
}

/**
 * What was over before it was heard of, beside what is known: a piece of the same stay makes that as long as it was, and another time is
 * counted with the alarm that stands. Whether there is nothing more to do. Of one that is handled a piece is no news.
 */
const countedWithKnown = async (
  { store }: AlarmContext,
  trx: Trx,
  { alarm: { conditionKey, startTime }, end, joins }: Extract<AlarmIntent, { kind: 'stayed' }>,
  { told, steps }: Telling,
): Promise<boolean> => {
  const known = (await store.latestOfConditions(trx, [conditionKey])).get(conditionKey)
  if (!known) return joins
  const { startTime: since, until } = known
  if (
    isOneStay({ startTime: since.getTime(), until: until?.getTime() ?? null }, { from: startTime.getTime(), to: end.getTime() })
  ) {
    const isKept = known.alarm.suppressed !== null
    const isLonger = startTime < since || (until !== null && end > until)
    if (isLonger && (known.alarm.status < 2 || isKept)) {
      const longer = await store.lengthen(trx, known.alarm.id, { from: startTime, to: end })
      if (!isKept) told.push(tell('alarmChanged', longer))
    }
    return true
  }
  if (joins || known.alarm.status === 2) return joins
  const counted = await store.countAgain(trx, known.alarm.id, { from: startTime, to: end })
  told.push(tell('alarmChanged', counted))
  steps.push({ alarmId: counted.id, kind: 'repeated', at: startTime, count: counted.count })
  return true
}

/** Of one that nobody wants to hear of its end is a step where its beginning is one. */
const tellReturned = async (
  { kernel, store, within }: RaiseContext,
  trx: Trx,
  returned: readonly ReturnedAlarm[],
  { told, steps }: Telling,
): Promise<void> => {
  const silent = new Set(
    returned.flatMap(({ alarm }) => (alarm.suppressed !== null || unwanted(kernel, within, alarm) !== null ? [alarm.id] : [])),
  )
  const over = silent.size === 0 ? silent : await store.endingWith(trx, [...silent], 'returned')
  for (const { alarm, end } of returned) {
    if (alarm.suppressed === null) told.push(tell('alarmChanged', alarm))
    const newest = steps.findLast(({ alarmId }) => alarmId === alarm.id)?.kind ?? (over.has(alarm.id) ? 'returned' : null)
    if (!silent.has(alarm.id) || newest !== 'returned') steps.push({ alarmId: alarm.id, kind: 'returned', at: end })
  }
}

/** A new alarm is one statement as ever: its first step is the alarm itself. */
const recordAll = async (context: AlarmContext, trx: Trx, { told, steps }: Telling): Promise<NumberedEvent[]> => {
  await context.store.addSteps(trx, steps)
  return record(context, trx, told)
}

/** Stores what rules decided within the transaction of the positions it came from; the events to publish after it. */
export const apply = async (context: RaiseContext, trx: Trx, decided: readonly AlarmIntent[]): Promise<NumberedEvent[]> => {
  const intents = await asOneDrive(context, trx, decided)
  const telling: Telling = { told: [], steps: [] }
  // What follows upon another of the same condition is judged after it.
  let raised = new Map<string, NewAlarm>()
  let ended = new Map<string, Ended>()
  const settle = async (): Promise<void> => {
    if (ended.size > 0) await tellReturned(context, trx, await context.store.returned(trx, [...ended.values()]), telling)
    const all = [...raised.values()].map((alarm) => ({ alarm, reason: unwanted(context.kernel, context.within, alarm) }))
    const wanted = all.flatMap(({ alarm, reason }) => (reason === null ? [alarm] : []))
    const others = all.flatMap(({ alarm, reason }) => (reason === null ? [] : [{ alarm, reason }]))
    if (wanted.length > 0) await raiseAll(context, trx, wanted, telling)
    if (others.length > 0) await keepUnwanted(context, trx, others, telling)
    raised = new Map()
    ended = new Map()
  }
  for (const intent of intents) {
    const key = intent.kind === 'return' ? intent.conditionKey : intent.alarm.conditionKey
    if (raised.has(key) || ended.has(key)) await settle()
    if (intent.kind === 'return') ended.set(key, intent)
    else if (intent.kind === 'raise') raised.set(key, intent.alarm)
    else {
      await settle()
      if (await countedWithKnown(context, trx, intent, telling)) continue
      raised.set(key, intent.alarm)
      await settle()
      ended.set(key, { conditionKey: key, end: intent.end })
    }
  }
  await settle()
  return recordAll(context, trx, telling)
}

/** Of a rule that holds no longer: all that it raised has returned. */
export const returnByRule = async (
  context: RaiseContext,
  trx: Trx,
  rule: { readonly alarmType: number; readonly ruleId: string },
  after: (then: () => void) => void,
): Promise<void> => {
  const { kernel, store } = context
  const now = new Date(kernel.clock.now())
  const telling: Telling = { told: [], steps: [] }
  await tellReturned(context, trx, await store.returnedByRule(trx, rule, now), telling)
  const events = await recordAll(context, trx, telling)
  after(() => kernel.live.publish(events))
}
