import { recordsChanged } from '../../kernel/record-changes.ts'
import type { Asked } from '../../kernel/caller.ts'
import type { Trx } from '../../kernel/kernel.ts'
import type { AlarmContext } from './context.ts'
import { changesOf, whoAsks } from './handle.ts'

/** An evidence case that is made of an alarm. */
export interface MadeCase {
  readonly alarmId: string
  readonly number: string
}

/** That a case is made of an alarm is a step of it, in the transaction that makes the case. */
export const noteCase = async (
  { kernel, store }: AlarmContext,
  trx: Trx,
  { alarmId, number }: MadeCase,
  asked: Asked,
  after: (then: () => void | Promise<void>) => void,
): Promise<void> => {
  await store.addSteps(trx, [{ alarmId, kind: 'evidence', at: new Date(kernel.clock.now()), by: whoAsks(asked), note: number }])
  after(() => kernel.bus.publish(recordsChanged, changesOf([alarmId])))
}
