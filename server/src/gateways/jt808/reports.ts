/** Locations of a terminal as reports of its vehicle. */
import { alarmType } from '@vigil/contract/alarms/types.ts'
import { readableNumbers, readablePlace, type Incoming } from '../../modules/positions/index.ts'
import { callsForHelp, readBatch, readLocation, type Location } from './location.ts'
import type { Message } from './message.ts'
import { messageId } from './answers.ts'

/** Locations that a message tells, each null where it cannot be read; null for a message that tells of none. */
export const locationsIn = ({ id, body }: Pick<Message, 'id' | 'body'>): readonly (Location | null)[] | null => {
  if (id === messageId.location) return [readLocation(body)]
  // Its first word says which question it answers.
  if (id === messageId.locationAnswer) return [readLocation(body.subarray(2))]
  if (id === messageId.batch) return readBatch(body)?.locations ?? [null]
  return null
}

/** `isHelp`: its driver began to press with this one. */
export const reportOf = (code: string, { place, alt, speed, course, time, more }: Location, isHelp: boolean): Incoming => ({
  deviceType: 'car',
  deviceId: code,
  time,
  ...readablePlace(place?.lng ?? null, place?.lat ?? null),
  ...readableNumbers({ alt, speed, course, battery: more.battery }),
  temperature: null,
  kind: isHelp ? alarmType.code.sos : 0,
})

export const isPressed = (location: Location | null): boolean => location !== null && callsForHelp(location.alarms)
