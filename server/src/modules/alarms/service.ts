import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { mayAsk, type Asked } from '../../kernel/caller.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { readAll, readIn, what, type AlarmContext, type Body, type RaiseContext } from './context.ts'
import { confirmFor, dropHandled, handleAll, hide, type ClosesWith, type HandleContext } from './handle.ts'
import type { AlarmIntent } from './intent.ts'
import { apply, returnByRule } from './raise.ts'
import { cameInside } from './came-inside.ts'
import { driveGoesOn, type SeenAgain } from './drive-goes-on.ts'
import { speedingOfDrive } from './drives.ts'
import type { DriveAlarm, SpeedingVehicle } from './raised.store.ts'
import { byArea, byType } from './statistics.ts'
import { statistics } from './statistics-screen.ts'
import { stood } from './stood.ts'
import type { AlarmStore } from './store.ts'
import type { Place } from './kept-outside.store.ts'
import { raisesByArea, type WithinAreas } from './wanted.ts'

const openAtMost = 1000
const day = 86_400_000

const listOpen = async ({ kernel, store }: AlarmContext, asked: Asked) => {
  // The number first: what happens in between is then in the list or in the stream after it, never in neither.
  const seq = await kernel.live.head()
  const { list, total } = await store.open(asked, openAtMost)
  return { list: readAll(list, asked), total, seq, flood: await store.flood() }
}
const newest = async ({ store }: AlarmContext, asked: Asked): Promise<Alarm | null> => {
  const alarm = await store.newest(asked)
  return alarm && readIn(alarm, asked)
}
const countUnhandled = async ({ store }: AlarmContext, asked: Asked) => {
  const levels = await store.countUnhandled(asked)
  return { total: levels.reduce((sum, { count }) => sum + count, 0), levels }
}
const page = async ({ store }: AlarmContext, handled: boolean, query: Body<'listHandledPage'>, asked: Asked) => {
  const found = await store.page(handled, query, asked)
  return { ...found, list: readAll(found.list, asked) }
}
const one = async ({ store }: AlarmContext, id: string, asked: Asked): Promise<Alarm> => {
  const alarm = await store.one(id, asked)
  if (!alarm) throw new Refusal('notFound', { what })
  return readIn(alarm, asked)
}
/** What came of the same source as one of them, that one too. */
const ofSource = async (context: AlarmContext, { id, limit }: Body<'listAlarmOfSource'>, asked: Asked): Promise<Alarm[]> => {
  const { source } = await one(context, id, asked)
  return readAll(await context.store.ofSource(source, { limit }, asked), asked)
}
/** Which of these can be opened. */
const seen = async ({ store }: AlarmContext, ids: readonly string[], asked: Asked): Promise<ReadonlySet<string>> =>
  mayAsk(asked.caller, alarmCalls.getZdAlarmById.needs) ? store.seen(ids, asked) : new Set()

export const createAlarmService = (kernel: Kernel, store: AlarmStore) => {
  let within: WithinAreas = () => null
  const closing: ClosesWith[] = []
  const context: RaiseContext & HandleContext = { kernel, store, within: (...asked) => within(...asked), closing }
  return {
    /** Hazard areas are kept by who stands on this module: it says which places are within them. */
    onAreas: (answer: WithinAreas): void => {
      within = answer
    },
    /** What somebody closes by confirming its alarm is kept by who stands on this module. */
    onConfirmed: (close: ClosesWith): void => void closing.push(close),
    confirmFor: (
      trx: Trx,
      alarm: Parameters<typeof confirmFor>[2],
      asked: Asked,
      after: (then: () => void | Promise<void>) => void,
    ) => confirmFor(context, trx, alarm, asked, after),
    /** The newest alarm of a condition, whatever became of it; null where there is none. */
    idOfCondition: store.idOfCondition,
    openOfCondition: store.openOfCondition,
    /** What alarms already of the drive on which a vehicle is too fast; null where nothing does. */
    speedingOfDrive: (trx: Trx, vehicle: SpeedingVehicle) => speedingOfDrive(context, trx, vehicle),
    ofDrive: store.ofDrive,
    conditionsOf: store.conditionsOf,
    /** How the drive of an alarm that is locked goes on; the events to publish after the transaction. */
    driveGoesOn: (trx: Trx, alarm: DriveAlarm, seen: SeenAgain) => driveGoesOn(context, trx, alarm, seen),
    apply: (trx: Trx, intents: readonly AlarmIntent[]) => apply(context, trx, intents),
    returnByRule: (trx: Trx, rule: { readonly alarmType: number; readonly ruleId: string }, after: (then: () => void) => void) =>
      returnByRule(context, trx, rule, after),
    openConditions: store.openConditions,
    activeOfDevice: store.activeOfDevice,
    raisesByArea: () => raisesByArea(kernel),
    cameInside: (trx: Trx, placeOf: (deviceId: number) => Place | undefined) => cameInside(context, trx, placeOf),
    devicesWithOpen: store.devicesWithOpen,
    openBetween: store.openBetween,
    countOfFence: store.countOfFence,
    noteTold: store.noteTold,
    statusesOf: store.statusesOf,
    listOpen: (asked: Asked) => listOpen(context, asked),
    newest: (asked: Asked) => newest(context, asked),
    countUnhandled: (asked: Asked) => countUnhandled(context, asked),
    page: (handled: boolean, query: Body<'listHandledPage'>, asked: Asked) => page(context, handled, query, asked),
    countHandled: store.countHandled,
    one: (id: string, asked: Asked) => one(context, id, asked),
    ofSource: (body: Body<'listAlarmOfSource'>, asked: Asked) => ofSource(context, body, asked),
    stood: (body: Body<'listAlarmStood'>, asked: Asked) => stood(context, body, asked),
    seen: (ids: readonly string[], asked: Asked) => seen(context, ids, asked),
    handle: async (form: Body<'updateZdAlarm'>, asked: Asked): Promise<Alarm> => {
      const [alarm] = await handleAll(context, [form], asked)
      return alarm as Alarm
    },
    handleAll: (forms: Body<'updateAlarmList'>, asked: Asked) => handleAll(context, forms, asked),
    hide: (body: Body<'deleteAlarmList'>, asked: Asked) => hide(context, body, asked),

    /** Removes handled alarms after so many days. */
    keepHouse: async (days: number): Promise<void> => {
      const before = new Date(kernel.clock.now() - days * day)
      for (;;) if ((await dropHandled(context, before)) === 0) break
    },
    addUp: store.addUp,

    byArea: (body: Body<'listAlarmStaNumberByArea'>, asked: Asked) => byArea(context, body, asked),
    byType: (body: Body<'listAlarmStaNumberByType'>, asked: Asked) => byType(context, body, asked),
    statistics: (body: Body<'getAlarmStatistics'>, asked: Asked) => statistics(context, body, asked),
  }
}
export type AlarmService = ReturnType<typeof createAlarmService>
