import { alarmTypeOf } from '@vigil/contract/alarms/types.ts'
import type { NumberedEvent } from '../../kernel/event-stream.ts'
import type { Trx } from '../../kernel/kernel.ts'
import { record, tell, type RaiseContext, type Told } from './context.ts'
import type { Place } from './kept-outside.store.ts'
import type { NewStep } from './steps.store.ts'
import { raisesByArea, unwanted } from './wanted.ts'

/**
 * Raises what began elsewhere and goes on where the site wants it by now, each once: from then on it is an alarm like any other. `placeOf`:
 * where a device is, undefined where nobody knows.
 */
export const cameInside = async (
  context: RaiseContext,
  trx: Trx,
  placeOf: (deviceId: number) => Place | undefined,
): Promise<NumberedEvent[]> => {
  const { kernel, store, within } = context
  if (!raisesByArea(kernel)) return []
  const told: Told[] = []
  const steps: NewStep[] = []
  for (const { id, deviceId, alarmType, areaId } of await store.keptOutside(trx)) {
    const place = placeOf(deviceId)
    // A press holds nothing that could come inside.
    if (!place || alarmTypeOf(alarmType).isMomentary) continue
    const { lng, lat } = place
    if (unwanted(kernel, within, { alarmType, areaId, lng, lat }) !== null) continue
    const raised = await store.raiseKept(trx, id, { lng, lat })
    if (!raised) continue
    told.push(tell('alarmRaised', raised))
    steps.push({ alarmId: id, kind: 'repeated', at: new Date(kernel.clock.now()), count: raised.count })
  }
  await store.addSteps(trx, steps)
  return record(context, trx, told)
}
