import type { BodyOf } from '@vigil/contract/kernel/call.ts'
import type { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { resultIn } from '@vigil/contract/alarms/result.ts'
import type { Asked } from '../../kernel/caller.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { AlarmStore } from './store.ts'
import type { WithinAreas } from './wanted.ts'

export type Body<Name extends keyof typeof alarmCalls> = BodyOf<(typeof alarmCalls)[Name]>

/** What raising, handling and counting alarms stand on. */
export interface AlarmContext {
  readonly kernel: Kernel
  readonly store: AlarmStore
}
/** With what tells which of it the site wants to be alarmed of. */
export interface RaiseContext extends AlarmContext {
  readonly within: WithinAreas
}

export const what = { zh: '报警', en: 'The alarm' }

/** As a reader of this language reads it; it is told to consoles and kept in the journal as it is stored. */
export const readIn = (alarm: Alarm, { language }: Asked): Alarm =>
  language === 'zh' ? alarm : { ...alarm, result: resultIn(alarm, language) ?? alarm.result }
export const readAll = (alarms: readonly Alarm[], asked: Asked): Alarm[] => alarms.map((alarm) => readIn(alarm, asked))

export const tell = (name: 'alarmRaised' | 'alarmChanged', alarm: Alarm, isNew = false) => ({
  isNew,
  deptId: alarm.deptId,
  event: { name, topic: 'alarms' as const, data: alarm },
})
export type Told = ReturnType<typeof tell>

/** Who was told of an alarm beyond his scope hears what becomes of it. */
export const record = async ({ store }: AlarmContext, trx: Trx, told: readonly Told[]): Promise<NumberedEvent[]> => {
  if (told.length === 0) return []
  // Of a new one nobody was told yet.
  const older = told.flatMap(({ isNew, event }) => (isNew ? [] : [event.data.id]))
  const known = older.length > 0 ? await store.toldOf(trx, older) : new Map<string, string[]>()
  return recordEvents(
    trx,
    told.map(({ deptId, event }) => ({ deptId, event, also: known.get(event.data.id) ?? [] })),
  )
}
