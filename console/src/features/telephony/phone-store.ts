import { create } from 'zustand'
import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import type { CallTarget } from '../../shared/calling/calling.ts'
import type { Media } from './media.ts'
import type { Call, Softphone } from './softphone.ts'

interface PhoneState {
  readonly account: SipAccount | null
  readonly call: Call | null
  /** Of the call that goes on. */
  readonly media: Media | null
  /** Whether the calling dialog stands open. */
  readonly isOpen: boolean
  /** Whom it was opened for. */
  readonly target: CallTarget | null
}
export const usePhone = create<PhoneState>(() => ({ account: null, call: null, media: null, isOpen: false, target: null }))

let softphone: Softphone | null = null
/** Null while no account is known. */
export const phone = (): Softphone | null => softphone
export const setPhone = (made: Softphone | null): void => {
  softphone = made
}

export const isActive = (call: Call | null): boolean => call !== null && call.state !== 'completed'

export const calling = {
  /** For whom it is asked, unless a call goes on: that is shown then. */
  open: (target: CallTarget | null): void => {
    const { call } = usePhone.getState()
    usePhone.setState(isActive(call) ? { isOpen: true } : { isOpen: true, target, call: null })
  },
  /** Hangs up, then hides. */
  close: (): void => {
    if (isActive(usePhone.getState().call)) phone()?.hangUp()
    phone()?.forget()
    usePhone.setState({ isOpen: false, target: null })
  },
}
