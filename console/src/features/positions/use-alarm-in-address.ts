import { alarmCalls } from '@vigil/contract/alarms/calls.ts'
import { handlingStatus, type Alarm } from '@vigil/contract/alarms/entities.ts'
import { useEffect } from 'react'
import { client } from '../../shared/api/client.ts'
import { logError } from '../../shared/error-log/error-log.ts'
import { useOpenAlarms } from '../../shared/live/alarms.ts'
import { positions } from '../../shared/live/live.ts'
import { deviceKey } from '../../shared/moving/position-store.ts'
import { useQueryChange } from '../../shared/routes/use-query-change.ts'

/** What the address says in place of an alarm: its thing, or the place where it was raised when it is over or the thing is gone. */
const addressOf = (alarm: Alarm): Readonly<Record<string, string | null>> => {
  const place = alarm.lng === null || alarm.lat === null ? null : { alarm: null, lng: String(alarm.lng), lat: String(alarm.lat) }
  if (place && alarm.status === handlingStatus.code.handled) return place
  const slot = alarm.objectId === null ? undefined : positions.slotOf(alarm.objectId)
  const object = slot === undefined ? null : positions.object(slot)
  if (object) return { alarm: null, object: deviceKey(object) }
  return place ?? { alarm: null }
}

/** An alarm in the address becomes its thing or its place, once the directory is there; `onThing` comes before a thing. */
export const useAlarmInAddress = (id: string | null, directory: number, onThing: () => void): void => {
  const change = useQueryChange()
  useEffect(() => {
    if (id === null || directory === 0) return undefined
    let current = true
    const known = useOpenAlarms.getState().open.find((alarm) => alarm.id === id)
    const asked = known ? Promise.resolve(known) : client.ask(alarmCalls.getZdAlarmById, { id })
    asked.then(
      (alarm) => {
        if (!current) return
        const found = addressOf(alarm)
        if ('object' in found) onThing()
        change(found)
      },
      (error: unknown) => logError(error, 'live positions'),
    )
    return () => {
      current = false
    }
  }, [id, directory, onThing, change])
}
