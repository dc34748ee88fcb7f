import type { Text } from '@vigil/contract/kernel/text.ts'
import { create } from 'zustand'

/** Status of the SIP registration, with the texts that the top bar and the calling dialog show. */
export const sipStates = {
  unregistered: { zh: '未注册', en: 'Not registered' },
  connected: { zh: '已连接', en: 'Connected' },
  disconnected: { zh: '未连接', en: 'Not connected' },
  registered: { zh: '已注册', en: 'Registered' },
  failed: { zh: '注册失败', en: 'Registration failed' },
} as const satisfies Readonly<Record<string, Text>>
export type SipState = keyof typeof sipStates

interface SipStatus {
  /** The operator's SIP id, null while no account is known. */
  readonly sipId: string | null
  readonly state: SipState
  /** What a click on the indicator does, e.g. open the calling dialog. */
  readonly open: (() => void) | null
}
export const useSipStatus = create<SipStatus>(() => ({ sipId: null, state: 'unregistered', open: null }))
/** @public The softphone's side of the indicator. */
export const setSipStatus = (status: Partial<SipStatus>): void => useSipStatus.setState(status)
