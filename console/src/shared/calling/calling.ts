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
}
interface RoomOffer {
  /** Opens the calling dialog with it, to be answered; null until rooms are there. */
  readonly offer: ((invitation: RoomInvitation) => void) | null
}
export const useRoomOffer = create<RoomOffer>(() => ({ offer: null }))
export const setRoomOffer = (offer: RoomOffer['offer']): void => useRoomOffer.setState({ offer })
