import type { AlarmFlood } from '@vigil/contract/alarms/entities.ts'
import { floodBounds, isFlood } from '@vigil/contract/alarms/flood.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { AlarmContext } from './context.ts'

/**
 * Begins, counts and ends the flood by what was raised within its time; what was told of it. Every server does it: who comes second finds
 * it locked or begun. No alarm waits for it.
 */
export const moveFlood = async ({ kernel, store }: AlarmContext): Promise<AlarmFlood | null> => {
  const now = new Date(kernel.clock.now())
  const since = new Date(now.getTime() - floodBounds.within)
  const [known, raised] = [await store.flood(), await store.raisedBetween(since, now)]
  if (known.since === null ? !isFlood(false, raised) : known.count === raised && isFlood(true, raised)) return null
  return kernel.transaction(async (trx, after) => {
    const lasting = await store.lockFlood(trx)
    const count = await store.raisedBetween(since, now, trx)
    const told = await (async (): Promise<AlarmFlood | null> => {
      if (!lasting) return isFlood(false, count) ? store.beginFlood(trx, now, count) : null
      if (isFlood(true, count)) return store.goOnFlood(trx, lasting.id, count)
      await store.endFlood(trx, lasting.id, now, count)
      return { since: null, count }
    })()
    if (told) {
      const events = await recordEvents(trx, [{ deptId: null, event: { name: 'alarmFlood', topic: 'alarms', data: told } }])
      after(() => kernel.live.publish(events))
    }
    return told
  })
}
