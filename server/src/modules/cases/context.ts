import { caseCalls } from '@vigil/contract/cases/calls.ts'
import type { CaseItem } from '@vigil/contract/cases/entities.ts'
import type { EvidenceCase, NamedCase } from '@vigil/contract/cases/evidence-case.ts'
import { evidenceCase } from '@vigil/contract/cases/evidence-case.ts'
import type { BodyOf, Call } from '@vigil/contract/kernel/call.ts'
import type { Text } from '@vigil/contract/kernel/text.ts'
import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { mayAsk, type Asked } from '../../kernel/caller.ts'
import type { Entry } from '../../kernel/journal.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import { recordsChanged } from '../../kernel/record-changes.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireWrite } from '../../kernel/scope.ts'
import type { Doors } from '../../kernel/module.ts'
import type { AlarmDoor, WholeAlarm } from '../alarms/index.ts'
import { trackSpan, type ToldAlarm } from './gather.ts'
import type { CaseStore } from './store.ts'

export type Body<Name extends keyof typeof caseCalls> = BodyOf<(typeof caseCalls)[Name]>

/** What cases stand on. */
export interface CaseContext {
  readonly kernel: Kernel
  readonly store: CaseStore
  readonly doors: Pick<Doors, 'alarms' | 'devices' | 'files' | 'hazards' | 'positions' | 'telephony' | 'traffic'>
}

export const what: Text = { zh: evidenceCase.word.zh, en: `The ${evidenceCase.word.en}` }

/** A case that is locked and the caller's to write. */
export const writable = async ({ store }: CaseContext, trx: Trx, id: string, asked: Asked): Promise<EvidenceCase> => {
  const present = await store.lock(trx, id, asked)
  if (!present) throw new Refusal('notFound', { what })
  requireWrite(asked.caller.scope, present.deptId, what)
  return present
}

/** A case as somebody may read it who made or changed it. */
export const toldTo = (found: EvidenceCase, { caller }: Asked): NamedCase =>
  mayAsk(caller, caseCalls.getZdCaseById.needs) ? found : { id: found.id, number: found.number }

/** A case is whole, whoever made it; what is in it of tracks and of calls is for those who may look these up. */
const lookedUpBy: Readonly<Partial<Record<CaseItem['kind'], readonly Call[]>>> = {
  track: [positionCalls.listHisTracks, positionCalls.listHisGpsByDevId],
  calls: [telephonyCalls.listZdCall],
}
export const isWithheld = ({ kind }: Pick<CaseItem, 'kind'>, { caller }: Asked): boolean =>
  lookedUpBy[kind]?.some(({ needs }) => mayAsk(caller, needs)) === false

/** Of the calls for an alarm so many are told. */
const callsAtMost = 500
/** An alarm as it is kept; throws as `whole` of the alarms does. */
export const toldOf = async (
  { doors: { alarms, telephony } }: CaseContext,
  alarmId: string,
  asked: Asked,
  around: Parameters<AlarmDoor['whole']>[2],
): Promise<ToldAlarm> => {
  // As it is stored, whoever asks: what is kept is not the reader's translation.
  const whole = await alarms.whole(alarmId, { ...asked, language: 'zh' }, around)
  const found = await telephony.list({ alarmId, pageNum: 1, pageSize: callsAtMost }, asked)
  return { ...whole, calls: ('list' in found ? found.list : found).toReversed() }
}

export const entryOf = (action: Entry['action'], id: string, more: Pick<Entry, 'before' | 'after'>): Entry => ({
  module: 'cases',
  action,
  object: 'evidenceCase',
  objectId: id,
  ...more,
})

/** Has consoles fetch anew what shows it, once this is committed. */
export const tell = (
  { kernel }: CaseContext,
  after: (then: () => Promise<void>) => void,
  { id, deptId }: Pick<EvidenceCase, 'id' | 'deptId'>,
): void => after(() => kernel.bus.publish(recordsChanged, [{ kind: 'evidenceCase', id, deptIds: [deptId] }]))

/** That somebody copied a track is told as that he looked at it. */
export const lookedAt = ({ kernel: { clock } }: CaseContext, whole: WholeAlarm): readonly Entry[] => {
  const { alarm } = whole
  if (alarm.objectId === null) return []
  const { from, to } = trackSpan(whole)
  // An alarm that goes on has an end that is yet to come.
  const until = Math.min(to - 1_000, clock.now())
  return [
    {
      module: 'positions',
      action: 'look',
      object: 'track',
      objectId: `${alarm.deviceType}:${alarm.deviceId}`,
      after: { name: alarm.deviceName, startTime: clock.toWire(from), endTime: clock.toWire(until) },
    },
  ]
}
