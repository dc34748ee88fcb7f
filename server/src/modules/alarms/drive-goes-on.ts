import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { record, tell, type RaiseContext } from './context.ts'
import { apply } from './raise.ts'
import type { DriveAlarm, NewAlarm } from './raised.store.ts'

/** How somebody who is too fast was seen again on a drive that has its alarm. */
export interface SeenAgain {
  readonly alarm: Omit<NewAlarm, 'conditionKey'>
  /** km/h. */
  readonly speed: number
  /** Whether that counts once more, and lasts from then on; else it is of what the alarm has counted already. */
  readonly counts: boolean
}

/** Tells an alarm, which is locked, how its drive goes on: it counts what is another time, and says the highest speed. */
export const driveGoesOn = async (
  context: RaiseContext,
  trx: Trx,
  { id, conditionKey }: DriveAlarm,
  { alarm, speed, counts }: SeenAgain,
): Promise<readonly NumberedEvent[]> => {
  const counted = counts ? await apply(context, trx, [{ kind: 'raise', alarm: { ...alarm, conditionKey } }]) : []
  const faster = await context.store.noteSpeed(trx, id, speed)
  return faster === null ? counted : [...counted, ...(await record(context, trx, [tell('alarmChanged', faster)]))]
}
