import { useCan } from '../session/session.ts'
import { usePlaceCall, useRoomOffer } from './calling.ts'
import type { HelmetCall } from './helmet-calls.ts'

export interface Answering {
  /** Why it cannot be answered; null where it can. */
  readonly refusal: 'mayNotCall' | 'noNumber' | null
  readonly answer: () => void
}

/** Speaks with a helmet that calls for help by one click: in the room into which it calls, or by its SIP number where it opened none. */
export const useAnswer = (
  { deviceId, name, roomId, sipId }: Pick<HelmetCall, 'deviceId' | 'name' | 'roomId' | 'sipId'>,
  alarmId?: string,
): Answering => {
  const place = usePlaceCall()
  const offer = useRoomOffer((rooms) => rooms.offer)
  const mayCall = useCan('call:place')
  if (mayCall && offer && roomId !== null)
    return { refusal: null, answer: () => offer({ roomId, deviceId, name, isAnswered: true }) }
  if (!place) return { refusal: 'mayNotCall', answer: () => undefined }
  if (sipId === '') return { refusal: 'noNumber', answer: () => undefined }
  return {
    refusal: null,
    answer: () => place({ number: sipId, name, isCalled: true, ...(alarmId === undefined ? {} : { alarmId }) }),
  }
}
