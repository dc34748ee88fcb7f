import { create } from 'zustand'
import { useCan } from '../session/session.ts'

/** Who is to be called, and why. */
export interface CallTarget {
  /** Its SIP number. */
  readonly number: string
  /** As people call it. */
  readonly name: string
  /** For which alarm. */
  readonly alarmId?: string
  /** It is called at once: whoever asks has decided already. */
  readonly isCalled?: boolean
}

interface Calling {
  /** Opens the calling dialog; null until the softphone is there. */
  readonly place: ((target: CallTarget | null) => void) | null
}
export const useCalling = create<Calling>(() => ({ place: null }))
export const setCalling = (place: Calling['place']): void => useCalling.setState({ place })

/** Opens the calling dialog; null for who may not place calls. */
export const usePlaceCall = (): ((target: CallTarget) => void) | null => {
  const place = useCalling((state) => state.place)
  return useCan('call:place') ? place : null
}

/** A room into which a helmet calls. */
export interface RoomInvitation {
  readonly roomId: string
  /** The helmet's device id. */
  readonly deviceId: string
  /** As people call it. */
  readonly name: string
  /** It is joined at once: the operator has answered already. */
  readonly isAnswered?: boolean
}
interface RoomOffer {
  /** Opens the calling dialog with it, to be answered; null until rooms are there. */
  readonly offer: ((invitation: RoomInvitation) => void) | null
}
export const useRoomOffer = create<RoomOffer>(() => ({ offer: null }))
/** @public Whoever answers what a room offers says how. */
export const setRoomOffer = (offer: RoomOffer['offer']): void => useRoomOffer.setState({ offer })

let leave: ((deviceId: string) => void) | null = null
/** Tells the helmet service that this console has left a helmet's room; nothing while there is no line to it. @public Whoever hangs up a room. */
export const leaveRoom = (deviceId: string): void => leave?.(deviceId)
export const setLeaveRoom = (told: typeof leave): void => {
  leave = told
}
