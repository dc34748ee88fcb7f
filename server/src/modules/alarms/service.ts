import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { confirmText, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import { momentaryTypes, specifiedTypes } from '@vigil/contract/alarms/types.ts'
import { theSystem, type Asked } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { mayWrite, widerScope, wholeSite } from '../../kernel/scope.ts'
import { judge } from './rules.ts'
import type { AlarmStore, NewAlarm } from './store.ts'

type Body<Name extends keyof typeof alarmCalls> = BodyOf<(typeof alarmCalls)[Name]>
type Form = Body<'updateZdAlarm'>

/** What a rule decided: a condition that holds from now on, or one that is over. */
export type AlarmIntent =
  | { readonly kind: 'raise'; readonly alarm: NewAlarm }
  | { readonly kind: 'return'; readonly conditionKey: string; readonly end: Date }

const what = { zh: '报警', en: 'The alarm' }
/** As a reader of this language reads it; it is told to consoles and kept in the journal as it is stored. */
const readIn = (alarm: Alarm, { language }: Asked): Alarm =>
  language === 'zh' ? alarm : { ...alarm, result: resultIn(alarm, language) ?? alarm.result }
const readAll = (alarms: readonly Alarm[], asked: Asked): Alarm[] => alarms.map((alarm) => readIn(alarm, asked))

const openAtMost = 1000
const day = 86_400_000

export type AlarmService = ReturnType<typeof createAlarmService>

export const createAlarmService = (kernel: Kernel, store: AlarmStore) => {
  const { clock } = kernel
  const tell = (name: 'alarmRaised' | 'alarmChanged', alarm: Alarm, isNew = false) => ({
    isNew,
    deptId: alarm.deptId,
    event: { name, topic: 'alarms' as const, data: alarm },
  })
  type Told = ReturnType<typeof tell>
  /** Who was told of an alarm beyond his scope hears what becomes of it. */
  const record = async (trx: Trx, told: readonly Told[]): Promise<NumberedEvent[]> => {
    if (told.length === 0) return []
    // Of a new one nobody was told yet.
    const older = told.flatMap(({ isNew, event }) => (isNew ? [] : [event.data.id]))
    const known = older.length > 0 ? await store.toldOf(trx, older) : new Map<string, string[]>()
    return recordEvents(
      trx,
      told.map(({ deptId, event }) => ({ deptId, event, also: known.get(event.data.id) ?? [] })),
    )
  }

  /** Conditions that are each another's, in the order given: one question and one insert for all of them. */
  const raiseAll = async (trx: Trx, raised: readonly NewAlarm[]): Promise<Told[]> => {
    const latest = await store.latestOfConditions(
      trx,
      raised.map(({ conditionKey }) => conditionKey),
    )
    const judged = raised.map((alarm) => {
      const known = latest.get(alarm.conditionKey)
      const { alarmType: type, startTime } = alarm
      return { alarm, known, verdict: judge(known && stand(known), { alarmType: type, start: startTime.getTime() }) }
    })
    const fresh = judged.filter(({ verdict }) => verdict === 'new').map(({ alarm }) => alarm)
    const inserted = fresh.length > 0 ? await store.insert(trx, fresh) : new Map<string, Alarm>()
    const told: Told[] = []
    for (const { alarm, known, verdict } of judged) {
      const added = inserted.get(alarm.conditionKey)
      if (added) told.push(tell('alarmRaised', added, true))
      else if (known && verdict !== 'same') {
        const lastTime = new Date(Math.max(alarm.startTime.getTime(), known.lastTime.getTime()))
        const repeated = await store.repeat(trx, known.alarm.id, { lastTime, lng: alarm.lng, lat: alarm.lat, quiet: alarm.quiet })
        told.push(tell(verdict === 'announceAgain' ? 'alarmRaised' : 'alarmChanged', repeated))
      }
    }
    return told
  }
  const stand = ({ alarm, lastTime, startTime }: { alarm: Alarm; lastTime: Date; startTime: Date }) => ({
    status: alarm.status,
    condition: alarm.condition,
    lastTime: lastTime.getTime(),
    startTime: startTime.getTime(),
  })

  const handle = async (trx: Trx, form: Form, asked: Asked): Promise<{ told: Told; alarm: Alarm; entries: Entry[] }> => {
    const present = await store.locked(trx, form.id, asked)
    if (!present) throw new Refusal('notFound', { what })
    if (form.version !== undefined && form.version !== present.version) throw new Refusal('conflict', {}, readIn(present, asked))
    if (present.status === 2 && form.status === 2) return { told: tell('alarmChanged', present), alarm: present, entries: [] }
    const { status, reasonCode } = form
    const closing = status === 2 ? confirmText : undefined
    const remark = form.remark ?? closing
    const handleNote = form.handleNote ?? closing
    const alarm = await store.handle(
      trx,
      form.id,
      {
        status,
        ...(remark === undefined ? {} : { remark }),
        ...(handleNote === undefined ? {} : { handleNote }),
        ...(reasonCode === undefined ? {} : { reasonCode }),
      },
      asked,
    )
    const entry: Entry = {
      module: 'alarms',
      action: 'handle',
      object: 'alarm',
      objectId: form.id,
      before: present,
      after: alarm,
    }
    return { told: tell('alarmChanged', alarm), alarm, entries: [entry] }
  }

  const handleAll = async (forms: readonly Form[], asked: Asked): Promise<Alarm[]> => {
    // Locked in one order, whoever asks: two lists that overlap never wait for each other in a circle.
    const ordered = [...forms].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    return kernel.transaction(async (trx, after) => {
      const done: Awaited<ReturnType<typeof handle>>[] = []
      for (const form of ordered) done.push(await handle(trx, form, asked))
      const events = await record(
        trx,
        done.map(({ told }) => told),
      )
      after(() => kernel.live.publish(events))
      await kernel.journal.writeAll(
        trx,
        asked,
        done.flatMap(({ entries }) => entries),
      )
      const byId = new Map(done.map(({ alarm }) => [alarm.id, alarm]))
      return forms.map(({ id }) => readIn(byId.get(id) as Alarm, asked))
    })
  }

  const dropHandled = (before: Date): Promise<number> =>
    kernel.transaction(async (trx) => {
      const times = (await store.dropHandled(trx, before, momentaryTypes)).map((at) => at.getTime())
      if (times.length === 0) return 0
      const [from, to] = [Math.min(...times), Math.max(...times)].map((at) => clock.toWire(new Date(at)))
      await kernel.journal.write(trx, theSystem(clock.now()), {
        module: 'alarms',
        action: 'delete',
        object: 'alarm',
        before: { alarms: times.length, from, to },
      })
      return times.length
    })

  const periodOf = ({
    startTime,
    endTime,
  }: {
    startTime?: string | undefined
    endTime?: string | undefined
  }): { from: Date; to: Date } => {
    const from = startTime === undefined ? clock.startOfDay(clock.now()) : clock.fromWire(startTime)
    return { from, to: endTime === undefined ? new Date(from.getTime() + day) : clock.endOf(endTime) }
  }

  return {
    /** Stores what rules decided within the transaction of the positions it came from; the events to publish after it. */
    apply: async (trx: Trx, intents: readonly AlarmIntent[]): Promise<NumberedEvent[]> => {
      const told: Told[] = []
      // What follows upon another of the same condition is judged after it.
      let raised = new Map<string, NewAlarm>()
      const settle = async (): Promise<void> => {
        if (raised.size > 0) told.push(...(await raiseAll(trx, [...raised.values()])))
        raised = new Map()
      }
      for (const intent of intents) {
        if (intent.kind === 'return') {
          await settle()
          told.push(...(await store.returned(trx, intent, intent.end)).map((alarm) => tell('alarmChanged', alarm)))
          continue
        }
        const key = intent.alarm.conditionKey
        if (raised.has(key)) await settle()
        raised.set(key, intent.alarm)
      }
      await settle()
      return record(trx, told)
    },
    /** Of a rule that holds no longer: all that it raised has returned. */
    returnByRule: async (
      trx: Trx,
      rule: { readonly alarmType: number; readonly ruleId: string },
      after: (then: () => void) => void,
    ): Promise<void> => {
      const alarms = await store.returned(trx, rule, new Date(clock.now()))
      const events = await record(
        trx,
        alarms.map((alarm) => tell('alarmChanged', alarm)),
      )
      after(() => kernel.live.publish(events))
    },

    noteTold: store.noteTold,
    listOpen: async (asked: Asked) => {
      // The number first: what happens in between is then in the list or in the stream after it, never in neither.
      const seq = await kernel.live.head()
      const { list, total } = await store.open(asked, openAtMost)
      return { list: readAll(list, asked), total, seq }
    },
    newest: async (asked: Asked): Promise<Alarm | null> => {
      const alarm = await store.newest(asked)
      return alarm && readIn(alarm, asked)
    },
    countUnhandled: async (asked: Asked) => {
      const levels = await store.countUnhandled(asked)
      return { total: levels.reduce((sum, { count }) => sum + count, 0), levels }
    },
    page: async (handled: boolean, query: Body<'listHandledPage'>, asked: Asked) => {
      const found = await store.page(handled, query, asked)
      return { ...found, list: readAll(found.list, asked) }
    },
    countHandled: store.countHandled,
    one: async (id: string, asked: Asked): Promise<Alarm> => {
      const alarm = await store.one(id, asked)
      if (!alarm) throw new Refusal('notFound', { what })
      return readIn(alarm, asked)
    },
    handle: async (form: Form, asked: Asked): Promise<Alarm> => {
      const [alarm] = await handleAll([form], asked)
      return alarm as Alarm
    },
    handleAll,
    hide: ({ ids }: { ids: string[] }, asked: Asked): Promise<{ hidden: number }> =>
      kernel.transaction(async (trx) => {
        const ordered = [...new Set(ids)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
        const entries: Entry[] = []
        for (const id of ordered) {
          const present = await store.locked(trx, id, asked)
          if (!present) throw new Refusal('notFound', { what })
          if (!mayWrite(asked.caller.scope, present.deptId))
            throw new Refusal('forbidden', { needs: present.deptId === null ? wholeSite : widerScope })
          if (present.status !== 2)
            throw new Refusal('inUse', { what, by: { zh: '尚未处理，不能删除', en: 'its handling, which is not done' } })
          await store.hide(trx, id, asked)
          entries.push({ module: 'alarms', action: 'delete', object: 'alarm', objectId: id, before: present })
        }
        await kernel.journal.writeAll(trx, asked, entries)
        return { hidden: ordered.length }
      }),

    /** Removes handled alarms after so many days, each stretch of them with a row of the journal that says how many and when. */
    keepHouse: async (days: number): Promise<void> => {
      const before = new Date(clock.now() - days * day)
      for (;;) if ((await dropHandled(before)) === 0) break
    },

    byArea: (period: Body<'listAlarmStaNumberByArea'>, asked: Asked) => {
      const { from, to } = periodOf(period)
      return store.byArea(from, to, asked)
    },
    byType: async (period: Body<'listAlarmStaNumberByType'>, asked: Asked) => {
      const { from, to } = periodOf(period)
      const hours = Math.min(Math.ceil((to.getTime() - from.getTime()) / 3_600_000), 24 * 31)
      const until = Math.min(to.getTime(), clock.now())
      const [rows, before] = await Promise.all([
        store.byTypeAndHour(from, to, asked),
        // The same stretch a day earlier, up to the same hour of the day.
        store.byTypeAndHour(new Date(from.getTime() - day), new Date(until - day), asked),
      ])
      const types = [...new Set([...specifiedTypes, ...rows.map(({ alarmType: type }) => type)])]
      const sum = (list: readonly { alarmType: number; count: number }[], type: number): number =>
        list.filter((row) => row.alarmType === type).reduce((total, { count }) => total + count, 0)
      return types.map((type) => {
        const perHour = Array.from({ length: hours }, () => 0)
        for (const row of rows)
          if (row.alarmType === type && row.hour < hours) perHour[row.hour] = (perHour[row.hour] ?? 0) + row.count
        return { alarmType: type, total: sum(rows, type), yesterday: sum(before, type), hours: perHour }
      })
    },
  }
}
